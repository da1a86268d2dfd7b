import { newsletterApi } from '@inkwell/shared/newsletter';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** @param postId the post whose form it is */
export const useSubscribe = (postId?: string) =>
  useMutation({ mutationFn: (email: string) => call(newsletterApi.subscribe, { body: { email, postId } }) });

/** With the token of the mail's link. Safe to repeat. */
export const useConfirmSubscription = () =>
  useMutation({ mutationFn: (token: string) => call(newsletterApi.confirm, { body: { token } }) });

/** With the token of any mail. Safe to repeat. */
export const useUnsubscribe = () =>
  useMutation({ mutationFn: (token: string) => call(newsletterApi.unsubscribe, { body: { token } }) });
