import { LiveNotifications } from '../../features/live/live-notifications.tsx';

/** Runs in the background only while somebody is signed in. */
export function SignedInServices() {
  return <LiveNotifications />;
}
