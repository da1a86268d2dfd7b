import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { Button, ButtonLink } from '../../../components/button.tsx';
import { Field } from '../../../components/field.tsx';
import { takeLostFocus } from '../../../hooks/take-lost-focus.ts';
import { useSignInState } from '../../../hooks/use-return-place.ts';
import { identityErrorCode, identityReason } from '../../../lib/identity.ts';
import { identityProvider, warmUpIdentity } from '../../../lib/identity-store.ts';
import { paths } from '../../../lib/paths.ts';
import { usePageTitle } from '../../../lib/title.ts';
import styles from '../components/auth-page.module.css';
import { AuthPage, FormError } from '../components/auth-page.tsx';

/** Product §8. The first error never occurs in projects that hide which addresses exist. */
const ERRORS: Record<string, string> = {
  'user-not-found': 'No account found with this email address.',
  'invalid-email': 'Please enter a valid email address.',
  'too-many-requests': 'Too many requests. Please try again later.',
};
const OTHER_ERROR = 'Failed to send password reset email. Please try again.';

function EmailSent({ email, onAgain }: { readonly email: string; readonly onAgain: () => void }) {
  return (
    <AuthPage
      isOutcome
      title="Check Your Email"
      lead={
        <>
          If an account belongs to <strong>{email}</strong>, a link to set a new password is on its way. It may take a
          minute, and it may have landed in spam.
        </>
      }
    >
      <div className="buttons">
        <Button variant="secondary" onClick={onAgain}>
          Send Another Email
        </Button>
        <ButtonLink to={paths.home} variant="quiet">
          Back to Home
        </ButtonLink>
      </div>
    </AuthPage>
  );
}

/** Requests a password reset email. Product §2. */
export function Component() {
  usePageTitle('Forgot Password');
  const [email, setEmail] = useState('');
  const [isAgain, setAgain] = useState(false);
  const signIn = useSignInState('sign-in');
  const [invalid, setInvalid] = useState<string | null>(null);
  const request = useMutation({
    mutationFn: async (address: string) => (await identityProvider()).sendPasswordReset(address),
    onError: (error) => console.warn('The password reset email was not sent', error),
  });

  useEffect(warmUpIdentity, []);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (request.isPending) return;
    const input = event.currentTarget.elements.namedItem('email') as HTMLInputElement;
    const problem = email.trim() === '' ? 'Required' : input.validity.typeMismatch ? ERRORS['invalid-email'] : null;
    setInvalid(problem ?? null);
    if (problem) input.focus();
    else request.mutate(email.trim());
  };

  if (request.isSuccess) {
    const startAgain = () => {
      setAgain(true);
      request.reset();
    };
    return <EmailSent key="sent" email={email.trim()} onAgain={startAgain} />;
  }

  const error = request.isError ? (ERRORS[identityErrorCode(request.error) ?? ''] ?? OTHER_ERROR) : null;
  return (
    <AuthPage
      key="form"
      title="Forgot Password"
      lead="Enter your email address and we will send you a link to set a new password."
    >
      <form className={styles.form} onSubmit={submit} noValidate>
        <FormError reason={identityReason(request.error)}>{error}</FormError>
        <Field
          ref={isAgain ? takeLostFocus : null}
          label="Email"
          type="email"
          name="email"
          autoComplete="username"
          required
          value={email}
          error={invalid}
          onChange={(event) => {
            setEmail(event.target.value);
            setInvalid(null);
          }}
        />
        <Button type="submit" isFullWidth isPending={request.isPending}>
          {request.isPending ? 'Sending...' : 'Send Reset Email'}
        </Button>
      </form>
      <p>
        <Link to={paths.home} state={signIn}>
          Back to Sign In
        </Link>
      </p>
    </AuthPage>
  );
}
