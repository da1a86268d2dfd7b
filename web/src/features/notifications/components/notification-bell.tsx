import { lineBell } from '@inkwell/shared/line-icons';
import { useQuery } from '@tanstack/react-query';
import { IconButton } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { usePopup } from '../../../hooks/use-popup.ts';
import { notificationQueries } from '../api/queries.ts';
import { useIsListOutdated } from '../outdated-list.ts';
import styles from './notification-bell.module.css';
import { NotificationList } from './notification-list.tsx';

/** Larger numbers are shown as `9+`. Product §9. */
const BADGE_MAX = 9;
/** Replaces a number that is out of date. */
const NEWS = '•';

/** The bell in the header with the number of unread notifications; opens their list. Product §2. */
export function NotificationBell() {
  const notifications = useQuery(notificationQueries.list());
  const isBehind = useIsListOutdated(notifications.dataUpdatedAt);
  const { isOpen, close, panelId, rootProps, buttonProps } = usePopup();
  const unread = notifications.data?.filter(({ isRead }) => !isRead).length ?? 0;

  return (
    <div {...rootProps} className={styles.root}>
      <IconButton
        {...buttonProps}
        label={isBehind ? 'Notifications, new ones' : unread > 0 ? `Notifications, ${unread} unread` : 'Notifications'}
        className={styles.bell}
      >
        <Icon icon={lineBell} />
        {(isBehind || unread > 0) && (
          <span className={styles.badge} data-testid="notification-badge">
            {isBehind ? NEWS : unread > BADGE_MAX ? `${BADGE_MAX}+` : unread}
          </span>
        )}
      </IconButton>
      <section id={panelId} className={styles.panel} aria-label="Notifications" hidden={!isOpen}>
        {isOpen && (
          <NotificationList query={notifications} unread={unread} onFollow={() => close({ returnFocus: false })} />
        )}
      </section>
    </div>
  );
}
