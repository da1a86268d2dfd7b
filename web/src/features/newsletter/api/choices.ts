import { newsletterApi } from '@inkwell/shared/newsletter';
import { personMailApi } from '@inkwell/shared/person-mails';
import { type SubscriberChoices, type SubscriberWant, subscriberApi } from '@inkwell/shared/subscribers';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { callQuery } from '../../../lib/call-query.ts';
import { showAnswer } from '../../../lib/show-answer.ts';

export const subscriptionQueries = {
  own: () => queryOptions({ ...callQuery(['newsletter', 'own'], subscriberApi.own), staleTime: 0 }),
  /** Uses the token of an email. */
  linked: (token: string) =>
    queryOptions({
      ...callQuery(['newsletter', 'linked', token], subscriberApi.openChoices, { body: { token } }),
      // Loaded once: the page shows its own changes.
      staleTime: Number.POSITIVE_INFINITY,
    }),
};

/** Changes the subscription of the viewer's own address. */
export function useChangeOwn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: SubscriberChoices) => call(subscriberApi.changeOwn, { body }),
    onSuccess: (own) => showAnswer(client, subscriptionQueries.own().queryKey, own),
  });
}

export function useChangeLinked(token: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (choices: SubscriberChoices) => call(subscriberApi.changeChoices, { body: { token, ...choices } }),
    onSuccess: (linked) => showAnswer(client, subscriptionQueries.linked(token).queryKey, linked),
  });
}

/**
 * Subscribes the address of the viewer's account to everything that the form offers: at once if the address is verified, otherwise after confirmation
 * by email. Existing subscribers keep their choices.
 */
export function useSubscribeMyself() {
  const client = useQueryClient();
  return useMutation({
    async mutationFn(wants: readonly SubscriberWant[]): Promise<'subscribed' | 'known' | 'asked'> {
      const own = await call(subscriberApi.own, {});
      if (own.isSubscribed) return 'known';
      if (!own.isVerified) {
        await call(newsletterApi.subscribe, { body: { email: own.email ?? '' } });
        return 'asked';
      }
      const changed = await call(subscriberApi.changeOwn, { body: { wants: [...wants], categories: null } });
      showAnswer(client, subscriptionQueries.own().queryKey, changed);
      return 'subscribed';
    },
  });
}

/** Uses the token of an email to an account. Safe to repeat. */
export const useStopMail = () =>
  useMutation({ mutationFn: (token: string) => call(personMailApi.stop, { body: { token } }) });
