import { isStaff } from '@inkwell/shared/permissions';
import { BookmarkServices } from '../../features/bookmarks/components/bookmark-services.tsx';
import { FollowingServices } from '../../features/following/components/following-services.tsx';
import { LiveNotifications } from '../../features/live/live-notifications.tsx';
import { ReadingServices } from '../../features/reading/components/reading-services.tsx';
import { useViewer } from '../../lib/session.tsx';
import { PaletteHost } from '../palette/palette-host.tsx';

/** Runs in the background only while somebody is signed in. */
export function SignedInServices() {
  const viewer = useViewer();
  return (
    <>
      <LiveNotifications />
      <BookmarkServices />
      <FollowingServices />
      <ReadingServices />
      {viewer && isStaff(viewer) && <PaletteHost viewer={viewer} />}
    </>
  );
}
