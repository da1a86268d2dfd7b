import { Button } from '../../../components/button.tsx';
import { failureWords } from '../../../lib/failure.ts';
import { toastError } from '../../../lib/toast.ts';
import { useSubscribeMyself } from '../api/choices.ts';

const DONE = {
  subscribed: 'You are subscribed. What you get is in your profile.',
  known: 'You are subscribed already. What you get is in your profile.',
  asked: 'Please check your email and confirm your subscription with the link we sent you.',
} as const;

/** Subscribes the address of the viewer's account with one press. */
export function SubscribeMyself({ email }: { readonly email: string }) {
  const subscribe = useSubscribeMyself();
  if (subscribe.isSuccess) return <p role="status">{DONE[subscribe.data]}</p>;
  return (
    <Button
      variant="quiet"
      isPending={subscribe.isPending}
      onClick={() =>
        subscribe.mutate(undefined, {
          onError: (error) =>
            toastError(
              'Subscription Failed',
              ...failureWords('Failed to subscribe to newsletter. Please try again.', error),
            ),
        })
      }
    >
      {subscribe.isPending ? 'Subscribing...' : `Subscribe ${email}`}
    </Button>
  );
}
