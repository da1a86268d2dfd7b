import { lineBell } from '@inkwell/shared/line-icons';
import type { UserNotification } from '@inkwell/shared/notifications';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link } from 'react-router';
import { Button, IconButton } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { LoadingRegion, Skeleton } from '../../../components/skeleton.tsx';
import { LoadError, StaleBanner } from '../../../components/states.tsx';
import { ToneIcon } from '../../../components/tone-icon.tsx';
import { useNow } from '../../../hooks/use-now.ts';
import { usePopup } from '../../../hooks/use-popup.ts';
import { notificationTime } from '../../../lib/time.ts';
import { useMarkAllRead, useMarkRead } from '../api/mutations.ts';
import { notificationQueries } from '../api/queries.ts';
import { useIsListOutdated } from '../outdated-list.ts';
import styles from './notification-bell.module.css';

/** Larger numbers are shown as `9+`. Product §9. */
const BADGE_MAX = 9;
/** Replaces a number that is out of date. */
const NEWS = '•';

interface EntryProps {
  readonly notification: UserNotification;
  readonly nowMs: number;
  /** Called when the reader follows a notification's link. */
  readonly onFollow: () => void;
}

function Entry({ notification, nowMs, onFollow }: EntryProps) {
  const markRead = useMarkRead();
  const { id, type, title, message, isRead, createdAt, link } = notification;
  const mark = () => {
    if (!isRead) markRead.mutate(id);
  };
  const words = (
    <>
      <span className={styles.icon}>
        <ToneIcon tone={type} />
      </span>
      <span className={styles.words}>
        <span className={styles.title} dir="auto">
          {title}
          {!isRead && <span className="visually-hidden"> (unread)</span>}
        </span>
        <span className={styles.message} dir="auto">
          {message}
        </span>
        <time className={styles.time} dateTime={createdAt}>
          {notificationTime(createdAt, nowMs)}
        </time>
      </span>
    </>
  );
  const look = { className: styles.entry, 'data-unread': !isRead || undefined };
  return (
    <li>
      {link === null ? (
        <button {...look} type="button" onClick={mark}>
          {words}
        </button>
      ) : (
        <Link
          {...look}
          to={link}
          onClick={() => {
            mark();
            onFollow();
          }}
        >
          {words}
        </Link>
      )}
    </li>
  );
}

interface BodyProps extends Pick<EntryProps, 'nowMs' | 'onFollow'> {
  readonly query: UseQueryResult<UserNotification[]>;
}

function Body({ query, ...entry }: BodyProps) {
  if (query.isPending) {
    return (
      <LoadingRegion label="Loading notifications" className={styles.state}>
        <Skeleton height="3rem" />
        <Skeleton height="3rem" />
      </LoadingRegion>
    );
  }
  if (!query.data) {
    return (
      <div className={styles.state}>
        <LoadError title="Notifications could not be loaded." query={query} />
      </div>
    );
  }
  if (query.data.length === 0) return <p className={styles.state}>No notifications yet</p>;
  return (
    <>
      <StaleBanner query={query} what="This list" />
      <ul className={styles.list}>
        {query.data.map((notification) => (
          <Entry key={notification.id} notification={notification} {...entry} />
        ))}
      </ul>
    </>
  );
}

interface NotificationListProps {
  readonly query: UseQueryResult<UserNotification[]>;
  readonly unread: number;
  /** Called when the reader follows a notification's link. */
  readonly onFollow: () => void;
}

/** Notifications, newest first. A click marks one as read and follows its link, if any. Product §4. */
function NotificationList({ query, unread, onFollow }: NotificationListProps) {
  const markAll = useMarkAllRead();
  const nowMs = useNow();
  const heading = useRef<HTMLHeadingElement>(null);
  const markAllRead = () => {
    markAll.mutate(undefined);
    // The button disappears with the last unread notification.
    heading.current?.focus();
  };
  return (
    <>
      <div className={styles.head}>
        <h2 ref={heading} tabIndex={-1} data-focus-target className={styles.heading}>
          Notifications
        </h2>
        {unread > 0 && (
          <Button size="small" variant="quiet" isPending={markAll.isPending} onClick={markAllRead}>
            Mark all as read
          </Button>
        )}
      </div>
      <Body query={query} nowMs={nowMs} onFollow={onFollow} />
    </>
  );
}

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
