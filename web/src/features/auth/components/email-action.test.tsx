import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeIdentity } from '../../../test/fake-identity.ts';
import { renderPage } from '../../../test/render-app.tsx';

// The provider's refusals are logged as warnings.
beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});

function open(query: string, identity = new FakeIdentity()) {
  return { ...renderPage(`/auth/action?${query}`, { identity }), identity };
}

const heading = (name: string) => screen.findByRole('heading', { name });

describe('the link in an email about an address', () => {
  it.each([
    ['verifyEmail', 'Confirm Your Email', 'Confirm Email', 'Email Confirmed'],
    ['verifyAndChangeEmail', 'Change Your Email', 'Change Email', 'Email Changed'],
    ['recoverEmail', 'Restore Your Email', 'Restore Email', 'Email Restored'],
  ])('explains first, and acts on request: %s', async (mode, question, button, done) => {
    const app = open(`mode=${mode}&oobCode=abc`);
    expect(await screen.findByText('rita@inkwell.test')).toBeVisible();
    expect(screen.getByRole('heading', { name: question }).closest('[data-focus-target]')).toHaveFocus();
    expect(app.identity.calls).toEqual([['checkActionCode', 'abc']]);

    await app.user.click(screen.getByRole('button', { name: button }));

    expect(await heading(done)).toBeVisible();
    expect(app.identity.calls).toEqual([
      ['checkActionCode', 'abc'],
      ['applyActionCode', 'abc'],
    ]);
    expect(screen.getByRole('heading', { name: done }).closest('[data-focus-target]')).toHaveFocus();
  });

  const CONFIRM = 'mode=verifyEmail&oobCode=abc&continueUrl=';
  it.each([
    [CONFIRM + encodeURIComponent(`${window.location.origin}/posts?page=2`), 'Continue', '/posts?page=2'],
    [`${CONFIRM}https%3A%2F%2Felsewhere.test%2F`, 'Continue', '/'],
    ['mode=recoverEmail&oobCode=abc', 'Set a New Password', '/forgot-password'],
  ])('with %s offers to %s, only on this site: %s', async (query, name, href) => {
    const app = open(query);

    await app.user.click(await screen.findByRole('button', { name: /^(Confirm|Restore) Email$/ }));

    expect(await screen.findByRole('link', { name })).toHaveAttribute('href', href);
  });

  it.each([
    ['expired-action-code', 'This link has expired. Please ask for a new one.'],
    ['invalid-action-code', 'This link is invalid, or it has been used already.'],
    ['user-disabled', 'This account has been disabled.'],
    ['user-not-found', 'The account of this link no longer exists.'],
  ])('explains %s, both immediately and after confirmation', { tags: 'thorough' }, async (code, text) => {
    const identity = new FakeIdentity();
    identity.failNext(code);
    const { unmount } = open('mode=verifyEmail&oobCode=abc', identity);
    expect(await screen.findByText(text)).toHaveAttribute('role', 'alert');
    expect(screen.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/');
    expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull();
    unmount();

    const app = open('mode=verifyEmail&oobCode=abc');
    const button = await screen.findByRole('button', { name: 'Confirm Email' });
    app.identity.failNext(code);
    await app.user.click(button);
    expect(await screen.findByText(text)).toHaveAttribute('role', 'alert');
  });

  it('can be retried after a network failure', async () => {
    const identity = new FakeIdentity();
    identity.failNext('network-request-failed');
    const app = open('mode=verifyEmail&oobCode=abc', identity);

    await app.user.click(await screen.findByRole('button', { name: 'Try Again' }));

    expect(await heading('Confirm Your Email')).toBeVisible();
  });

  it('is rejected without a code, without a call', async () => {
    const { identity } = open('mode=verifyEmail');

    expect(await screen.findByText('This link is invalid, or it has been used already.')).toBeVisible();
    expect(identity.calls).toEqual([]);
  });
});

it("the provider's own address leads to the home page", async () => {
  const identity = new FakeIdentity();
  const { router } = renderPage('/__/auth/action?mode=verifyEmail&oobCode=abc', { identity });

  await screen.findByRole('tab', { name: 'Sign In' });

  expect(router.state.location.pathname).toBe('/');
  expect(identity.calls).toEqual([]);
});
