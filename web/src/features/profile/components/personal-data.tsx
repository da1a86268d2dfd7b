import { longDate } from '@inkwell/shared/format';
import { canWrite } from '@inkwell/shared/permissions';
import {
  type CommentsOfDeleted,
  DELETED_ACCOUNT,
  PERSONAL_DATA_LIMITS,
  personalDataApi,
} from '@inkwell/shared/personal-data';
import type { User } from '@inkwell/shared/users';
import { TextInput } from '@mantine/core';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { DialogActions } from '../../../components/dialog-actions.tsx';
import { LoadError } from '../../../components/states.tsx';
import { call, isUnauthorized } from '../../../lib/api.ts';
import { callQuery } from '../../../lib/call-query.ts';
import { failureText } from '../../../lib/failure.ts';
import { identityErrorText } from '../../../lib/identity.ts';
import { identityProvider, identityStore } from '../../../lib/identity-store.ts';
import { sessionQueries } from '../../../lib/session-queries.ts';
import { showAnswer } from '../../../lib/show-answer.ts';
import { toastError } from '../../../lib/toast.ts';
import styles from './personal-data.module.css';

/** Poll interval while a copy is being created. */
const MAKING_MS = 5_000;

const personalDataQueries = {
  copy: () =>
    queryOptions({
      ...callQuery(['personal-data', 'copy'], personalDataApi.copy),
      // Readers who return to the page see at once whether it is ready.
      staleTime: 0,
      refetchInterval: ({ state }) => (state.data?.state === 'making' ? MAKING_MS : false),
    }),
};

/** The copy of the reader's data: request, progress and download. */
function Copy() {
  const client = useQueryClient();
  const query = personalDataQueries.copy();
  const copy = useQuery(query);
  const make = useMutation({
    mutationFn: () => call(personalDataApi.makeCopy),
    onSuccess: (made) => showAnswer(client, query.queryKey, made),
    onError: (error) => toastError('Copy Failed', 'Failed to copy your data', failureText(error)),
  });
  const { data } = copy;
  const isMaking = make.isPending || data?.state === 'making';

  if (copy.isError && !data) return <LoadError title="Your copy could not be looked up" query={copy} />;
  return (
    <>
      <p className="note" role="status">
        {isMaking
          ? 'Your data is being copied. You can close this window.'
          : data?.state === 'ready'
            ? `Your copy is ready until ${longDate(data.expiresAt)}. Anyone with its address can download it.`
            : 'Profile, comments, likes, lists, notifications, posts and subscriptions in one file.'}
      </p>
      <div className={styles.buttons}>
        {!isMaking && data?.state === 'ready' && data.url && (
          <a className="download" href={data.url} download>
            Download (zip)
          </a>
        )}
        <Button
          variant="secondary"
          size="small"
          isPending={isMaking}
          disabled={copy.isPending}
          onClick={() => !isMaking && make.mutate()}
        >
          {isMaking ? 'Copying...' : data?.state === 'ready' ? 'Create a New Copy' : 'Download My Data'}
        </Button>
      </div>
    </>
  );
}

const CHOICES: readonly (readonly [CommentsOfDeleted, string])[] = [
  ['keep', `Keep my comments, shown as "${DELETED_ACCOUNT}"`],
  ['remove', 'Delete my comments too'],
];

interface SignInAgainProps {
  readonly user: User;
  readonly onSignedIn: () => void;
}

/** Somebody who finds an open browser must not be able to delete the account. */
function SignInAgain({ user, onSignedIn }: SignInAgainProps) {
  const [password, setPassword] = useState('');
  const signIn = useMutation({
    mutationFn: async (by: 'password' | 'google') => {
      const provider = await identityProvider();
      if (by === 'google') await provider.signInWithGoogle();
      else await provider.signIn(user.email ?? '', password);
      const now = identityStore.snapshot();
      if (now.status !== 'identified' || now.identity.uid !== user.id) throw new Error('Another account');
    },
    onSuccess: onSignedIn,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (password && !signIn.isPending) signIn.mutate('password');
  };
  return (
    <form className={styles.again} onSubmit={submit}>
      <p>Please sign in again, so that nobody else can delete your account.</p>
      <TextInput
        type="password"
        label="Password"
        autoComplete="current-password"
        data-autofocus
        autoFocus
        value={password}
        error={signIn.isError ? identityErrorText(signIn.error, 'Failed to sign in. Please try again.') : undefined}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <DialogActions>
        <Button variant="secondary" disabled={signIn.isPending} onClick={() => signIn.mutate('google')}>
          Continue with Google
        </Button>
        <Button type="submit" variant="danger" isPending={signIn.isPending}>
          {signIn.isPending ? 'Signing in...' : 'Sign In and Delete'}
        </Button>
      </DialogActions>
    </form>
  );
}

interface DeleteAccountProps {
  readonly user: User;
  readonly onClose: () => void;
}

/** Asks before an account is deleted, and what happens to its comments. */
function DeleteAccount({ user, onClose }: DeleteAccountProps) {
  const client = useQueryClient();
  const [comments, setComments] = useState<CommentsOfDeleted>('keep');
  const leave = useMutation({
    mutationFn: () => call(personalDataApi.leave, { query: { comments } }),
    // Session calls are refused from now on, with the time until which the account can be kept.
    onSuccess: () => client.invalidateQueries({ queryKey: sessionQueries.all }),
  });
  const isTooLongAgo = leave.isError && isUnauthorized(leave.error);
  return (
    <Dialog onClose={onClose} title="Delete Account">
      <p>
        {`Your account is deleted in ${PERSONAL_DATA_LIMITS.leavingDays} days. Until then, you can only cancel the deletion.`}
      </p>
      <fieldset className={styles.choices} disabled={leave.isPending}>
        <legend>Your comments</legend>
        {CHOICES.map(([value, label]) => (
          <label key={value}>
            <input
              type="radio"
              name="comments"
              value={value}
              checked={comments === value}
              onChange={() => setComments(value)}
            />
            {label}
          </label>
        ))}
      </fieldset>
      <dl className={styles.outcome}>
        <dt>Permanently deleted</dt>
        <dd>
          {`Profile, likes, lists, follows, notifications, newsletter subscription, unused pictures and unsaved texts${comments === 'remove' ? ', and your comments' : ''}`}
        </dd>
        {(comments === 'keep' || canWrite(user)) && (
          <>
            <dt>Stays</dt>
            {comments === 'keep' && <dd>{`Your comments, shown as "${DELETED_ACCOUNT}"`}</dd>}
            {canWrite(user) && <dd>Your posts, which belong to the publication</dd>}
          </>
        )}
      </dl>
      {leave.isError && !isTooLongAgo && (
        <p className={styles.failure} role="alert">
          {failureText(leave.error)}
        </p>
      )}
      {isTooLongAgo ? (
        <SignInAgain user={user} onSignedIn={() => leave.mutate()} />
      ) : (
        <DialogActions>
          <Button variant="secondary" onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button variant="danger" isPending={leave.isPending || leave.isSuccess} onClick={() => leave.mutate()}>
            {leave.isPending ? 'Deleting...' : 'Delete Account'}
          </Button>
        </DialogActions>
      )}
    </Dialog>
  );
}

/** The reader's options for their personal data: take a copy, or delete the account. */
export function PersonalData({ user }: { readonly user: User }) {
  const [isDeleting, setDeleting] = useState(false);
  return (
    <section className="settings-part" aria-labelledby="personal-data">
      <h3 id="personal-data" className={styles.heading}>
        Your data
      </h3>
      <Copy />
      <p className="note">
        {`If you delete your account, you have ${PERSONAL_DATA_LIMITS.leavingDays} days to change your mind. After that, everything is permanently deleted.`}
      </p>
      <div className={styles.buttons}>
        <Button variant="danger" size="small" onClick={() => setDeleting(true)}>
          Delete Account
        </Button>
      </div>
      {isDeleting && <DeleteAccount user={user} onClose={() => setDeleting(false)} />}
    </section>
  );
}
