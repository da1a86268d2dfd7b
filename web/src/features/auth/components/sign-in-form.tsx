import { SignInForm as Schema } from '@inkwell/shared/passwords';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import { Button } from '../../../components/button.tsx';
import { Field, PasswordField } from '../../../components/field.tsx';
import { useFields } from '../../../hooks/use-fields.ts';
import { useSignInState } from '../../../hooks/use-return-place.ts';
import { useTypedBefore } from '../../../hooks/use-typed-before.ts';
import { greet } from '../../../lib/greeting.ts';
import { identityErrorText } from '../../../lib/identity.ts';
import { identityProvider } from '../../../lib/identity-store.ts';
import { paths } from '../../../lib/paths.ts';
import { toastError } from '../../../lib/toast.ts';
import styles from './auth-card.module.css';

/** E-mail and password. Texts of product §8. */
export function SignInForm() {
  const { field, validate, values } = useFields(Schema, { email: '', password: '' });
  const form = useRef<HTMLFormElement>(null);
  const state = useSignInState();
  const [isVisible, setVisible] = useState(false);
  const signIn = useMutation({
    mutationFn: async () => (await identityProvider()).signIn(values.email.trim(), values.password),
    onSuccess: () => greet('Welcome back!', 'You have successfully signed in.'),
    onError: (error) =>
      toastError('Sign In Failed', identityErrorText(error, 'Please check your credentials and try again.')),
  });

  useTypedBefore(form, (name, value) => {
    if (name === 'email' || name === 'password') field(name).onChange({ target: { value } });
  });

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!signIn.isPending && validate(event.currentTarget)) signIn.mutate();
  };

  return (
    // Should the browser ever send it, then without the password in the address.
    <form ref={form} method="post" className={styles.form} onSubmit={submit} noValidate>
      <Field {...field('email')} label="Email" type="email" autoComplete="username" required />
      <PasswordField
        {...field('password')}
        label="Password"
        autoComplete="current-password"
        required
        isVisible={isVisible}
        onToggle={() => setVisible(!isVisible)}
      />
      <Link className={styles.forgot} to={paths.forgotPassword} state={state}>
        Forgot password?
      </Link>
      <Button type="submit" isFullWidth isPending={signIn.isPending}>
        {signIn.isPending ? 'Signing in...' : 'Sign In'}
      </Button>
    </form>
  );
}
