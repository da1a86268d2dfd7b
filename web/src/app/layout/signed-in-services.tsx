import { LiveNotifications } from '../../features/live/live-notifications.tsx';

/** What runs in the background while somebody is signed in, and only then. */
export function SignedInServices() {
  return <LiveNotifications />;
}
