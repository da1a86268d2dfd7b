import '@mantine/core/styles/Checkbox.layer.css';
import { shortDate } from '@inkwell/shared/format';
import { canBlock, canChangeRole, canChangeWriting, isStaff } from '@inkwell/shared/permissions';
import { PERSONAL_DATA_LIMITS } from '@inkwell/shared/personal-data';
import { Role } from '@inkwell/shared/roles';
import type { User } from '@inkwell/shared/users';
import { Writing } from '@inkwell/shared/writing';
import { Checkbox, NativeSelect } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Avatar } from '../../../components/avatar.tsx';
import { Badge } from '../../../components/badge.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { Icon } from '../../../components/icon.tsx';
import { lineCrown, lineShield } from '../../../components/staff-icons.ts';
import { moderationQueries } from '../api/moderation.ts';
import { useBlockUser, useChangeRole, useChangeWriting, useDeleteUser } from '../api/user-actions.ts';
import { ColumnNames, RowButton, RowMenu, StaffRow } from '../components/staff-row.tsx';
import { HideComments } from '../moderation/hide-comments.tsx';
import styles from './user-row.module.css';

const ROLE_ICONS = { moderator: lineShield, admin: lineCrown } as const;
const ROLE_TONES = { moderator: 'accent', admin: 'warning' } as const;
export const ROLE_LABELS = { user: 'User', moderator: 'Moderator', admin: 'Admin' } as const satisfies Record<
  Role,
  string
>;

export const WRITING_LABELS = {
  none: 'Reader (cannot write)',
  contributor: 'Contributor',
  author: 'Author',
} as const satisfies Record<Writing, string>;

export const nameOf = ({ displayName, firstName, lastName, email }: User): string =>
  displayName || [firstName, lastName].filter(Boolean).join(' ') || email || 'Anonymous';

function Picture({ user }: { readonly user: User }) {
  return (
    <div className={styles.person}>
      <Avatar person={user} size={36} />
      <span className={styles.online} data-online={user.isOnline} aria-hidden="true" />
    </div>
  );
}

function RoleBadge({ role }: { readonly role: keyof typeof ROLE_TONES }) {
  return (
    <Badge tone={ROLE_TONES[role]}>
      <span className={styles.role}>
        <Icon icon={ROLE_ICONS[role]} />
        {ROLE_LABELS[role]}
      </span>
    </Badge>
  );
}

function RoleSelect({ user }: { readonly user: User }) {
  const changeRole = useChangeRole(user.id);
  const [isAsking, setAsking] = useState(false);
  const choose = (role: Role) => {
    if (changeRole.isPending || role === user.role) return;
    if (role === 'admin') setAsking(true);
    else changeRole.mutate(role);
  };
  return (
    <>
      <NativeSelect
        className={styles.roleSelect ?? ''}
        aria-label={`Role of ${nameOf(user)}`}
        value={user.role}
        aria-disabled={changeRole.isPending}
        data={Role.options.map((role) => ({ value: role, label: ROLE_LABELS[role] }))}
        onChange={(event) => choose(Role.parse(event.currentTarget.value))}
      />
      <ConfirmDialog
        isOpen={isAsking}
        title="Make Administrator"
        confirmLabel="Make Admin"
        pendingLabel="Changing..."
        isPending={changeRole.isPending}
        onConfirm={() => {
          setAsking(false);
          changeRole.mutate('admin');
        }}
        onClose={() => setAsking(false)}
      >
        {`Make ${nameOf(user)} an administrator? Administrators manage all accounts, including yours, and cannot be blocked.`}
      </ConfirmDialog>
    </>
  );
}

/** Whether this person writes posts and publishes them. Staff always do. */
function WritingSelect({ user }: { readonly user: User }) {
  const changeWriting = useChangeWriting(user.id);
  return (
    <NativeSelect
      className={`${styles.roleSelect} ${styles.writingSelect}`}
      aria-label={`Writing permission of ${nameOf(user)}`}
      value={user.writing}
      aria-disabled={changeWriting.isPending}
      data={Writing.options.map((writing) => ({ value: writing, label: WRITING_LABELS[writing] }))}
      onChange={(event) => {
        const writing = Writing.parse(event.currentTarget.value);
        if (!changeWriting.isPending && writing !== user.writing) changeWriting.mutate(writing);
      }}
    />
  );
}

function BlockButton({ user }: { readonly user: User }) {
  const block = useBlockUser(user.id);
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const [isLooking, setLooking] = useState(false);
  /** Whether the comments are also hidden or shown again. */
  const [withComments, setWithComments] = useState(false);
  /** Accounts without hidden comments are unblocked without a question. */
  const unblock = async () => {
    setLooking(true);
    const hidden = await client.fetchQuery(moderationQueries.left(user.id, false)).catch(() => null);
    setLooking(false);
    if (hidden === 0) block.mutate({ isBlocked: false });
    else setAsking(true);
  };
  const close = () => {
    setAsking(false);
    setWithComments(false);
  };
  const words = user.isBlocked ? UNBLOCK_WORDS : BLOCK_WORDS;
  return (
    <>
      <RowButton
        data-danger={user.isBlocked ? undefined : true}
        isPending={block.isPending || isLooking}
        onClick={() => (user.isBlocked ? void unblock() : setAsking(true))}
      >
        {block.isPending ? (block.variables.isBlocked ? 'Blocking...' : 'Unblocking...') : words.confirmLabel}
      </RowButton>
      <ConfirmDialog
        {...words}
        isOpen={isAsking}
        isPending={block.isPending}
        options={
          <Checkbox
            label={words.option}
            checked={withComments}
            onChange={(event) => setWithComments(event.currentTarget.checked)}
          />
        }
        onConfirm={() => {
          close();
          block.mutate(
            user.isBlocked
              ? { isBlocked: false, showComments: withComments }
              : { isBlocked: true, hideComments: withComments },
          );
        }}
        onClose={close}
      >
        {words.question(nameOf(user))}
      </ConfirmDialog>
    </>
  );
}

interface DeleteAccountProps {
  readonly user: User;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Asks before deleting an account for somebody who cannot do so, and starts the deletion. */
function DeleteAccount({ user, isOpen, onClose }: DeleteAccountProps) {
  const remove = useDeleteUser(user.id);
  const [removesComments, setRemovesComments] = useState(false);
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title="Delete Account"
      confirmLabel="Delete Account"
      pendingLabel="Deleting..."
      isPending={remove.isPending}
      options={
        <Checkbox
          label="Delete their comments too"
          checked={removesComments}
          onChange={(event) => setRemovesComments(event.currentTarget.checked)}
        />
      }
      onConfirm={() => {
        onClose();
        remove.mutate(removesComments ? 'remove' : 'keep');
      }}
      onClose={onClose}
    >
      {`Delete the account of ${nameOf(user)}? For ${PERSONAL_DATA_LIMITS.leavingDays} days, they can keep it by signing in. After that it is deleted for good, and their posts belong to the publication.`}
    </ConfirmDialog>
  );
}

/** Rare actions on an account: hiding its comments, and deleting it. */
function MoreActions({ user, viewer }: UserRowProps) {
  const [open, setOpen] = useState<'comments' | 'delete' | null>(null);
  const close = () => setOpen(null);
  const hide = { label: 'Hide Comments...', onSelect: () => setOpen('comments') };
  const remove = { label: 'Delete Account', isDanger: true, onSelect: () => setOpen('delete') };
  return (
    <>
      <RowMenu
        name={nameOf(user)}
        items={[...(user.isBlocked ? [hide] : []), ...(canBlock(viewer, user) && !user.leavesAt ? [remove] : [])]}
      />
      {open === 'comments' && <HideComments userId={user.id} name={nameOf(user)} onClose={close} />}
      <DeleteAccount user={user} isOpen={open === 'delete'} onClose={close} />
    </>
  );
}

interface UserRowProps {
  readonly user: User;
  readonly viewer: User;
}

export const UserColumns = () => <ColumnNames className={styles.columns} names={['Name', 'Role', 'Writing']} />;

/**
 * One account; the most common role and presence are words among its details. Staff cannot change their own role, so it is not offered, and admins
 * cannot be blocked. Product §6.
 */
export function UserRow({ user, viewer }: UserRowProps) {
  return (
    <StaffRow
      start={<Picture user={user} />}
      name={nameOf(user)}
      badges={
        <>
          {user.role !== 'user' && <RoleBadge role={user.role} />}
          {!isStaff(user) && user.isBlocked && user.writing !== 'none' && (
            <Badge tone="accent">{WRITING_LABELS[user.writing]}</Badge>
          )}
          {user.isOnline && <Badge tone="success">Online</Badge>}
          {user.isBlocked && <Badge tone="danger">Blocked</Badge>}
          {user.leavesAt && <Badge tone="danger">{`Deleted on ${shortDate(user.leavesAt)}`}</Badge>}
        </>
      }
      actsClass={styles.acts}
      acts={
        <>
          {canChangeRole(viewer, user) && <RoleSelect user={user} />}
          {canChangeWriting(viewer) && !isStaff(user) && !user.isBlocked && <WritingSelect user={user} />}
          {canBlock(viewer, user) && <BlockButton user={user} />}
          <MoreActions user={user} viewer={viewer} />
        </>
      }
    >
      <div className={styles.details}>
        {user.email && <span title={user.email}>{user.email}</span>}
        {user.role === 'user' && <span>{ROLE_LABELS.user}</span>}
        {!user.isOnline && <span>Offline</span>}
      </div>
    </StaffRow>
  );
}

const BLOCK_WORDS = {
  title: 'Block User',
  confirmLabel: 'Block',
  pendingLabel: 'Blocking...',
  variant: 'danger',
  option: 'Hide all their comments too',
  question: (name: string) =>
    `Block ${name}? They are signed out at once and cannot sign in until somebody unblocks them.`,
} as const;

const UNBLOCK_WORDS = {
  title: 'Unblock User',
  confirmLabel: 'Unblock',
  pendingLabel: 'Unblocking...',
  variant: 'primary',
  option: 'Show the comments that the block hid',
  question: (name: string) => `Unblock ${name}? Their hidden comments stay hidden, unless you choose otherwise.`,
} as const;
