import { useMutation } from '@tanstack/react-query';
import { Button } from '../../../components/button.tsx';
import { identityErrorText } from '../../../lib/identity.ts';
import { identityProvider } from '../../../lib/identity-store.ts';
import { toastError, toastSuccess } from '../../../lib/toast.ts';

/** Google's logo, in the colors of its branding rules. */
const GoogleMark = () => (
  <svg viewBox="0 0 18 18" width="18" height="18" aria-hidden="true" focusable="false">
    <path
      fill="#4285f4"
      d="M17.64 9.2c0-.64-.06-1.25-.16-1.84H9v3.48h4.84a4.14 4.14 0 0 1-1.8 2.72v2.26h2.92a8.78 8.78 0 0 0 2.68-6.62z"
    />
    <path
      fill="#34a853"
      d="M9 18c2.43 0 4.47-.8 5.96-2.18l-2.92-2.26c-.8.54-1.84.86-3.04.86-2.34 0-4.32-1.58-5.03-3.7H.96v2.33A9 9 0 0 0 9 18z"
    />
    <path fill="#fbbc05" d="M3.97 10.72a5.4 5.4 0 0 1 0-3.44V4.95H.96a9 9 0 0 0 0 8.1l3.01-2.33z" />
    <path
      fill="#ea4335"
      d="M9 3.58c1.32 0 2.5.45 3.44 1.35l2.58-2.58A9 9 0 0 0 .96 4.95l3.01 2.33C4.68 5.16 6.66 3.58 9 3.58z"
    />
  </svg>
);

/** Federated sign-in in a popup, with the scopes email and profile. Product §7 and §8. */
export function GoogleButton() {
  const signIn = useMutation({
    mutationFn: async () => (await identityProvider()).signInWithGoogle(),
    onSuccess: () => toastSuccess('Welcome!', 'You have successfully signed in with Google.'),
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
