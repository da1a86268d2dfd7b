import '@mantine/core/styles/Checkbox.layer.css';
import { shortDate } from '@inkwell/shared/format';
import { type LineIcon, lineUser } from '@inkwell/shared/line-icons';
import { canBlock, canChangeRole, canChangeWriting, isStaff } from '@inkwell/shared/permissions';
import { PERSONAL_DATA_LIMITS } from '@inkwell/shared/personal-data';
import { Role } from '@inkwell/shared/roles';
import type { User } from '@inkwell/shared/users';
import { Writing } from '@inkwell/shared/writing';
import { Checkbox, NativeSelect } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Avatar } from '../../../components/avatar.tsx';
import { Badge } from '../../../components/badge.tsx';
import { Button } from '../../../components/button.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { Icon } from '../../../components/icon.tsx';
import { lineCrown, lineShield } from '../../../components/staff-icons.ts';
import { useFocusBack } from '../../../hooks/use-focus-back.ts';
import { moderationQueries } from '../api/moderation.ts';
import { useBlockUser, useChangeRole, useChangeWriting, useDeleteUser } from '../api/user-actions.ts';
import { HideComments } from '../moderation/hide-comments.tsx';
import styles from './user-row.module.css';

const ROLE_ICONS: Record<Role, LineIcon> = { user: lineUser, moderator: lineShield, admin: lineCrown };
const ROLE_TONES = { moderator: 'accent', admin: 'warning' } as const;
export const ROLE_LABELS = { user: 'User', moderator: 'Moderator', admin: 'Admin' } as const satisfies Record<
  Role,
  string
>;

export const WRITING_LABELS = {
  none: 'Only reads',
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

/** The role with its icon, without emphasis if it is everybody's. */
function RoleBadge({ role }: { readonly role: Role }) {
  const text = (
    <span className={styles.role}>
      <Icon icon={ROLE_ICONS[role]} />
      {ROLE_LABELS[role]}
    </span>
  );
  return role === 'user' ? <span className={styles.usual}>{text}</span> : <Badge tone={ROLE_TONES[role]}>{text}</Badge>;
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
        {`Make ${nameOf(user)} an administrator? Administrators manage all accounts, yours too, and cannot be blocked.`}
      </ConfirmDialog>
    </>
  );
}

/** Whether this person writes posts, and publishes them. Staff do by their role. */
function WritingSelect({ user }: { readonly user: User }) {
  const changeWriting = useChangeWriting(user.id);
  return (
    <NativeSelect
      className={styles.roleSelect ?? ''}
      aria-label={`Right to write of ${nameOf(user)}`}
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

interface BlockQuestionProps {
  readonly user: User;
  readonly isOpen: boolean;
  readonly isPending: boolean;
  readonly onBlock: (hideComments: boolean) => void;
  readonly onClose: () => void;
}

/** Asks before an account is blocked. */
function BlockQuestion({ user, isOpen, isPending, onBlock, onClose }: BlockQuestionProps) {
  const [hideComments, setHideComments] = useState(false);
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title="Block User"
      confirmLabel="Block"
      pendingLabel="Blocking..."
      isPending={isPending}
      options={
        <Checkbox
          label="Hide all their comments too"
          checked={hideComments}
          onChange={(event) => setHideComments(event.currentTarget.checked)}
        />
      }
      onConfirm={() => onBlock(hideComments)}
      onClose={onClose}
    >
      {`Block ${nameOf(user)}? They are signed out at once and cannot sign in until somebody unblocks them.`}
    </ConfirmDialog>
  );
}

interface UnblockQuestionProps {
  readonly user: User;
  readonly onUnblock: (showComments: boolean) => void;
  readonly onClose: () => void;
}

/** Asks before an account is unblocked whose comments are hidden. */
function UnblockQuestion({ user, onUnblock, onClose }: UnblockQuestionProps) {
  useFocusBack();
  const [showComments, setShowComments] = useState(false);
  return (
    <ConfirmDialog
      isOpen
      title="Unblock User"
      confirmLabel="Unblock"
      pendingLabel="Unblocking..."
      variant="primary"
      isPending={false}
      options={
        <Checkbox
          label="Show the comments that the block hid"
          checked={showComments}
          onChange={(event) => setShowComments(event.currentTarget.checked)}
        />
      }
      onConfirm={() => onUnblock(showComments)}
      onClose={onClose}
    >
      {`Unblock ${nameOf(user)}? Their hidden comments stay hidden, unless you choose otherwise.`}
    </ConfirmDialog>
  );
}

function BlockButton({ user, nameId }: { readonly user: User; readonly nameId: string }) {
  const block = useBlockUser(user.id);
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const [isLooking, setLooking] = useState(false);
  /** Accounts without hidden comments are unblocked without a question. */
  const unblock = async () => {
    setLooking(true);
    const hidden = await client.fetchQuery(moderationQueries.left(user.id, false)).catch(() => null);
    setLooking(false);
    if (hidden === 0) block.mutate({ isBlocked: false });
    else setAsking(true);
  };
  const label = user.isBlocked ? 'Unblock' : 'Block';
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        data-danger={user.isBlocked ? undefined : true}
        isPending={block.isPending || isLooking}
        aria-describedby={nameId}
        onClick={() => (user.isBlocked ? void unblock() : setAsking(true))}
      >
        {block.isPending ? (block.variables.isBlocked ? 'Blocking...' : 'Unblocking...') : label}
      </Button>
      {isAsking && user.isBlocked && (
        <UnblockQuestion
          user={user}
          onUnblock={(showComments) => {
            setAsking(false);
            block.mutate({ isBlocked: false, showComments });
          }}
          onClose={() => setAsking(false)}
        />
      )}
      <BlockQuestion
        user={user}
        isOpen={isAsking && !user.isBlocked}
        isPending={block.isPending}
        onBlock={(hideComments) => {
          setAsking(false);
          block.mutate({ isBlocked: true, hideComments });
        }}
        onClose={() => setAsking(false)}
      />
    </>
  );
}

/** Begins to delete the account of somebody who asks for it and cannot do so. */
function DeleteButton({ user, nameId }: { readonly user: User; readonly nameId: string }) {
  const remove = useDeleteUser(user.id);
  const [isAsking, setAsking] = useState(false);
  const [removesComments, setRemovesComments] = useState(false);
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        data-danger
        isPending={remove.isPending}
        aria-describedby={nameId}
        onClick={() => setAsking(true)}
      >
        {remove.isPending ? 'Deleting...' : 'Delete Account'}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
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
          setAsking(false);
          remove.mutate(removesComments ? 'remove' : 'keep');
        }}
        onClose={() => setAsking(false)}
      >
        {`Delete the account of ${nameOf(user)}? For ${PERSONAL_DATA_LIMITS.leavingDays} days only they can keep it, by signing in. Then nothing of it is left; their posts become those of the publication.`}
      </ConfirmDialog>
    </>
  );
}

/** One account. Staff cannot change their own role, so it is not offered, and admins cannot be blocked. Product §6. */
export function UserRow({ user, viewer }: { readonly user: User; readonly viewer: User }) {
  const nameId = useId();
  return (
    <li className={styles.user} data-row-stop tabIndex={-1} aria-labelledby={nameId}>
      <Picture user={user} />
      <div className={styles.body}>
        <div className={styles.titleLine}>
          <h3 id={nameId}>{nameOf(user)}</h3>
          <RoleBadge role={user.role} />
          {!isStaff(user) && user.writing !== 'none' && <Badge tone="accent">{WRITING_LABELS[user.writing]}</Badge>}
          {user.isOnline ? <Badge tone="success">Online</Badge> : <span className={styles.usual}>Offline</span>}
          {user.isBlocked && <Badge tone="danger">Blocked</Badge>}
          {user.leavesAt && <Badge tone="danger">{`Deleted on ${shortDate(user.leavesAt)}`}</Badge>}
        </div>
        {user.email && <p className={styles.email}>{user.email}</p>}
      </div>
      <div className={styles.acts}>
        {user.isBlocked && <HideComments userId={user.id} name={nameOf(user)} nameId={nameId} />}
        {canChangeRole(viewer, user) && <RoleSelect user={user} />}
        {canChangeWriting(viewer) && !isStaff(user) && !user.isBlocked && <WritingSelect user={user} />}
        {canBlock(viewer, user) && <BlockButton user={user} nameId={nameId} />}
        {canBlock(viewer, user) && !user.leavesAt && <DeleteButton user={user} nameId={nameId} />}
      </div>
    </li>
  );
}
