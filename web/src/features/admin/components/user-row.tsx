import { faCrown, faShieldHalved, faUser, type IconDefinition } from '@fortawesome/free-solid-svg-icons';
import { canBlock, canChangeRole } from '@inkwell/shared/permissions';
import { Role } from '@inkwell/shared/roles';
import type { User } from '@inkwell/shared/users';
import { NativeSelect } from '@mantine/core';
import { useId } from 'react';
import { Avatar } from '../../../components/avatar.tsx';
import { Badge } from '../../../components/badge.tsx';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import styles from '../admin.module.css';
import { useBlockUser, useChangeRole } from '../api/user-actions.ts';

const ROLE_ICONS: Record<Role, IconDefinition> = { user: faUser, moderator: faShieldHalved, admin: faCrown };
const ROLE_TONES = { user: 'neutral', moderator: 'accent', admin: 'warning' } as const satisfies Record<Role, string>;
const ROLE_LABELS = { user: 'User', moderator: 'Moderator', admin: 'Admin' } as const satisfies Record<Role, string>;

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
  return (
    <NativeSelect
      className={styles.roleSelect ?? ''}
      aria-label={`Role of ${nameOf(user)}`}
      value={user.role}
      aria-disabled={changeRole.isPending}
      data={Role.options.map((role) => ({ value: role, label: ROLE_LABELS[role] }))}
      onChange={(event) => {
        if (!changeRole.isPending) changeRole.mutate(Role.parse(event.currentTarget.value));
      }}
    />
  );
}

function BlockButton({ user, nameId }: { readonly user: User; readonly nameId: string }) {
  const block = useBlockUser(user.id);
  const label = user.isBlocked ? 'Unblock' : 'Block';
  return (
    <Button
      variant={user.isBlocked ? 'secondary' : 'danger'}
      size="small"
      isPending={block.isPending}
      aria-describedby={nameId}
      onClick={() => block.mutate(!user.isBlocked)}
    >
      {block.isPending ? (block.variables ? 'Blocking...' : 'Unblocking...') : label}
    </Button>
  );
}

/** One account. Staff cannot change their own role, so it is not offered, and admins cannot be blocked. Product §6. */
export function UserRow({ user, viewer }: { readonly user: User; readonly viewer: User }) {
  const nameId = useId();
  return (
    <li className={styles.row}>
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
      </div>
    </li>
  );
}
