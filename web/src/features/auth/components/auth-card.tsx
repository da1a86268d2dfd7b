import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { warmUpIdentity } from '../../../lib/identity-store.ts';
import styles from './auth-card.module.css';
import { GoogleButton } from './google-button.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { SignUpForm } from './sign-up-form.tsx';

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
