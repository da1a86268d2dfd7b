import { GOOGLE_MARK } from '@inkwell/shared/google-mark';
import { SignInForm as Schema } from '@inkwell/shared/passwords';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
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
    onError: (error) => toastError('Google Sign In Failed', reasonOf(error)),
  });
  const reasonOf = (error: unknown) => identityErrorText(error, 'Failed to sign in with Google. Please try again.');
  return (
    <>
      {signIn.isError && <p className={styles.failure}>{reasonOf(signIn.error)}</p>}
      <Button
        variant="secondary"
        isFullWidth
        icon={<GoogleMark />}
        isPending={signIn.isPending}
        onClick={() => signIn.mutate()}
      >
        {signIn.isPending ? 'Waiting for Google...' : 'Continue with Google'}
      </Button>
    </>
  );
}

/** Email and password. Texts of product §8. @param onTyped called if somebody typed before the app was ready */
function SignInForm({ email, onTyped }: { readonly email: string; readonly onTyped: () => void }) {
  const { field, validate, values } = useFields(Schema, { email, password: '' });
  const form = useRef<HTMLFormElement>(null);
  const state = useSignInState();
  const [isVisible, setVisible] = useState(false);
  const signIn = useMutation({
    mutationFn: async () => (await identityProvider()).signIn(values.email.trim(), values.password),
    onSuccess: () => greet('Welcome back!', 'You have successfully signed in.'),
    onError: (error) => toastError('Sign In Failed', reasonOf(error)),
  });
  const reasonOf = (error: unknown) => identityErrorText(error, 'Please check your credentials and try again.');

  useTypedBefore(form, (name, value) => {
    if (name === 'email' || name === 'password') field(name).onChange({ target: { value } });
    onTyped();
  });

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!signIn.isPending && validate(event.currentTarget)) signIn.mutate();
  };

  return (
    // If the browser ever submits the form, the address must not contain the password.
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
      {signIn.isError && <p className={styles.failure}>{reasonOf(signIn.error)}</p>}
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
  /** The initial tab; with Sign Up, the form is never folded. */
  readonly initialTab?: AuthTab;
  /** An address to fill in, which can be changed. */
  readonly email?: string;
}

/**
 * Signing in and up, by email or with Google. On small screens the form is folded at first, but stays in the document for password managers. Product
 * §2, Landing page.
 */
export function AuthCard({ request, initialTab = 'sign-in', email = '' }: AuthCardProps) {
  const [tab, setTab] = useState<AuthTab>(request?.tab ?? initialTab);
  const [wasOpened, setOpened] = useState(initialTab === 'sign-up');
  const unanswered = useRef<AuthCardProps['request']>(null);
  const panel = useRef<HTMLDivElement>(null);
  const tabs = useRef<HTMLDivElement>(null);
  const id = useId();

  useEffect(() => {
    unanswered.current = request;
    if (request) setTab(request.tab);
  }, [request]);

  // The tab's panel may be rendered later, and the page may take the focus meanwhile.
  // biome-ignore lint/correctness/useExhaustiveDependencies: also runs on a new request for the open tab
  useEffect(() => {
    if (unanswered.current?.tab !== tab) return;
    const frame = requestAnimationFrame(() => {
      unanswered.current = null;
      panel.current?.querySelector('input')?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [request, tab]);

  const open = (name: AuthTab) => {
    setTab(name);
    setOpened(true);
  };
  const useEmail = () => {
    flushSync(() => setOpened(true));
    panel.current?.querySelector('input')?.focus();
  };

  const onArrow = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    const next: AuthTab = tab === 'sign-in' ? 'sign-up' : 'sign-in';
    open(next);
    tabs.current?.querySelector<HTMLElement>(`[data-tab="${next}"]`)?.focus();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: no action; only preloads the provider
    <div
      className={styles.card}
      data-open={wasOpened || request !== null || undefined}
      onFocus={warmUpIdentity}
      onPointerEnter={warmUpIdentity}
    >
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
            onClick={() => open(name)}
            onKeyDown={onArrow}
          >
            {label}
          </button>
        ))}
      </div>
      <div ref={panel} role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${tab}`} className={styles.panel}>
        <GoogleButton />
        <p className={styles.or}>
          <span>or with email</span>
        </p>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a form in use stays unfolded, also when the screen becomes smaller */}
        <div className={styles.email} onFocus={() => setOpened(true)}>
          {tab === 'sign-in' ? (
            <SignInForm email={email} onTyped={() => setOpened(true)} />
          ) : (
            <SignUpForm email={email} />
          )}
        </div>
        <Button variant="secondary" isFullWidth className={styles.useEmail} onClick={useEmail}>
          Use Email
        </Button>
      </div>
    </div>
  );
}
