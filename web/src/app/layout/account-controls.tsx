import { personName } from '@inkwell/shared/format';
import { lineLeave, linePen, linePeople, lineUser } from '@inkwell/shared/line-icons';
import { canWrite } from '@inkwell/shared/permissions';
import { lineBookmark } from '@inkwell/shared/reading-icons';
import type { User } from '@inkwell/shared/users';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import { Avatar } from '../../components/avatar.tsx';
import { Icon } from '../../components/icon.tsx';
import { lazyDialog } from '../../components/lazy-dialog.tsx';
import { Menu } from '../../components/menu.tsx';
import { NotificationBell } from '../../features/notifications/components/notification-bell.tsx';
import { signOut } from '../../lib/identity-store.ts';
import { profileDialog } from '../../lib/profile-dialog.ts';
import { readingPaths } from '../../lib/reading-paths.ts';
import { useStore } from '../../lib/store.ts';
import { toastError } from '../../lib/toast.ts';
import { writingPaths } from '../../lib/writing-paths.ts';
import styles from './account-controls.module.css';

const ProfileDialog = lazyDialog(
  async () => (await import('../../features/profile/components/profile-dialog.tsx')).ProfileDialog,
  'The profile could not be opened',
);

/** Number of the account's drafts; null until the menu has been opened and they are counted. */
function useDraftCount(user: User): readonly [number | null, () => void] {
  const client = useQueryClient();
  const [count, setCount] = useState<number | null>(null);
  const countAgain = () => {
    import('../../features/post-editor/drafts/count-drafts.ts')
      .then(({ countDrafts }) => countDrafts(client, user))
      .then(setCount)
      .catch((error: unknown) => console.warn('Drafts could not be counted', error));
  };
  return [count, countAgain];
}

/** The bell and the account menu of a signed-in reader. */
export function AccountControls({ user }: { readonly user: User }) {
  const isProfileOpen = useStore(profileDialog);
  useEffect(() => () => profileDialog.set(false), []);
  const menuButton = useRef<HTMLButtonElement>(null);
  const closeProfile = useCallback(() => {
    flushSync(() => profileDialog.set(false));
    menuButton.current?.focus();
  }, []);
  const name = personName(user);
  const navigate = useNavigate();
  const [draftCount, countDrafts] = useDraftCount(user);
  const drafts = {
    label: 'Unsaved Changes',
    icon: <Icon icon={linePen} />,
    ...(draftCount !== null && { note: String(draftCount) }),
    onSelect: () => void navigate(writingPaths.drafts),
  };

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
            {user.email && user.email !== name && <p className="note">{user.email}</p>}
          </>
        }
        onOpen={countDrafts}
        items={[
          { label: 'Profile', icon: <Icon icon={lineUser} />, onSelect: () => profileDialog.set(true) },
          {
            label: 'Reading List',
            icon: <Icon icon={lineBookmark} />,
            onSelect: () => void navigate(readingPaths.readingList),
          },
          {
            label: 'Following',
            icon: <Icon icon={linePeople} />,
            onSelect: () => void navigate(readingPaths.following),
          },
          ...(canWrite(user) || draftCount ? [drafts] : []),
          { label: 'Log out', icon: <Icon icon={lineLeave} />, onSelect: logOut },
        ]}
      />
      {isProfileOpen && <ProfileDialog user={user} onClose={closeProfile} />}
    </>
  );
}
