import { useMutation } from '@tanstack/react-query';
import { identityErrorText } from './identity.ts';
import { identityProvider } from './identity-store.ts';
import { toastError, toastSuccess } from './toast.ts';

/** Mails the signed-in reader a link that confirms their address. */
export const useEmailConfirmation = () =>
  useMutation({
    mutationFn: async () => (await identityProvider()).sendEmailConfirmation(),
    onSuccess: () => toastSuccess('Check Your Email', 'We have sent you a link that confirms your address.'),
    onError: (error) => toastError('Error', identityErrorText(error, 'Failed to send the email. Please try again.')),
  });
