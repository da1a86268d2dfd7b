import { useOnline } from '../hooks/use-online.ts';
import styles from './offline-banner.module.css';

/** Says that the browser is offline, until it is online again. */
export function OfflineBanner() {
  const isOnline = useOnline();
  return (
    <div role="status" className={isOnline ? undefined : styles.banner}>
      {!isOnline && 'You are offline. What you see may be out of date; it is refreshed when the connection is back.'}
    </div>
  );
}
