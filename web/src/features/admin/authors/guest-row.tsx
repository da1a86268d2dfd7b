import type { GuestAuthor } from '@inkwell/shared/authors';
import { authorPath } from '@inkwell/shared/bylines';
import { counted } from '@inkwell/shared/format';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { Avatar } from '../../../components/avatar.tsx';
import { Button } from '../../../components/button.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import styles from '../admin.module.css';
import { useDeleteGuest } from '../api/authors.ts';
import { GuestDialog } from './guest-dialog.tsx';
import { JoinDialog } from './join-dialog.tsx';

interface GuestRowProps {
  readonly guest: GuestAuthor;
  readonly canJoin: boolean;
}

export function GuestRow({ guest, canJoin }: GuestRowProps) {
  const nameId = useId();
  const [open, setOpen] = useState<'edit' | 'join' | 'delete' | null>(null);
  const remove = useDeleteGuest(guest);
  const close = () => setOpen(null);
  const { name, profileImageUrl, postCount } = guest;
  return (
    <li className={styles.lowRow} data-row-stop tabIndex={-1} aria-labelledby={nameId}>
      <Avatar person={{ displayName: name, firstName: null, profileImageUrl }} size={36} />
      <div className={styles.body}>
        <div className={styles.titleLine}>
          <h3 id={nameId} dir="auto">
            {postCount > 0 ? <Link to={authorPath(guest)}>{name}</Link> : name}
          </h3>
        </div>
        <p className={styles.meta}>{counted(postCount, 'published post', 'published posts')}</p>
      </div>
      <div className={`${styles.rowActions} ${styles.indented}`}>
        <Button size="small" variant="quiet" aria-label={`Edit ${name}`} onClick={() => setOpen('edit')}>
          Edit
        </Button>
        {canJoin && (
          <Button size="small" variant="quiet" aria-label={`Join ${name}`} onClick={() => setOpen('join')}>
            Join...
          </Button>
        )}
        <Button
          size="small"
          variant="quiet"
          data-danger
          aria-label={`Delete ${name}`}
          onClick={() => setOpen('delete')}
        >
          Delete
        </Button>
      </div>
      {open === 'edit' && <GuestDialog guest={guest} onClose={close} />}
      {open === 'join' && <JoinDialog guest={guest} onClose={close} />}
      <ConfirmDialog
        isOpen={open === 'delete'}
        title="Delete Guest Author"
        confirmLabel="Delete"
        pendingLabel="Deleting..."
        isPending={remove.isPending}
        onConfirm={() => remove.mutate(undefined, { onSettled: close })}
        onClose={close}
      >
        {`Delete ${name}? Only authors without posts can be deleted; posts in the trash count too.`}
      </ConfirmDialog>
    </li>
  );
}
