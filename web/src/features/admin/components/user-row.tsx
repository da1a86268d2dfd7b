import { faCrown, faShieldHalved, faUser, type IconDefinition } from '@fortawesome/free-solid-svg-icons';
import { canBlock, canChangeRole } from '@inkwell/shared/permissions';
import { Role } from '@inkwell/shared/roles';
import type { User } from '@inkwell/shared/users';
import { Checkbox, NativeSelect } from '@mantine/core';
import { useId, useState } from 'react';
import { Avatar } from '../../../components/avatar.tsx';
import { Badge } from '../../../components/badge.tsx';
import { Button } from '../../../components/button.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { Icon } from '../../../components/icon.tsx';
import styles from '../admin.module.css';
import { useBlockUser, useChangeRole } from '../api/user-actions.ts';
import { HideComments } from '../moderation/hide-comments.tsx';

const ROLE_ICONS: Record<Role, IconDefinition> = { user: faUser, moderator: faShieldHalved, admin: faCrown };
const ROLE_TONES = { user: 'neutral', moderator: 'accent', admin: 'warning' } as const satisfies Record<Role, string>;
export const ROLE_LABELS = { user: 'User', moderator: 'Moderator', admin: 'Admin' } as const satisfies Record<
  Role,
  string
>;

const nameOf = ({ displayName, firstName, lastName, email }: User): string =>
  displayName || [firstName, lastName].filter(Boolean).join(' ') || email || 'Anonymous';

function Picture({ user }: { readonly user: User }) {
  return (
    <div className={styles.person}>
      {user.profileImageUrl ? <Avatar person={user} size={44} /> : <Icon icon={ROLE_ICONS[user.role]} />}
      <span className={styles.online} data-online={user.isOnline} aria-hidden="true" />
    </div>
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
        {`Make ${nameOf(user)} an administrator? Administrators manage all accounts, yours too, and cannot be blocked.`}
      </ConfirmDialog>
    </>
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

function BlockButton({ user, nameId }: { readonly user: User; readonly nameId: string }) {
  const block = useBlockUser(user.id);
  const [isAsking, setAsking] = useState(false);
  const label = user.isBlocked ? 'Unblock' : 'Block';
  return (
    <>
      <Button
        variant={user.isBlocked ? 'secondary' : 'danger'}
        size="small"
        isPending={block.isPending}
        aria-describedby={nameId}
        onClick={() => (user.isBlocked ? block.mutate({ isBlocked: false }) : setAsking(true))}
      >
        {block.isPending ? (block.variables.isBlocked ? 'Blocking...' : 'Unblocking...') : label}
      </Button>
      <BlockQuestion
        user={user}
        isOpen={isAsking}
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

/** One account. Staff cannot change their own role, so it is not offered, and admins cannot be blocked. Product §6. */
export function UserRow({ user, viewer }: { readonly user: User; readonly viewer: User }) {
  const nameId = useId();
  return (
    <li className={styles.row} data-row-stop tabIndex={-1} aria-labelledby={nameId}>
      <Picture user={user} />
      <div className={styles.body}>
        <div className={styles.titleLine}>
          <h3 id={nameId}>{nameOf(user)}</h3>
          <Badge tone={ROLE_TONES[user.role]}>{ROLE_LABELS[user.role]}</Badge>
          <Badge tone={user.isOnline ? 'success' : 'neutral'}>{user.isOnline ? 'Online' : 'Offline'}</Badge>
          {user.isBlocked && <Badge tone="danger">Blocked</Badge>}
        </div>
        {user.email && <p className={styles.meta}>{user.email}</p>}
      </div>
      <div className={styles.rowActions}>
        {canChangeRole(viewer, user) && <RoleSelect user={user} />}
        {canBlock(viewer, user) && <BlockButton user={user} nameId={nameId} />}
        {user.isBlocked && <HideComments userId={user.id} name={nameOf(user)} nameId={nameId} />}
      </div>
    </li>
  );
}
