import { canWrite } from '@inkwell/shared/permissions';
import { type MailChoices as Choices, personMailApi } from '@inkwell/shared/person-mails';
import type { User } from '@inkwell/shared/users';
import { Switch } from '@mantine/core';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ErrorState } from '../../../components/states.tsx';
import { call } from '../../../lib/api.ts';
import { failureText } from '../../../lib/failure.ts';
import { toastError } from '../../../lib/toast.ts';
import styles from './notification-choices.module.css';

const mailChoices = queryOptions({
  queryKey: ['mail-choices'],
  queryFn: ({ signal }) => call(personMailApi.choices, {}, { signal }),
});

/** The choices in their order, with the accounts that have them. */
const CHOICES: Readonly<Record<keyof Choices, { label: string; isFor: (user: User) => boolean }>> = {
  answers: { label: 'Answers to my comments', isFor: () => true },
  comments: { label: 'Comments on my posts, at most one mail an hour', isFor: canWrite },
  reviews: { label: 'Steps in the review of posts', isFor: canWrite },
  broadcasts: { label: 'News from the publication', isFor: () => true },
};
const NAMES = Object.keys(CHOICES) as (keyof Choices)[];

const NONE: Choices = { answers: false, comments: false, reviews: false, broadcasts: false };

/** What the reader is mailed about. Each change is stored at once, and undone if that fails. */
export function MailChoices({ user }: { readonly user: User }) {
  const client = useQueryClient();
  const choices = useQuery(mailChoices);
  const choose = useMutation({
    mutationFn: (body: Partial<Choices>) => call(personMailApi.changeChoices, { body }),
    onSuccess: (stored) => client.setQueryData(mailChoices.queryKey, stored),
    onError: (error) => toastError('Update Failed', 'Failed to change what we mail you', failureText(error)),
  });
  const shown = { ...NONE, ...choices.data, ...(choose.isPending && choose.variables) };

  return (
    <fieldset className={styles.choices} aria-busy={choices.isPending}>
      <legend>Mail me about</legend>
      {choices.isError && !choices.data ? (
        <ErrorState
          title="Your choices could not be loaded"
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
      <p className={styles.note}>Mail goes to the address of your account once you have confirmed it.</p>
    </fieldset>
  );
}
