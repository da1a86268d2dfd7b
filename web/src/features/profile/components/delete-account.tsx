import { canWrite } from '@inkwell/shared/permissions';
import {
  type CommentsOfDeleted,
  DELETED_ACCOUNT,
  PERSONAL_DATA_LIMITS,
  personalDataApi,
} from '@inkwell/shared/personal-data';
import type { User } from '@inkwell/shared/users';
import { TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { DialogActions } from '../../../components/dialog-actions.tsx';
import { call, isUnauthorized } from '../../../lib/api.ts';
import { failureText } from '../../../lib/failure.ts';
import { identityErrorText } from '../../../lib/identity.ts';
import { identityProvider, identityStore } from '../../../lib/identity-store.ts';
import { sessionQueries } from '../../../lib/session-queries.ts';
import styles from './personal-data.module.css';

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
export function DeleteAccount({ user, onClose }: DeleteAccountProps) {
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
