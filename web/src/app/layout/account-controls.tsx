import type { User } from '@inkwell/shared/users';
import { personName } from '@inkwell/shared/users';
import { Suspense, useCallback, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Avatar } from '../../components/avatar.tsx';
import { ErrorBoundary } from '../../components/error-boundary.tsx';
import { Icon } from '../../components/icon.tsx';
import { lazyPart } from '../../components/lazy-part.tsx';
import { lineLeave, lineUser } from '../../components/line-icons.ts';
import { Menu } from '../../components/menu.tsx';
import { NotificationBell } from '../../features/notifications/components/notification-bell.tsx';
import { signOut } from '../../lib/identity-store.ts';
import { toastError } from '../../lib/toast.ts';
import styles from './account-controls.module.css';

const ProfileDialog = lazyPart(
  async () => (await import('../../features/profile/components/profile-dialog.tsx')).ProfileDialog,
  'The profile could not be opened',
);

/** The bell and the account menu of a session. */
export function AccountControls({ user }: { readonly user: User }) {
  const [isProfileOpen, setProfileOpen] = useState(false);
  const menuButton = useRef<HTMLButtonElement>(null);
  const closeProfile = useCallback(() => {
    flushSync(() => setProfileOpen(false));
    menuButton.current?.focus();
  }, []);
  const name = personName(user);

  const logOut = () => {
    signOut().catch(() => toastError('Error', 'Failed to log out. Please try again.'));
  };

  return (
    <>
      <NotificationBell />
      <Menu
        buttonRef={menuButton}
        label="Account menu"
        button={<Avatar person={user} size={36} />}
        header={
          <>
            <p className={styles.name}>{name}</p>
            {user.email && user.email !== name && <p className={styles.email}>{user.email}</p>}
          </>
        }
        items={[
          { label: 'Profile', icon: <Icon icon={lineUser} />, onSelect: () => setProfileOpen(true) },
          { label: 'Log out', icon: <Icon icon={lineLeave} />, onSelect: logOut },
        ]}
      />
      {isProfileOpen && (
        <ErrorBoundary title="The profile could not be opened">
          <Suspense fallback={null}>
            <ProfileDialog user={user} onClose={closeProfile} />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  );
}
