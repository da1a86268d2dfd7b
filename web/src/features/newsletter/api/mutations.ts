import { newsletterApi } from '@inkwell/shared/newsletter';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { failureWords } from '../../../lib/failure.ts';
import { toastError } from '../../../lib/toast.ts';

/** @param postId the post that contains the form */
export const useSubscribe = (postId?: string) =>
  useMutation({ mutationFn: (email: string) => call(newsletterApi.subscribe, { body: { email, postId } }) });

/** Uses the token of the email's link. Safe to repeat. */
export const useConfirmSubscription = () =>
  useMutation({ mutationFn: (token: string) => call(newsletterApi.confirm, { body: { token } }) });

/** Uses the token of any email. Safe to repeat. */
export const useUnsubscribe = () =>
  useMutation({ mutationFn: (token: string) => call(newsletterApi.unsubscribe, { body: { token } }) });

/** The toast of product §8 for a failed subscription. */
export const showNotSubscribed = (error: Error) =>
  toastError('Subscription Failed', ...failureWords('Failed to subscribe to newsletter. Please try again.', error));
