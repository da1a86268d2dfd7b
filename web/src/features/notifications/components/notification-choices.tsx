import { type NotificationChoices as Choices, notificationApi } from '@inkwell/shared/notifications';
import { canWrite } from '@inkwell/shared/permissions';
import type { User } from '@inkwell/shared/users';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { failureText } from '../../../lib/failure.ts';
import { showAnswer } from '../../../lib/show-answer.ts';
import { toastError } from '../../../lib/toast.ts';
import { notificationQueries } from '../api/queries.ts';
import { type Choice, ChoiceSwitches } from './choice-switches.tsx';

/** The settings in order, with the accounts that have them. */
const CHOICES: Readonly<Record<keyof Choices, Choice>> = {
  replies: { label: 'Replies to my comments', isFor: () => true },
  comments: { label: 'Comments on my posts', isFor: canWrite },
  reviews: { label: 'Reviews of posts', isFor: canWrite },
  notes: { label: 'Notes on posts', isFor: canWrite },
  following: { label: 'New posts from authors and topics I follow', isFor: () => true },
};

/** Which personal notifications the reader gets. Each change is saved at once, and undone if that fails. */
export function NotificationChoices({ user }: { readonly user: User }) {
  const client = useQueryClient();
  const { queryKey } = notificationQueries.choices();
  const choices = useQuery(notificationQueries.choices());
  const choose = useMutation({
    mutationFn: (body: Partial<Choices>) => call(notificationApi.changeChoices, { body }),
    onSuccess: (settings) => showAnswer(client, queryKey, settings),
    onError: (error) => toastError('Update Failed', 'Failed to change notifications', failureText(error)),
  });

  return (
    <ChoiceSwitches
      user={user}
      legend="Tell me about"
      choices={CHOICES}
      query={choices}
      failure="Your settings could not be loaded"
      pending={choose.isPending ? choose.variables : undefined}
      onChoose={choose.mutate}
    >
      {(choices.data?.mutedThreads.length ?? 0) > 0 && (
        <p className="note">Muted threads stay muted. You can unmute a thread on its post.</p>
      )}
    </ChoiceSwitches>
  );
}
