import { categoryApi } from '@inkwell/shared/categories';
import { newsletterApi } from '@inkwell/shared/newsletter';
import { consentText } from '@inkwell/shared/newsletter-words';
import { personMailApi } from '@inkwell/shared/person-mails';
import { type LinkedChoices, subscriberApi } from '@inkwell/shared/subscribers';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { Providers } from '../../app/providers.tsx';
import { createQueryClient } from '../../lib/query-client.ts';
import { siteOfDocument } from '../../lib/site.ts';
import { allOnScreen } from '../../test/all-on-screen.ts';
import { FakeApi } from '../../test/fake-api.ts';
import { promise } from '../../test/promise.ts';
import { createFakeApi, renderApp, renderPage } from '../../test/render-app.tsx';
import { sampleCategory, sampleUser } from '../../test/samples.ts';
import { SubscribeMyself } from './components/subscribe-myself.tsx';
// Preloaded, because on a slow machine the tests' loader fails to load several parts at once.
import '../profile/components/profile-dialog.tsx';

const chosen: LinkedChoices = {
  wants: ['newsletter'],
  categories: null,
  emailHint: 'a…@example.com',
  isDigestOn: true,
};
const ADDRESS = '/newsletter/choices#token=t1';

describe('the newsletter settings page', () => {
  it('offers active mailings, and saves newsletter, digest and categories', async () => {
    const api = new FakeApi()
      .on(subscriberApi.openChoices, () => chosen)
      .on(categoryApi.list, () => [sampleCategory({ id: 3, name: 'Food' }), sampleCategory({ id: 4, name: 'Travel' })])
      .on(subscriberApi.changeChoices, ({ body: { wants, categories } }) => ({ ...chosen, wants, categories }));
    const { user } = renderPage(ADDRESS, { api });

    await user.click(await screen.findByRole('checkbox', { name: /once a week/ }));
    await user.click(screen.getByRole('checkbox', { name: 'All categories' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Food' }));
    await user.click(screen.getByRole('button', { name: 'Save Choices' }));

    expect(await screen.findByRole('heading', { name: 'Your choices are saved' })).toHaveFocus();
    expect(api.calls(subscriberApi.changeChoices)[0]?.body).toEqual({
      token: 't1',
      wants: ['newsletter', 'digest'],
      categories: [3],
    });
  });

  it('shows the recorded consent before it is saved', async () => {
    const api = new FakeApi().on(subscriberApi.openChoices, () => chosen).on(categoryApi.list, () => []);
    const { user } = renderPage(ADDRESS, { api });

    expect(await screen.findByText(consentText(siteOfDocument().name, ['newsletter']))).toBeVisible();
    await user.click(screen.getByRole('checkbox', { name: /once a week/ }));
    expect(screen.getByText(consentText(siteOfDocument().name, ['newsletter', 'digest']))).toBeVisible();
  });

  it('offers no inactive digest, and says goodbye to people who deselect everything', async () => {
    const api = new FakeApi()
      .on(subscriberApi.openChoices, () => ({ ...chosen, isDigestOn: false }))
      .on(categoryApi.list, () => [])
      .on(subscriberApi.changeChoices, ({ body: { wants, categories } }) => ({ ...chosen, wants, categories }));
    const { user } = renderPage(ADDRESS, { api });

    await user.click(await screen.findByRole('checkbox', { name: 'The newsletter' }));
    expect(screen.queryByRole('checkbox', { name: /once a week/ })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Unsubscribe' }));

    expect(await screen.findByRole('heading', { name: 'You are unsubscribed' })).toBeVisible();
  });

  it('says that a link does not work', async () => {
    renderPage(ADDRESS, { api: new FakeApi().refuse(subscriberApi.openChoices, 400) });

    expect(await screen.findByText('This link does not work')).toBeVisible();
  });
});

describe('the page that stops emails to an account', () => {
  it('asks first, and says which emails have stopped', async () => {
    const api = new FakeApi().on(personMailApi.stop, () => ({ kind: 'answers' as const }));
    const { user } = renderPage('/newsletter/choices#token=mail-answers.u1.x', { api });

    await user.click(await screen.findByRole('button', { name: 'Stop These Emails' }));

    expect(await screen.findByText(/won’t get emails about answers to your comments/)).toBeVisible();
    expect(api.calls(personMailApi.stop)[0]?.body).toEqual({ token: 'mail-answers.u1.x' });
  });
});

describe("subscribing one's own address", () => {
  const own = { ...chosen, email: 'ada@example.com', wants: [], isSubscribed: false };
  const show = (api: FakeApi) => {
    api.install();
    render(
      <Providers client={createQueryClient()}>
        <SubscribeMyself email="ada@example.com" />
      </Providers>,
    );
  };
  const press = async (api: FakeApi) => {
    show(api);
    await userEvent.click(screen.getByRole('button', { name: 'Subscribe ada@example.com' }));
  };

  it('takes one click if the address is verified', async () => {
    const api = new FakeApi()
      .on(subscriberApi.own, () => ({ ...own, isVerified: true }))
      .on(subscriberApi.changeOwn, ({ body }) => ({ ...own, ...body, isVerified: true, isSubscribed: true }));

    await press(api);

    expect(await screen.findByText(/You are subscribed\./)).toHaveFocus();
    expect(api.calls(subscriberApi.changeOwn)[0]?.body).toEqual({ wants: ['newsletter'], categories: null });
  });

  it('subscribes to everything that the form promises', async () => {
    promise({ digestIsOn: true });
    const api = new FakeApi()
      .on(subscriberApi.own, () => ({ ...own, isVerified: true }))
      .on(subscriberApi.changeOwn, ({ body }) => ({ ...own, ...body, isVerified: true, isSubscribed: true }));

    await press(api);

    expect(await screen.findByText(/You are subscribed\./)).toBeVisible();
    expect(api.calls(subscriberApi.changeOwn)[0]?.body).toEqual({ wants: ['newsletter', 'digest'], categories: null });
  });

  it('says that the reader is subscribed once the widget comes near', async () => {
    allOnScreen();
    show(new FakeApi().on(subscriberApi.own, () => ({ ...own, isVerified: true, isSubscribed: true })));

    expect(await screen.findByText('You’re subscribed as ada@example.com.')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Subscribe/ })).not.toBeInTheDocument();
  });

  it('shows subscribers no form, and opens their profile', async () => {
    allOnScreen();
    const viewer = sampleUser({ email: 'ada@example.com' });
    const api = createFakeApi(viewer).on(subscriberApi.own, () => ({ ...own, isVerified: true, isSubscribed: true }));
    const { user } = renderApp('/nowhere', { api, viewer });

    const footer = within(await screen.findByRole('contentinfo'));
    expect(await footer.findByText('You’re subscribed as ada@example.com.')).toBeVisible();
    expect(footer.queryByLabelText('Email address')).not.toBeInTheDocument();
    expect(footer.queryByRole('heading', { name: 'Stay updated' })).not.toBeInTheDocument();
    await user.click(footer.getByRole('button', { name: 'Change What You Get' }));

    expect(await screen.findByRole('dialog', { name: /profile/i })).toBeVisible();
  });

  it('changes nothing for subscribers', async () => {
    await press(new FakeApi().on(subscriberApi.own, () => ({ ...own, isVerified: true, isSubscribed: true })));
    expect(await screen.findByText(/You are already subscribed/)).toBeVisible();
  });

  it('asks by email if the address is not verified', async () => {
    const api = new FakeApi()
      .on(subscriberApi.own, () => ({ ...own, isVerified: false }))
      .on(newsletterApi.subscribe, () => ({ requiresConfirmation: true }));

    await press(api);

    expect(await screen.findByText(/Please check your email/)).toBeVisible();
  });
});
