import '@mantine/core/styles/Combobox.layer.css';
import type { GuestAuthor } from '@inkwell/shared/authors';
import { Select } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { DialogActions } from '../../../components/dialog-actions.tsx';
import styles from '../admin.module.css';
import { useJoinGuest } from '../api/authors.ts';
import { adminQueries } from '../api/queries.ts';
import { nameOf } from '../users/user-row.tsx';

/** Chooses the account that a guest author is joined to; for admins. */
export function JoinDialog({ guest, onClose }: { readonly guest: GuestAuthor; readonly onClose: () => void }) {
  const join = useJoinGuest(guest);
  const [words, setWords] = useState('');
  const [userId, setUserId] = useState<string | null>(null);
  const found = useInfiniteQuery(adminQueries.users(words.trim() && userId === null ? { q: words.trim() } : {}));
  const users = found.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Dialog onClose={onClose} title={`Join ${guest.name} to an Account`}>
      <div className={styles.dialogForm}>
        <p>
          The account gets the posts and the address of the page. Name, picture and text of the guest author are
          deleted. This cannot be undone.
        </p>
        <Select
          label="Account"
          placeholder="Name or address"
          searchable
          data-autofocus
          value={userId}
          // The server has searched already.
          filter={({ options }) => options}
          data={users.map((user) => ({
            value: user.id,
            label: user.email === null ? nameOf(user) : `${nameOf(user)} · ${user.email}`,
          }))}
          nothingFoundMessage={found.isError ? 'Accounts could not be loaded' : 'No account with that name'}
          onSearchChange={setWords}
          onChange={setUserId}
        />
        <DialogActions>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="danger"
            aria-disabled={userId === null}
            isPending={join.isPending}
            onClick={() => userId !== null && join.mutate(userId, { onSuccess: onClose })}
          >
            {join.isPending ? 'Joining...' : 'Join'}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}
