import { GOOGLE_MARK } from '@inkwell/shared/google-mark';
import { SignInForm as Schema } from '@inkwell/shared/passwords';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import { Button } from '../../../components/button.tsx';
import { Field, PasswordField } from '../../../components/field.tsx';
import { useFields } from '../../../hooks/use-fields.ts';
import { useSignInState } from '../../../hooks/use-return-place.ts';
import { useTypedBefore } from '../../../hooks/use-typed-before.ts';
import { greet } from '../../../lib/greeting.ts';
import { identityErrorText } from '../../../lib/identity.ts';
import { identityProvider, warmUpIdentity } from '../../../lib/identity-store.ts';
import { paths } from '../../../lib/paths.ts';
import { toastError } from '../../../lib/toast.ts';
import styles from './auth-card.module.css';
import { SignUpForm } from './sign-up-form.tsx';

const GoogleMark = () => (
  <svg viewBox="0 0 18 18" width="18" height="18" aria-hidden="true" focusable="false">
    {GOOGLE_MARK.map(({ fill, path }) => (
      <path key={fill} fill={fill} d={path} />
    ))}
  </svg>
);

/** Federated sign-in in a popup, with the scopes email and profile. Product §7 and §8. */
function GoogleButton() {
  const signIn = useMutation({
    mutationFn: async () => (await identityProvider()).signInWithGoogle(),
    onSuccess: () => greet('Welcome!', 'You have successfully signed in with Google.'),
    onError: (error) =>
      toastError('Google Sign In Failed', identityErrorText(error, 'Failed to sign in with Google. Please try again.')),
  });
  return (
    <Button
      variant="secondary"
      isFullWidth
      icon={<GoogleMark />}
      isPending={signIn.isPending}
      onClick={() => signIn.mutate()}
    >
      {signIn.isPending ? 'Waiting for Google...' : 'Continue with Google'}
    </Button>
  );
}

/** E-mail and password. Texts of product §8. */
function SignInForm() {
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

export type AuthTab = 'sign-in' | 'sign-up';

const TABS = [
  { id: 'sign-in', label: 'Sign In' },
  { id: 'sign-up', label: 'Sign Up' },
] as const;

interface AuthCardProps {
  /** Opens a tab and focuses its first field, again for each new `key`. */
  readonly request: { readonly tab: AuthTab; readonly key: string } | null;
}

/** Signing in and up, by e-mail or with Google. Product §2, Landing page. */
export function AuthCard({ request }: AuthCardProps) {
  const [tab, setTab] = useState<AuthTab>(request?.tab ?? 'sign-in');
  const unanswered = useRef<AuthCardProps['request']>(null);
  const panel = useRef<HTMLDivElement>(null);
  const tabs = useRef<HTMLDivElement>(null);
  const id = useId();

  useEffect(() => {
    unanswered.current = request;
    if (request) setTab(request.tab);
  }, [request]);

  // The tab's panel may be rendered later, and the page may take the focus meanwhile.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new request for the open tab counts too
  useEffect(() => {
    if (unanswered.current?.tab !== tab) return;
    const frame = requestAnimationFrame(() => {
      unanswered.current = null;
      panel.current?.querySelector('input')?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [request, tab]);

  const onArrow = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    const next: AuthTab = tab === 'sign-in' ? 'sign-up' : 'sign-in';
    setTab(next);
    tabs.current?.querySelector<HTMLElement>(`[data-tab="${next}"]`)?.focus();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: nothing happens here; the provider is loaded ahead of its use
    <div className={styles.card} onFocus={warmUpIdentity} onPointerEnter={warmUpIdentity}>
      <div ref={tabs} role="tablist" aria-label="Account" className={styles.tabs}>
        {TABS.map(({ id: name, label }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            data-tab={name}
            aria-selected={tab === name}
            aria-controls={`${id}-panel`}
            tabIndex={tab === name ? 0 : -1}
            className={styles.tab}
            onClick={() => setTab(name)}
            onKeyDown={onArrow}
          >
            {label}
          </button>
        ))}
      </div>
      <div ref={panel} role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${tab}`} className={styles.panel}>
        {tab === 'sign-in' ? <SignInForm /> : <SignUpForm />}
        <p className={styles.or}>
          <span>or</span>
        </p>
        <GoogleButton />
      </div>
    </div>
  );
}
