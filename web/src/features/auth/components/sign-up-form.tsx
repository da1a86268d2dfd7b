import { meetsPasswordRules, SignUpForm as Schema } from '@inkwell/shared/passwords';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Field, PasswordField } from '../../../components/field.tsx';
import { useFields } from '../../../hooks/use-fields.ts';
import { identityErrorText } from '../../../lib/identity.ts';
import { identityProvider } from '../../../lib/identity-store.ts';
import { useSite } from '../../../lib/site.ts';
import { toastError, toastSuccess } from '../../../lib/toast.ts';
import styles from './auth-card.module.css';
import { PasswordChecklist } from './password-checklist.tsx';

/** A new account. On submit, a different confirmation and each unmet rule show a toast. Product §5 and §8. */
export function SignUpForm({ email }: { readonly email: string }) {
  const { field, validate, values } = useFields(Schema, {
    displayName: '',
    email,
    password: '',
    confirmPassword: '',
  });
  const [isVisible, setVisible] = useState(false);
  const rulesId = useId();
  const { name: siteName } = useSite();
  const signUp = useMutation({
    mutationFn: async () => {
      const provider = await identityProvider();
      const displayName = values.displayName.trim();
      await provider.signUp({ displayName, email: values.email.trim(), password: values.password });
      return displayName;
    },
    onSuccess: (name) => toastSuccess('Account Created!', `Welcome to ${siteName}, ${name}!`),
    onError: (error) => toastError('Sign Up Failed', reasonOf(error)),
  });
  const reasonOf = (error: unknown) => identityErrorText(error, 'Failed to create account. Please try again.');

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (signUp.isPending || !validate(event.currentTarget)) return;
    if (values.password !== values.confirmPassword) {
      toastError('Password Mismatch', 'Passwords do not match. Please try again.');
    } else if (!meetsPasswordRules(values.password)) {
      toastError('Invalid Password', 'Please ensure your password meets all requirements.');
    } else {
      signUp.mutate();
    }
  };

  const passwords = { required: true, isVisible, onToggle: () => setVisible(!isVisible) };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <Field {...field('displayName')} label="Display Name" autoComplete="name" required />
      <Field {...field('email')} label="Email" type="email" autoComplete="username" required />
      <PasswordField
        {...field('password')}
        {...passwords}
        label="Password"
        autoComplete="new-password"
        describedBy={rulesId}
      />
      <PasswordChecklist id={rulesId} password={values.password} />
      <PasswordField
        {...field('confirmPassword')}
        {...passwords}
        label="Confirm Password"
        autoComplete="new-password"
      />
      {signUp.isError && <p className={styles.failure}>{reasonOf(signUp.error)}</p>}
      <Button type="submit" isFullWidth isPending={signUp.isPending}>
        {signUp.isPending ? 'Creating account...' : 'Create Account'}
      </Button>
    </form>
  );
}
