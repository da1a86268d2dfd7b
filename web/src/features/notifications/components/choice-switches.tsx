import { type NotificationChoices as NotificationNames, notificationApi } from '@inkwell/shared/notifications';
import { canWrite, isStaff } from '@inkwell/shared/permissions';
import { type MailChoices as MailNames, personMailApi } from '@inkwell/shared/person-mails';
import type { User } from '@inkwell/shared/users';
import { Switch } from '@mantine/core';
import { type QueryKey, type UseQueryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LoadError } from '../../../components/states.tsx';
import { call } from '../../../lib/api.ts';
import { callQuery } from '../../../lib/call-query.ts';
import { failureText } from '../../../lib/failure.ts';
import { showAnswer } from '../../../lib/show-answer.ts';
import { toastError } from '../../../lib/toast.ts';
import { notificationQueries } from '../api/queries.ts';
import styles from './choice-switches.module.css';

/** An option of an account, and which accounts have it. */
interface Choice {
  readonly label: string;
  readonly isFor: (user: User) => boolean;
}

type Chosen<Name extends string> = Readonly<Record<Name, boolean>>;

interface ChoiceSwitchesProps<Name extends string, Stored extends Chosen<Name>, K extends QueryKey> {
  readonly user: User;
  readonly legend: string;
  /** In display order. */
  readonly choices: Readonly<Record<Name, Choice>>;
  readonly stored: UseQueryOptions<Stored, Error, Stored, K> & { readonly queryKey: K };
  readonly send: (change: Partial<Chosen<Name>>) => Promise<Stored>;
  /** Why the options are disabled. */
  readonly failure: string;
  /** Why a change was undone. */
  readonly refusal: string;
  /** Content below the switches. */
  readonly children?: (stored: Stored | undefined) => ReactNode;
}

/** Options of an account. Each change is saved at once, and undone if that fails. */
function ChoiceSwitches<Name extends string, Stored extends Chosen<Name>, K extends QueryKey>(
  props: ChoiceSwitchesProps<Name, Stored, K>,
) {
  const { user, legend, choices, stored, send, failure, refusal, children } = props;
  const client = useQueryClient();
  const query = useQuery(stored);
  const choose = useMutation({
    mutationFn: send,
    onSuccess: (answer) => showAnswer<QueryKey>(client, stored.queryKey, answer),
    onError: (error) => toastError('Update Failed', refusal, failureText(error)),
  });
  const pending = choose.isPending ? choose.variables : undefined;
  const names = (Object.keys(choices) as Name[]).filter((name) => choices[name].isFor(user));
  return (
    <fieldset className="settings-part" aria-busy={query.isPending}>
      <legend className={styles.legend}>{legend}</legend>
      {query.isError && !query.data ? (
        <LoadError title={failure} query={query} />
      ) : (
        names.map((name) => (
          <Switch
            key={name}
            label={choices[name].label}
            checked={pending?.[name] ?? query.data?.[name] ?? false}
            disabled={!query.data}
            onChange={({ currentTarget }) => choose.mutate({ [name]: currentTarget.checked } as Partial<Chosen<Name>>)}
          />
        ))
      )}
      {children?.(query.data)}
    </fieldset>
  );
}

const NOTIFICATIONS: Readonly<Record<keyof NotificationNames, Choice>> = {
  replies: { label: 'Replies to my comments', isFor: () => true },
  comments: { label: 'Comments on my posts', isFor: canWrite },
  reviews: { label: 'Reviews of posts', isFor: canWrite },
  notes: { label: 'Notes on posts', isFor: canWrite },
  following: { label: 'New posts from authors and topics I follow', isFor: () => true },
};

/** Which personal notifications the reader gets. */
export const NotificationChoices = ({ user }: { readonly user: User }) => (
  <ChoiceSwitches
    user={user}
    legend="Tell me about"
    choices={NOTIFICATIONS}
    stored={notificationQueries.choices()}
    send={(body) => call(notificationApi.changeChoices, { body })}
    failure="Your settings could not be loaded"
    refusal="Failed to change notifications"
  >
    {(stored) =>
      (stored?.mutedThreads.length ?? 0) > 0 && (
        <p className="note">Muted threads stay muted. You can unmute a thread on its post.</p>
      )
    }
  </ChoiceSwitches>
);

const MAILS: Readonly<Record<keyof MailNames, Choice>> = {
  answers: { label: 'Answers to my comments', isFor: () => true },
  comments: { label: 'Comments on my posts, at most one email an hour', isFor: canWrite },
  reviews: { label: 'Steps in the review of posts', isFor: canWrite },
  broadcasts: { label: 'News from the publication', isFor: () => true },
  figures: { label: 'The figures of each week', isFor: isStaff },
};

/** Which emails the reader gets. */
export const MailChoices = ({ user }: { readonly user: User }) => (
  <ChoiceSwitches
    user={user}
    legend="Email me about"
    choices={MAILS}
    stored={callQuery(['mail-choices'], personMailApi.choices)}
    send={(body) => call(personMailApi.changeChoices, { body })}
    failure="Your choices could not be loaded"
    refusal="Failed to change your email choices"
  >
    {() => <p className="note">Emails are sent to your account address once you have confirmed it.</p>}
  </ChoiceSwitches>
);
