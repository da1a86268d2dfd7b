import { meetsPasswordRules } from '@inkwell/shared/passwords';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { Button, ButtonLink } from '../../../components/button.tsx';
import { PasswordField } from '../../../components/field.tsx';
import { useSignInState } from '../../../hooks/use-return-place.ts';
import { identityErrorCode, identityReason } from '../../../lib/identity.ts';
import { identityProvider, warmUpIdentity } from '../../../lib/identity-store.ts';
import { paths } from '../../../lib/paths.ts';
import { usePageTitle } from '../../../lib/title.ts';
import styles from '../components/auth-page.module.css';
import { AuthPage, FormError } from '../components/auth-page.tsx';
import { PasswordChecklist } from '../components/password-checklist.tsx';

/** Product §9. */
const REDIRECT_MS = 3_000;

/** Product §5 and §8. */
const TEXTS = {
  missingAtLoad: 'Invalid or missing reset code. Please request a new password reset.',
  missingAtSubmit: 'Invalid reset code. Please request a new password reset.',
  unmet: 'Please meet all password requirements.',
  mismatch: 'Passwords do not match.',
  other: 'Failed to reset password. Please try again.',
};
const PROVIDER_ERRORS: Record<string, string> = {
  'expired-action-code': 'This reset link has expired. Please request a new password reset.',
  'invalid-action-code': 'This reset link is invalid. Please request a new password reset.',
  'weak-password': 'Password is too weak. Please choose a stronger password.',
};

function ResetDone() {
  const navigate = useNavigate();
  const signIn = useSignInState('sign-in');
  useEffect(() => {
    const timer = setTimeout(() => void navigate(paths.home, { replace: true }), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <AuthPage
      isOutcome
      title="Password Reset Successful"
      lead={<p role="status">Your password has been changed. You are taken to the home page in 3 seconds.</p>}
    >
      <div className="buttons">
        <ButtonLink to={paths.home} state={signIn} replace>
          Continue to Sign In
        </ButtonLink>
      </div>
    </AuthPage>
  );
}

/** Sets a new password with the code from the email's link. Product §2. */
export function Component() {
  usePageTitle('Reset Password');
  const [params] = useSearchParams();
  const code = params.get('oobCode') || params.get('code');
  const [password, setPassword] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const [areVisible, setVisible] = useState(false);
  const [error, setError] = useState<string | null>(code ? null : TEXTS.missingAtLoad);
  const rulesId = useId();
  const reset = useMutation({
    mutationFn: async (resetCode: string) => (await identityProvider()).confirmPasswordReset(resetCode, password),
    onError: (failure) => {
      console.warn('The password was not reset', failure);
      setError(PROVIDER_ERRORS[identityErrorCode(failure) ?? ''] ?? TEXTS.other);
    },
  });

  useEffect(warmUpIdentity, []);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reset.isPending) return;
    if (!code) return setError(TEXTS.missingAtSubmit);
    if (!meetsPasswordRules(password)) return setError(TEXTS.unmet);
    if (password !== confirmation) return setError(TEXTS.mismatch);
    setError(null);
    reset.mutate(code);
  };

  if (reset.isSuccess) return <ResetDone key="done" />;

  // One toggle for both fields, in both places. Product §2.
  const shared = {
    autoComplete: 'new-password',
    required: true,
    isVisible: areVisible,
    onToggle: () => setVisible(!areVisible),
  };
  return (
    <AuthPage title="Reset Password" lead="Choose a new password for your account.">
      <form className={styles.form} onSubmit={submit} noValidate>
        <FormError reason={error === TEXTS.other ? identityReason(reset.error) : null}>{error}</FormError>
        <PasswordField
          {...shared}
          label="New Password"
          name="password"
          value={password}
          describedBy={rulesId}
          onChange={(event) => setPassword(event.target.value)}
        />
        <PasswordChecklist id={rulesId} password={password} />
        <PasswordField
          {...shared}
          label="Confirm Password"
          name="confirmPassword"
          value={confirmation}
          onChange={(event) => setConfirmation(event.target.value)}
        />
        <Button type="submit" isFullWidth isPending={reset.isPending}>
          {reset.isPending ? 'Resetting...' : 'Reset Password'}
        </Button>
      </form>
      <p>
        <Link to={paths.forgotPassword}>Request a new reset link</Link>
      </p>
    </AuthPage>
  );
}
