import { GOOGLE_MARK } from '@inkwell/shared/google-mark';
import { useMutation } from '@tanstack/react-query';
import { Button } from '../../../components/button.tsx';
import { greet } from '../../../lib/greeting.ts';
import { identityErrorText } from '../../../lib/identity.ts';
import { identityProvider } from '../../../lib/identity-store.ts';
import { toastError } from '../../../lib/toast.ts';

const GoogleMark = () => (
  <svg viewBox="0 0 18 18" width="18" height="18" aria-hidden="true" focusable="false">
    {GOOGLE_MARK.map(({ fill, path }) => (
      <path key={fill} fill={fill} d={path} />
    ))}
  </svg>
);

/** Federated sign-in in a popup, with the scopes email and profile. Product §7 and §8. */
export function GoogleButton() {
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
