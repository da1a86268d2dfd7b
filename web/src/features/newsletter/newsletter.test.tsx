import '../profile/components/profile-dialog.tsx';
import { categoryApi } from '@inkwell/shared/categories';
import { newsletterApi } from '@inkwell/shared/newsletter';
import { consentText } from '@inkwell/shared/newsletter-words';
import { personMailApi } from '@inkwell/shared/person-mails';
import { postApi } from '@inkwell/shared/posts';
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
import { NewsletterSignup } from './components/newsletter-signup.tsx';
import { SubscribeMyself } from './components/subscribe-myself.tsx';

const footer = () => within(screen.getByRole('contentinfo'));

/** Subscribes with the widget in the footer. */
async function subscribe(email: string, api: FakeApi) {
  const app = renderApp('/nowhere', { api });
  await screen.findByRole('contentinfo');
  await app.user.type(footer().getByLabelText('Email address'), email);
  await app.user.click(footer().getByRole('button', { name: 'Subscribe' }));
  return app;
}

describe('the newsletter widget', () => {
  it('asks readers to check their mailbox, and says thanks', async () => {
    const api = new FakeApi().on(newsletterApi.subscribe, () => ({ requiresConfirmation: true }));

    await subscribe(' reader@inkwell.test ', api);

    expect(await screen.findByText('Check your email')).toBeVisible();
    expect(footer().getByText('Thank you for subscribing!')).toBeVisible();
    expect(footer().getByText('Thank you for subscribing!')).toHaveFocus();
    expect(footer().queryByLabelText('Email address')).not.toBeInTheDocument();
    expect(api.calls(newsletterApi.subscribe)[0]?.body).toEqual({ email: 'reader@inkwell.test' });
  });

  it('reports success if no confirmation is needed', async () => {
    const api = new FakeApi().on(newsletterApi.subscribe, () => ({ requiresConfirmation: false }));

    await subscribe('reader@inkwell.test', api);

    expect(await screen.findByText('Successfully subscribed!')).toBeVisible();
  });

  it.each(['nobody', ' '])('rejects %j, which is not an address', async (text) => {
    const api = new FakeApi();

    await subscribe(text, api);

    expect(await screen.findByText('Invalid Email')).toBeVisible();
    expect(screen.getAllByText('Please enter a valid email address.').length).toBeGreaterThan(0);
    expect(footer().getByLabelText('Email address')).toHaveFocus();
    expect(footer().getByLabelText('Email address')).toBeInvalid();
    expect(api.calls(newsletterApi.subscribe)).toEqual([]);
  });

  it('removes the toast from its button when the address is corrected', async () => {
    const { user } = await subscribe('nobody', new FakeApi());
    await screen.findByText('Invalid Email');

    await user.type(footer().getByLabelText('Email address'), '@inkwell.test');

    expect(screen.queryByText('Invalid Email')).not.toBeInTheDocument();
    expect(footer().getByLabelText('Email address')).toBeValid();
  });

  it("shows the server's text", async () => {
    const api = new FakeApi().refuse(newsletterApi.subscribe, 'too-many');

    await subscribe('reader@inkwell.test', api);

    expect(await screen.findByText('Subscription Failed')).toBeVisible();
    expect(screen.getByText('Too many requests. Please try again later.')).toBeVisible();
    expect(footer().getByLabelText('Email address')).toHaveValue('reader@inkwell.test');
  });

  it('shows its own text if the server sends none', async () => {
    const api = new FakeApi().cut(newsletterApi.subscribe);

    await subscribe('reader@inkwell.test', api);

    expect(await screen.findByText('Failed to subscribe to newsletter. Please try again.')).toBeVisible();
    expect(screen.getByText(/^The network did not answer/)).toBeVisible();
  });

  it.each(['footer', 'sidebar', 'card'] as const)(
    'says in the variant %s what is sent, and which consent is recorded',
    (variant) => {
      render(
        <Providers client={createQueryClient()}>
          <NewsletterSignup variant={variant} />
        </Providers>,
      );

      expect(screen.getByRole('region')).toHaveAttribute('data-variant', variant);
      expect(screen.getByRole('button', { name: 'Subscribe' })).toBeVisible();
      expect(screen.getByRole('region')).not.toHaveTextContent(/week/);
      expect(screen.getByText(consentText(siteOfDocument().name, ['newsletter']))).toBeVisible();

      promise({ digestIsOn: true });
      expect(screen.getByText(/best new stories (?:of the week|once a week)/)).toBeVisible();
      expect(screen.getByText(consentText(siteOfDocument().name, ['newsletter', 'digest']))).toBeVisible();
    },
  );
});

describe('the confirmation page', () => {
  const press = async (app: ReturnType<typeof renderApp>) =>
    app.user.click(await screen.findByRole('button', { name: 'Confirm Subscription' }));

  it('confirms only when the button is pressed', async () => {
    const api = new FakeApi().on(newsletterApi.confirm, () => ({ email: 'reader@inkwell.test' }));
    const app = renderApp('/newsletter/confirm#token=abc', { api });
    await screen.findByRole('button', { name: 'Confirm Subscription' });
    expect(api.calls(newsletterApi.confirm)).toEqual([]);

    await press(app);

    expect(await screen.findByRole('heading', { name: 'You are subscribed' })).toHaveFocus();
    expect(screen.getByText('reader@inkwell.test')).toBeVisible();
    expect(api.calls(newsletterApi.confirm)[0]?.body).toEqual({ token: 'abc' });
  });

  it.each(['', '#token='])('rejects a link with %j', async (hash) => {
    renderApp(`/newsletter/confirm${hash}`);

    expect(await screen.findByText('This link does not work')).toBeVisible();
  });

  it('explains that the token was already used', async () => {
    const app = renderApp('/newsletter/confirm#token=abc', {
      api: new FakeApi().refuse(newsletterApi.confirm, 400, 'no'),
    });

    await press(app);

    expect(await screen.findByText('This link does not work')).toBeVisible();
  });

  it('can be retried when the network fails', async () => {
    const app = renderApp('/newsletter/confirm#token=abc', { api: new FakeApi().cut(newsletterApi.confirm) });

    await press(app);

    expect(await screen.findByRole('alert')).toHaveTextContent('That did not work.');
    expect(screen.getByRole('button', { name: 'Confirm Subscription' })).toBeEnabled();
  });
});

describe('the unsubscribe page', () => {
  it('ends the subscription when the button is pressed', async () => {
    const api = new FakeApi().on(newsletterApi.unsubscribe, () => undefined).on(postApi.popular, () => []);
    const { user } = renderApp('/newsletter/unsubscribe#token=abc', { api });

    await user.click(await screen.findByRole('button', { name: 'Unsubscribe' }));

    expect(await screen.findByRole('heading', { name: 'You are unsubscribed' })).toHaveFocus();
    expect(api.calls(newsletterApi.unsubscribe)[0]?.body).toEqual({ token: 'abc' });
  });

  it('rejects a link without token', async () => {
    renderApp('/newsletter/unsubscribe');

    expect(await screen.findByText('This link does not work')).toBeVisible();
  });
});

const chosen: LinkedChoices = {
  wants: ['newsletter'],
  categories: null,
  emailHint: 'a…@example.com',
  isDigestOn: true,
};
const ADDRESS = '/newsletter/choices#token=t1';

describe('the newsletter settings page', () => {
  it('offers active mailings, shows the recorded consent, and saves newsletter, digest and categories', async () => {
    const api = new FakeApi()
      .on(subscriberApi.openChoices, () => chosen)
      .on(categoryApi.list, () => [sampleCategory({ id: 3, name: 'Food' }), sampleCategory({ id: 4, name: 'Travel' })])
      .on(subscriberApi.changeChoices, ({ body: { wants, categories } }) => ({ ...chosen, wants, categories }));
    const { user } = renderPage(ADDRESS, { api });

    expect(await screen.findByText(consentText(siteOfDocument().name, ['newsletter']))).toBeVisible();
    await user.click(screen.getByRole('checkbox', { name: /once a week/ }));
    expect(screen.getByText(consentText(siteOfDocument().name, ['newsletter', 'digest']))).toBeVisible();
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

describe('the one-click subscription', () => {
  const own = { ...chosen, email: 'ada@example.com', wants: [], isSubscribed: false };
  const press = async (api: FakeApi) => {
    api.install();
    render(
      <Providers client={createQueryClient()}>
        <SubscribeMyself email="ada@example.com" />
      </Providers>,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Subscribe ada@example.com' }));
  };

  it.each([
    { digestIsOn: false, wants: ['newsletter'] },
    { digestIsOn: true, wants: ['newsletter', 'digest'] },
  ])('takes one click for all that the form promises if the address is verified: $wants', async (promised) => {
    promise({ digestIsOn: promised.digestIsOn });
    const api = new FakeApi()
      .on(subscriberApi.own, () => ({ ...own, isVerified: true }))
      .on(subscriberApi.changeOwn, ({ body }) => ({ ...own, ...body, isVerified: true, isSubscribed: true }));

    await press(api);

    expect(await screen.findByText(/You are subscribed\./)).toHaveFocus();
    expect(api.calls(subscriberApi.changeOwn)[0]?.body).toEqual({ wants: promised.wants, categories: null });
  });

  it('shows subscribers no form once the widget comes near, and opens their profile', async () => {
    allOnScreen();
    const viewer = sampleUser({ email: 'ada@example.com' });
    const api = createFakeApi(viewer).on(subscriberApi.own, () => ({ ...own, isVerified: true, isSubscribed: true }));
    const { user } = renderApp('/nowhere', { api, viewer });

    const footer = within(await screen.findByRole('contentinfo'));
    expect(await footer.findByText('You’re subscribed as ada@example.com.')).toBeVisible();
    expect(footer.queryByLabelText('Email address')).not.toBeInTheDocument();
    expect(footer.queryByRole('button', { name: /^Subscribe/ })).not.toBeInTheDocument();
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
