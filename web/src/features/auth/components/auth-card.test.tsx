import { analyticsApi } from '@inkwell/shared/analytics';
import { categoryApi } from '@inkwell/shared/categories';
import { notificationApi } from '@inkwell/shared/notifications';
import { postApi } from '@inkwell/shared/posts';
import { DEFAULT_SITE } from '@inkwell/shared/site';
import { userApi } from '@inkwell/shared/users';
import { screen, within } from '@testing-library/react';
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

  it('has the password field before its show button in the tab order', { tags: 'thorough' }, async () => {
    const { user, panel } = await open('Sign In');
    await user.click(panel.getByLabelText('Email'));

    await user.tab();
    expect(panel.getByLabelText('Password')).toHaveFocus();
    await user.tab();
    expect(panel.getByRole('button', { name: 'Show' })).toHaveFocus();
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

  it('shows a toast that explains each refusal, and keeps the typed text', async () => {
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

      expect(await screen.findByText(text)).toBeVisible();
      expect(screen.getByText('Sign In Failed')).toBeVisible();
      expect(panel.getByLabelText('Email')).toHaveValue('reader@inkwell.test');
    }
  });

  it('can show the password', async () => {
    const { user, panel } = await open('Sign In');

    await user.click(panel.getByRole('button', { name: 'Show' }));

    expect(panel.getByLabelText('Password')).toHaveAttribute('type', 'text');
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
    expect(screen.getByText('Failed to sign in with Google. Please try again.')).toBeVisible();
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

      expect(await screen.findByText(text)).toBeVisible();
      expect(screen.getByText('Sign Up Failed')).toBeVisible();
    }
  });
});

it('the arrow keys switch between the tabs', async () => {
  const { user } = await open('Sign In');

  await user.keyboard('{ArrowRight}');

  expect(screen.getByRole('tab', { name: 'Sign Up', selected: true })).toHaveFocus();
});
