import type { GuestAuthor } from '@inkwell/shared/authors';
import { authorPath } from '@inkwell/shared/bylines';
import { counted } from '@inkwell/shared/format';
import { Link } from 'react-router';
import { Avatar } from '../../../components/avatar.tsx';
import styles from '../admin.module.css';
import { useDeleteGuest } from '../api/authors.ts';
import { RowDelete, RowDialog, StaffRow } from '../components/staff-row.tsx';
import { GuestDialog } from './guest-dialog.tsx';
import { JoinDialog } from './join-dialog.tsx';

interface GuestRowProps {
  readonly guest: GuestAuthor;
  readonly canJoin: boolean;
}

export function GuestRow({ guest, canJoin }: GuestRowProps) {
  const remove = useDeleteGuest(guest);
  const { name, profileImageUrl, postCount } = guest;
  return (
    <StaffRow
      start={<Avatar person={{ displayName: name, firstName: null, profileImageUrl }} size={36} />}
      name={postCount > 0 ? <Link to={authorPath(guest)}>{name}</Link> : name}
      actsClass={`${styles.rowActions} ${styles.indented}`}
      acts={
        <>
          <RowDialog label="Edit" aria-label={`Edit ${name}`}>
            {(close) => <GuestDialog guest={guest} onClose={close} />}
          </RowDialog>
          {canJoin && (
            <RowDialog label="Join..." aria-label={`Join ${name}`}>
              {(close) => <JoinDialog guest={guest} onClose={close} />}
            </RowDialog>
          )}
          <RowDelete
            aria-label={`Delete ${name}`}
            title="Delete Guest Author"
            question={`Delete ${name}? Only authors without posts can be deleted; posts in the trash count too.`}
            isPending={remove.isPending}
            onConfirm={(done) => remove.mutate(undefined, { onSettled: done })}
          />
        </>
      }
    >
      <p className={styles.meta}>{counted(postCount, 'published post', 'published posts')}</p>
    </StaffRow>
  );
}
