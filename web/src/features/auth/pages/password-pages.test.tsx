import { DEFAULT_SITE } from '@inkwell/shared/site';
import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeIdentity } from '../../../test/fake-identity.ts';
import { renderPage } from '../../../test/render-app.tsx';

// The provider's refusals are logged as warnings.
beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});

function open(address: string) {
  const identity = new FakeIdentity();
  return { ...renderPage(address, { identity }), identity };
}

describe('the forgot password page', () => {
  const send = async (app: ReturnType<typeof open>, email: string) => {
    const field = await screen.findByLabelText('Email', { selector: '[autocomplete="username"]' });
    if (email) await app.user.type(field, email);
    await app.user.click(screen.getByRole('button', { name: 'Send Reset Email' }));
    return field;
  };

  it('asks for an email address', async () => {
    const app = open('/forgot-password');

    const field = await send(app, '');

    expect(field).toBeRequired();
    expect(field).toHaveAttribute('type', 'email');
    expect(screen.getByText('Required')).toBeVisible();
    expect(app.identity.calls).toEqual([]);
  });

  it('says that the email was sent, and can send another', async () => {
    const app = open('/forgot-password');

    await send(app, 'reader@inkwell.test');

    expect(await screen.findByRole('heading', { name: 'Check Your Email' })).toHaveFocus();
    expect(app.identity.calls).toEqual([['sendPasswordReset', 'reader@inkwell.test']]);
    expect(screen.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/');
    await app.user.click(screen.getByRole('button', { name: 'Send Another Email' }));
    expect(screen.getByRole('button', { name: 'Send Reset Email' })).toBeVisible();
    expect(screen.getByLabelText('Email', { selector: '[autocomplete="username"]' })).toHaveFocus();
  });

  it('explains each refusal', async () => {
    const app = open('/forgot-password');
    await app.user.type(await screen.findByLabelText('Email', { selector: '[autocomplete="username"]' }), 'a@b.test');

    for (const [code, text] of [
      ['user-not-found', 'No account found with this email address.'],
      ['invalid-email', 'Please enter a valid email address.'],
      ['too-many-requests', 'Too many requests. Please try again later.'],
      ['internal-error', 'Failed to send password reset email. Please try again.'],
      ['network-request-failed', 'Failed to send password reset email. Please try again.The network did not answer.'],
    ] as const) {
      app.identity.failNext(code);
      await send(app, '');

      await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(new RegExp(`^${text}`)));
    }
  });
});

describe('the reset password page', () => {
  const fill = async (app: ReturnType<typeof open>, password: string, confirm = password) => {
    await app.user.type(await screen.findByLabelText('New Password'), password);
    await app.user.type(screen.getByLabelText('Confirm Password'), confirm);
    await app.user.click(screen.getByRole('button', { name: 'Reset Password' }));
  };
  const alert = () => screen.getByRole('alert');

  it('reports a missing code at once and again on submit', async () => {
    const app = open('/reset-password');
    await screen.findByLabelText('New Password');
    expect(alert()).toHaveTextContent('Invalid or missing reset code. Please request a new password reset.');

    await fill(app, 'Inkwell#2026');

    expect(alert()).toHaveTextContent('Invalid reset code. Please request a new password reset.');
    expect(app.identity.calls).toEqual([]);
  });

  it('rejects a password that violates a rule, then a different confirmation', async () => {
    const app = open('/reset-password?oobCode=abc');
    await fill(app, 'short', 'shorter');
    expect(alert()).toHaveTextContent('Please meet all password requirements.');

    await app.user.type(screen.getByLabelText('New Password'), 'A1!');
    await app.user.click(screen.getByRole('button', { name: 'Reset Password' }));

    expect(alert()).toHaveTextContent('Passwords do not match.');
    expect(app.identity.calls).toEqual([]);
  });

  it('shares one visibility toggle between both fields', async () => {
    const app = open('/reset-password?oobCode=abc');

    await app.user.click((await screen.findAllByRole('button', { name: 'Show' }))[1] as HTMLElement);

    expect(screen.getByLabelText('New Password')).toHaveAttribute('type', 'text');
    expect(screen.getByLabelText('Confirm Password')).toHaveAttribute('type', 'text');
  });

  it.each(['oobCode', 'code'])(
    'sets the password with %s and opens the home page after three seconds',
    async (name) => {
      vi.useFakeTimers({ shouldAdvanceTime: true });
      const app = open(`/reset-password?mode=resetPassword&${name}=abc`);

      await fill(app, 'Inkwell#2026');

      expect(await screen.findByRole('heading', { name: 'Password Reset Successful' })).toBeVisible();
      expect(app.identity.calls).toEqual([['confirmPasswordReset', 'abc', 'Inkwell#2026']]);
      expect(app.router.state.location.pathname).toBe('/reset-password');
      await act(() => vi.advanceTimersByTimeAsync(3_000));
      await waitFor(() => expect(app.router.state.location.pathname).toBe('/'));
    },
  );

  it('explains each refusal', async () => {
    const app = open('/reset-password?oobCode=abc');
    await screen.findByLabelText('New Password');
    app.identity.failNext('expired-action-code');
    await fill(app, 'Inkwell#2026');
    await waitFor(() =>
      expect(alert()).toHaveTextContent('This reset link has expired. Please request a new password reset.'),
    );

    for (const [code, text] of [
      ['invalid-action-code', 'This reset link is invalid. Please request a new password reset.'],
      ['weak-password', 'Password is too weak. Please choose a stronger password.'],
      ['internal-error', 'Failed to reset password. Please try again.'],
    ] as const) {
      app.identity.failNext(code);
      await app.user.click(screen.getByRole('button', { name: 'Reset Password' }));

      await waitFor(() => expect(alert()).toHaveTextContent(text));
    }
  });
});

describe.each(['/__/auth/action', '/auth/action'])('%s', (path) => {
  it('opens the reset page with the code', async () => {
    const { router } = open(`${path}?mode=resetPassword&oobCode=a%26b&apiKey=k`);

    await screen.findByLabelText('New Password');

    expect(router.state.location.pathname).toBe('/reset-password');
    expect(new URLSearchParams(router.state.location.search).get('oobCode')).toBe('a&b');
    expect(screen.getByRole('alert')).toBeEmptyDOMElement();
  });

  it('opens the home page in any other mode', async () => {
    const { router } = open(`${path}?mode=signIn&oobCode=abc`);

    await screen.findByText(`Welcome to ${DEFAULT_SITE.name}`);
    await screen.findByRole('tab', { name: 'Sign In' });

    expect(router.state.location.pathname).toBe('/');
  });
});
