import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { takeLostFocus } from '../../../hooks/take-lost-focus.ts';
import { useOnScreen } from '../../../hooks/use-on-screen.ts';
import { profileDialog } from '../../../lib/profile-dialog.ts';
import { useSite } from '../../../lib/site.ts';
import { subscriptionQueries, useSubscribeMyself } from '../api/choices.ts';
import { showNotSubscribed } from '../api/mutations.ts';

const DONE = {
  subscribed: 'You are subscribed. You can change your choices in your profile.',
  known: 'You are already subscribed. You can change your choices in your profile.',
  asked: 'Please check your email and confirm your subscription with the link we sent you.',
} as const;

interface SubscribeMyselfProps {
  readonly email: string;
  /** Called with whether the address is known to be subscribed, so that nothing else is offered. */
  readonly onKnown?: (isSubscribed: boolean) => void;
}

/** Subscribes the address of the viewer's account with one click, or says that it is subscribed. */
export function SubscribeMyself({ email, onKnown }: SubscribeMyselfProps) {
  const subscribe = useSubscribeMyself();
  const { wants } = useSite().newsletter;
  const [isNear, setNear] = useState(false);
  /** The button stays while it has the focus, which would be lost with it. */
  const [isTouched, setTouched] = useState(false);
  const box = useOnScreen<HTMLDivElement>(() => setNear(true), !isNear);
  // Loaded once per tab, because the footer of every page shows it; changes here update it.
  const own = useQuery({ ...subscriptionQueries.own(), enabled: isNear, staleTime: Number.POSITIVE_INFINITY });

  const isKnown = own.data?.isSubscribed === true && !isTouched && !subscribe.isSuccess;
  useEffect(() => onKnown?.(isKnown), [onKnown, isKnown]);

  const submit = () =>
    subscribe.mutate(wants, {
      onError: showNotSubscribed,
    });
  if (subscribe.isSuccess) {
    return (
      <p role="status" ref={takeLostFocus} tabIndex={-1} data-focus-target>
        {DONE[subscribe.data]}
      </p>
    );
  }
  if (isKnown) {
    return (
      <>
        <p>You’re subscribed as {email}.</p>
        <button type="button" onClick={() => profileDialog.set(true)}>
          Change What You Get
        </button>
      </>
    );
  }
  return (
    <div ref={box}>
      <button
        type="button"
        aria-disabled={subscribe.isPending}
        onFocus={() => setTouched(true)}
        onClick={subscribe.isPending ? undefined : submit}
      >
        {subscribe.isPending ? 'Subscribing...' : `Subscribe ${email}`}
      </button>
    </div>
  );
}
