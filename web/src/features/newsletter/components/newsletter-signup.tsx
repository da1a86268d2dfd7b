import { INVALID_EMAIL, isEmailAddress } from '@inkwell/shared/email-address';
import type { NewsletterPlace } from '@inkwell/shared/newsletter-words';
import { type FormEvent, Suspense, useId, useRef, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { lazyPart } from '../../../components/lazy-part.tsx';
import { takeLostFocus } from '../../../hooks/take-lost-focus.ts';
import { useTypedBefore } from '../../../hooks/use-typed-before.ts';
import { useViewer } from '../../../lib/session.tsx';
import { useSite } from '../../../lib/site.ts';
import { dismissToast, toastError, toastSuccess } from '../../../lib/toast.ts';
import { showNotSubscribed, useSubscribe } from '../api/mutations.ts';
import styles from './newsletter-signup.module.css';

interface NewsletterSignupProps {
  readonly variant: NewsletterPlace;
  readonly headingLevel?: 2 | 3;
  /** The post that contains it. */
  readonly postId?: string;
}

/** The button for readers with an account; if its code fails to load, the form works for them too. */
const LazySubscribeMyself = lazyPart(async () => (await import('./subscribe-myself.tsx')).SubscribeMyself);

/**
 * Subscribes an address to the newsletter, then shows a thank-you. Readers with an account have a button for their own address. Product §4, §5 and
 * §8.
 */
export function NewsletterSignup({ variant, headingLevel = 2, postId }: NewsletterSignupProps) {
  const [typed, setTyped] = useState('');
  /** The toast about an invalid address; null for a valid one. */
  const [complaint, setComplaint] = useState<number | null>(null);
  const isInvalid = complaint !== null;
  const [isSubscribed, setSubscribed] = useState(false);
  /** The form stays while somebody uses it. */
  const [isUsed, setUsed] = useState(false);
  const subscribe = useSubscribe(postId);
  const form = useRef<HTMLFormElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const Heading = `h${headingLevel}` as const;
  const { places, consent } = useSite().newsletter;
  const words = places[variant];
  const email = useViewer()?.email;

  useTypedBefore(form, (_, text) => setTyped(text));

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (subscribe.isPending) return;
    const address = typed.trim();
    if (!isEmailAddress(address)) {
      setComplaint(toastError('Invalid Email', INVALID_EMAIL));
      input.current?.focus();
      return;
    }
    subscribe.mutate(address, {
      onSuccess: ({ requiresConfirmation }) =>
        requiresConfirmation
          ? toastSuccess('Check your email', 'We sent you a link. Please click it to confirm your subscription.')
          : toastSuccess('Successfully subscribed!', 'Thank you for subscribing to our newsletter.'),
      onError: showNotSubscribed,
    });
  };

  if (subscribe.isSuccess) {
    return (
      <section className={styles.box} data-variant={variant} aria-labelledby={id}>
        <Heading id={id} ref={takeLostFocus} tabIndex={-1} data-focus-target className={styles.title}>
          Thank you for subscribing!
        </Heading>
        <p role="status" className={styles.text}>
          {subscribe.data.requiresConfirmation
            ? 'Please check your email and confirm your subscription with the link we sent you.'
            : 'You’re subscribed.'}
        </p>
      </section>
    );
  }

  const own = email && (
    <div key="own" className={styles.own}>
      <Suspense>
        <LazySubscribeMyself email={email} onKnown={setSubscribed} />
      </Suspense>
    </div>
  );
  if (own && isSubscribed && !isUsed && typed === '') {
    return (
      // Without a name it is not a landmark, because a page may have two.
      <section key="form" className={styles.box} data-variant={variant}>
        {own}
      </section>
    );
  }

  return (
    <section key="form" className={styles.box} data-variant={variant} aria-labelledby={id}>
      <Heading id={id} className={styles.title}>
        {words.title}
      </Heading>
      <p className={styles.text}>{words.text}</p>
      <form ref={form} className={styles.form} onSubmit={submit} onFocus={() => setUsed(true)} noValidate>
        <label className="visually-hidden" htmlFor={`${id}-email`}>
          Email address
        </label>
        <input
          ref={input}
          id={`${id}-email`}
          className={styles.input}
          type="email"
          name="newsletter-email"
          autoComplete="email"
          placeholder="Enter your email"
          value={typed}
          aria-invalid={isInvalid}
          aria-describedby={isInvalid ? `${id}-error` : undefined}
          onChange={(event) => {
            setTyped(event.target.value);
            // The toast covers the button.
            if (isInvalid) dismissToast(complaint);
            setComplaint(null);
          }}
        />
        <Button type="submit" isPending={subscribe.isPending}>
          {subscribe.isPending ? 'Subscribing...' : 'Subscribe'}
        </Button>
        {isInvalid && (
          <p id={`${id}-error`} className={styles.error}>
            {INVALID_EMAIL}
          </p>
        )}
      </form>
      {own}
      <p className={styles.consent}>{consent}</p>
    </section>
  );
}
