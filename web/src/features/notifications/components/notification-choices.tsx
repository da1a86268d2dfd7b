import { type NotificationChoices as Choices, notificationApi } from '@inkwell/shared/notifications';
import { canWrite } from '@inkwell/shared/permissions';
import type { User } from '@inkwell/shared/users';
import { Switch } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ErrorState } from '../../../components/states.tsx';
import { call } from '../../../lib/api.ts';
import { failureText } from '../../../lib/failure.ts';
import { toastError } from '../../../lib/toast.ts';
import { notificationQueries } from '../api/queries.ts';
import styles from './notification-choices.module.css';

/** The settings in their order, with the accounts that have them. */
const CHOICES: Readonly<Record<keyof Choices, { label: string; isFor: (user: User) => boolean }>> = {
  replies: { label: 'Replies to my comments', isFor: () => true },
  comments: { label: 'Comments on my posts', isFor: canWrite },
  reviews: { label: 'Reviews of posts', isFor: canWrite },
  notes: { label: 'Notes on posts', isFor: canWrite },
  following: { label: 'New posts of what I follow', isFor: () => true },
};
const NAMES = Object.keys(CHOICES) as (keyof Choices)[];

/** Which personal notifications the reader wants. Each change is stored at once, and undone if that fails. */
export function NotificationChoices({ user }: { readonly user: User }) {
  const client = useQueryClient();
  const { queryKey } = notificationQueries.choices();
  const choices = useQuery(notificationQueries.choices());
  const choose = useMutation({
    mutationFn: (body: Partial<Choices>) => call(notificationApi.changeChoices, { body }),
    onSuccess: (settings) => client.setQueryData(queryKey, settings),
    onError: (error) => toastError('Update Failed', 'Failed to change notifications', failureText(error)),
  });
  const off = { replies: false, comments: false, reviews: false, notes: false, following: false };
  const shown = { ...off, ...choices.data, ...(choose.isPending && choose.variables) };

  return (
    <fieldset className={styles.choices} aria-busy={choices.isPending}>
      <legend>Tell me about</legend>
      {choices.isError && !choices.data ? (
        <ErrorState
          title="Your settings could not be loaded"
          error={choices.error}
          onRetry={() => void choices.refetch()}
          isRetrying={choices.isFetching}
        />
      ) : (
        NAMES.filter((name) => CHOICES[name].isFor(user)).map((name) => (
          <Switch
            key={name}
            label={CHOICES[name].label}
            checked={shown[name]}
            disabled={!choices.data}
            onChange={(event) => choose.mutate({ [name]: event.currentTarget.checked })}
          />
        ))
      )}
      {(choices.data?.mutedThreads.length ?? 0) > 0 && (
        <p className={styles.note}>Threads that you muted stay silent; each can be heard again where it is.</p>
      )}
    </fieldset>
  );
}
