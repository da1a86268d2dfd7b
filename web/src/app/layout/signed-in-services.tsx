import { LiveNotifications } from '../../features/live/live-notifications.tsx';

/** What runs in the background of a session, and of a session only. */
export function SignedInServices() {
  return <LiveNotifications />;
}
