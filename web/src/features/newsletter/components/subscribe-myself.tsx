import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { takeLostFocus } from '../../../hooks/take-lost-focus.ts';
import { useOnScreen } from '../../../hooks/use-on-screen.ts';
import { failureWords } from '../../../lib/failure.ts';
import { useSite } from '../../../lib/site.ts';
import { toastError } from '../../../lib/toast.ts';
import { subscriptionQueries, useSubscribeMyself } from '../api/choices.ts';

const DONE = {
  subscribed: 'You are subscribed. You can change your choices in your profile.',
  known: 'You are already subscribed. You can change your choices in your profile.',
  asked: 'Please check your email and confirm your subscription with the link we sent you.',
} as const;

/** Subscribes the address of the viewer's account with one press, or says that it is subscribed. */
export function SubscribeMyself({ email }: { readonly email: string }) {
  const subscribe = useSubscribeMyself();
  const { wants } = useSite().newsletter;
  const [isNear, setNear] = useState(false);
  /** The button stays under a focus, which would be lost with it. */
  const [isTouched, setTouched] = useState(false);
  const box = useOnScreen<HTMLDivElement>(() => setNear(true), !isNear);
  // Read once in a tab, because the footer of every page shows it; what changes here is put there.
  const own = useQuery({ ...subscriptionQueries.own(), enabled: isNear, staleTime: Number.POSITIVE_INFINITY });

  const submit = () =>
    subscribe.mutate(wants, {
      onError: (error) =>
        toastError(
          'Subscription Failed',
          ...failureWords('Failed to subscribe to newsletter. Please try again.', error),
        ),
    });
  if (subscribe.isSuccess) {
    return (
      <p role="status" ref={takeLostFocus} tabIndex={-1} data-focus-target>
        {DONE[subscribe.data]}
      </p>
    );
  }
  if (own.data?.isSubscribed && !isTouched) return <p>{email} is subscribed.</p>;
  return (
    <div ref={box}>
      <Button variant="quiet" isPending={subscribe.isPending} onFocus={() => setTouched(true)} onClick={submit}>
        {subscribe.isPending ? 'Subscribing...' : `Subscribe ${email}`}
      </Button>
    </div>
  );
}
