import { analyticsApi } from '@inkwell/shared/analytics';
import { categoryApi } from '@inkwell/shared/categories';
import { notificationApi } from '@inkwell/shared/notifications';
import { postApi } from '@inkwell/shared/posts';
import { DEFAULT_SITE } from '@inkwell/shared/site';
import { userApi } from '@inkwell/shared/users';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished } from 'vitest';
import { toastStore } from '../../../lib/toast.ts';
import { FakeIdentity } from '../../../test/fake-identity.ts';
import { createFakeApi, renderApp, renderPage } from '../../../test/render-app.tsx';
import { sampleUser } from '../../../test/samples.ts';

async function open(tab: 'Sign In' | 'Sign Up', render = renderPage) {
  const identity = new FakeIdentity();
  const api = createFakeApi()
    .on(userApi.current, () => sampleUser())
    .on(notificationApi.list, () => [])
    .hang(postApi.list);
  // The home page is not tested here: its calls are never answered.
  api.hang(analyticsApi.stats).hang(userApi.count).hang(categoryApi.list);
  const app = render('/', { api, identity });
  await app.user.click(await screen.findByRole('tab', { name: tab }));
  const panel = within(screen.getByRole('tabpanel'));
  return {
    ...app,
    identity,
    panel,
    submit: () => app.user.click(panel.getByRole('button', { name: /^(Sign In|Create Account)$/ })),
  };
}

describe('signing in', () => {
  it('asks for both fields', async () => {
    const { panel, submit, identity } = await open('Sign In');

    await submit();

    expect(panel.getAllByText('Required')).toHaveLength(2);
    expect(panel.getByLabelText('Email')).toHaveFocus();
    expect(identity.calls).toEqual([]);
  });

  it('has the password field before the button that shows it in the tab order', async () => {
    const { user, panel } = await open('Sign In');
    await user.click(panel.getByLabelText('Email'));

    await user.tab();
    expect(panel.getByLabelText('Password')).toHaveFocus();
    await user.tab();
    expect(panel.getByRole('button', { name: 'Show' })).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(panel.getByLabelText('Password')).toHaveAttribute('type', 'text');
  });

  it('shows a welcome', async () => {
    const { user, panel, submit, identity } = await open('Sign In', renderApp);
    await user.type(panel.getByLabelText('Email'), 'reader@inkwell.test');
    await user.type(panel.getByLabelText('Password'), 'Inkwell#2026');

    await submit();

    expect(await screen.findByText('Welcome back!')).toBeVisible();
    expect(screen.getByText('You have successfully signed in.')).toBeVisible();
    expect(identity.calls).toEqual([['signIn', 'reader@inkwell.test', 'Inkwell#2026']]);
    expect(await screen.findByRole('button', { name: 'Account menu' })).toBeVisible();
  });

  it('with a blocked account is refused without a welcome', async () => {
    const { user, panel, submit, api } = await open('Sign In');
    api.refuse(userApi.current, 'blocked');
    const told: string[] = [];
    const unsubscribe = toastStore.subscribe(() => told.push(toastStore.snapshot()?.title ?? ''));
    onTestFinished(unsubscribe);
    await user.type(panel.getByLabelText('Email'), 'reader@inkwell.test');
    await user.type(panel.getByLabelText('Password'), 'Inkwell#2026');

    await submit();

    expect(await screen.findByText('Account Blocked')).toBeVisible();
    expect(told).toEqual(['Account Blocked']);
  });

  it('explains each refusal in a toast and above the button, and keeps the typed text', async () => {
    const { user, panel, submit, identity } = await open('Sign In');
    await user.type(panel.getByLabelText('Email'), 'reader@inkwell.test');
    await user.type(panel.getByLabelText('Password'), 'wrong');

    for (const [code, text] of [
      ['invalid-credential', 'Please check your credentials and try again.'],
      ['too-many-requests', 'Too many requests. Please try again later.'],
      ['wrong-password', 'Please check your credentials and try again.'],
      ['the-service-is-currently-unavailable.', 'Accounts are not available at the moment. Please try again later.'],
      ['network-request-failed', 'The network did not answer. Please check your connection and try again.'],
    ] as const) {
      identity.failNext(code);
      await submit();

      expect(await panel.findByText(text)).toBeVisible();
      expect(screen.getByText('Sign In Failed').parentElement).toHaveTextContent(text);
      expect(panel.getByLabelText('Email')).toHaveValue('reader@inkwell.test');
    }
  });
});

describe('signing in with Google', () => {
  it('shows a welcome', async () => {
    const { user, panel, identity } = await open('Sign In');

    await user.click(panel.getByRole('button', { name: 'Continue with Google' }));

    expect(await screen.findByText('Welcome!')).toBeVisible();
    expect(screen.getByText('You have successfully signed in with Google.')).toBeVisible();
    expect(identity.calls).toEqual([['signInWithGoogle']]);
  });

  it('says what failed', async () => {
    const { user, panel, identity } = await open('Sign In');
    identity.failNext('internal-error');

    await user.click(panel.getByRole('button', { name: 'Continue with Google' }));

    expect(await screen.findByText('Google Sign In Failed')).toBeVisible();
    expect(panel.getByText('Failed to sign in with Google. Please try again.')).toBeVisible();
    expect(screen.getAllByText('Failed to sign in with Google. Please try again.')).toHaveLength(2);
  });
});

describe('signing up', () => {
  const fill = async ({ user, panel }: Awaited<ReturnType<typeof open>>, password: string, confirm = password) => {
    await user.type(panel.getByLabelText('Display Name'), 'Rita Reader');
    await user.type(panel.getByLabelText('Email'), 'reader@inkwell.test');
    await user.type(panel.getByLabelText('Password'), password);
    await user.type(panel.getByLabelText('Confirm Password'), confirm);
  };

  it('asks for all four fields', async () => {
    const { panel, submit } = await open('Sign Up');

    await submit();

    expect(panel.getAllByText('Required')).toHaveLength(4);
  });

  it('rejects a different confirmation', { tags: 'thorough' }, async () => {
    const card = await open('Sign Up');
    await fill(card, 'Inkwell#2026', 'Inkwell#2027');

    await card.submit();

    expect(await screen.findByText('Password Mismatch')).toBeVisible();
    expect(screen.getByText('Passwords do not match. Please try again.')).toBeVisible();
    expect(card.identity.calls).toEqual([]);
  });

  it('rejects a password that violates a rule', async () => {
    const card = await open('Sign Up');
    await fill(card, 'inkwell#2026');

    await card.submit();

    expect(await screen.findByText('Invalid Password')).toBeVisible();
    expect(screen.getByText('Please ensure your password meets all requirements.')).toBeVisible();
    expect(card.identity.calls).toEqual([]);
  });

  it('marks each rule as soon as it is met', async () => {
    const { user, panel } = await open('Sign Up');
    const met = () =>
      within(panel.getByRole('list', { name: 'Password requirements' }))
        .getAllByRole('listitem')
        .filter((rule) => rule.dataset.met === 'true')
        .map((rule) => rule.textContent);

    expect(met()).toEqual([]);
    await user.type(panel.getByLabelText('Password'), 'aB1');
    expect(met()).toEqual(['One uppercase letter (met)', 'One lowercase letter (met)', 'One number (met)']);
    await user.type(panel.getByLabelText('Password'), '!xyz');
    expect(met()).toHaveLength(5);
  });

  it('creates the account with its name', { tags: 'thorough' }, async () => {
    const card = await open('Sign Up');
    await fill(card, 'Inkwell#2026');

    await card.submit();

    expect(await screen.findByText('Account Created!')).toBeVisible();
    expect(screen.getByText(`Welcome to ${DEFAULT_SITE.name}, Rita Reader!`)).toBeVisible();
    expect(card.identity.calls).toEqual([
      ['signUp', { displayName: 'Rita Reader', email: 'reader@inkwell.test', password: 'Inkwell#2026' }],
    ]);
  });

  it('explains each refusal', async () => {
    const card = await open('Sign Up');
    await fill(card, 'Inkwell#2026');

    for (const [code, text] of [
      ['email-already-in-use', 'The email address is already in use by another account.'],
      ['internal-error', 'Failed to create account. Please try again.'],
    ] as const) {
      card.identity.failNext(code);
      await card.submit();

      expect(await card.panel.findByText(text)).toBeVisible();
      expect(screen.getByText('Sign Up Failed').parentElement).toHaveTextContent(text);
    }
  });
});

it('the arrow keys switch between the tabs', async () => {
  const { user } = await open('Sign In');

  await user.keyboard('{ArrowRight}');

  expect(screen.getByRole('tab', { name: 'Sign Up', selected: true })).toHaveFocus();
});

describe('the folded form', () => {
  const card = () => screen.getByRole('tablist').parentElement;
  const show = async () => {
    const app = renderPage('/', { api: createFakeApi().hang(postApi.list) });
    await screen.findByRole('tab', { name: 'Sign In' });
    expect(card()).not.toHaveAttribute('data-open');
    return app;
  };

  it('is in the document, and Use Email opens it with the focus in its first field', async () => {
    const { user } = await show();
    const email = screen.getByLabelText('Email');

    await user.click(screen.getByRole('button', { name: 'Use Email' }));

    expect(card()).toHaveAttribute('data-open');
    expect(email).toHaveFocus();
  });

  it.each([
    ['a tab', async ({ user }) => user.click(screen.getByRole('tab', { name: 'Sign In' }))],
    ['a field that gets the focus', async ({ user }) => user.click(screen.getByLabelText('Password'))],
    ['Get Started Today', async ({ user }) => user.click(screen.getByRole('button', { name: 'Get Started Today' }))],
    ['a link to it', ({ router }) => act(() => router.navigate('/', { state: { auth: 'sign-in' } }))],
  ] satisfies [string, (app: Awaited<ReturnType<typeof show>>) => Promise<unknown>][])(
    'is opened by %s',
    async (_, open) => {
      const app = await show();

      await open(app);

      await waitFor(() => expect(card()).toHaveAttribute('data-open'));
    },
  );
});
