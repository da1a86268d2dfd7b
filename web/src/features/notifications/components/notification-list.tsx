import type { UserNotification } from '@inkwell/shared/notifications';
import type { UseQueryResult } from '@tanstack/react-query';
import { useRef } from 'react';
import { Button } from '../../../components/button.tsx';
import { LoadingRegion, Skeleton } from '../../../components/skeleton.tsx';
import { StaleNotice } from '../../../components/states.tsx';
import { ToneIcon } from '../../../components/tone-icon.tsx';
import { useNow } from '../../../hooks/use-now.ts';
import { failureText } from '../../../lib/failure.ts';
import { notificationTime } from '../../../lib/time.ts';
import { useMarkAllRead, useMarkRead } from '../api/mutations.ts';
import styles from './notification-list.module.css';

function Entry({ notification, nowMs }: { readonly notification: UserNotification; readonly nowMs: number }) {
  const markRead = useMarkRead();
  const { id, type, title, message, isRead, createdAt } = notification;
  return (
    <li>
      <button
        type="button"
        className={styles.entry}
        data-unread={!isRead || undefined}
        onClick={() => {
          if (!isRead) markRead.mutate(id);
        }}
      >
        <span className={styles.icon}>
          <ToneIcon tone={type} />
        </span>
        <span className={styles.words}>
          <span className={styles.title}>
            {title}
            {!isRead && <span className="visually-hidden"> (unread)</span>}
          </span>
          <span className={styles.message}>{message}</span>
          <time className={styles.time} dateTime={createdAt}>
            {notificationTime(createdAt, nowMs)}
          </time>
        </span>
      </button>
    </li>
  );
}

function Body({ query, nowMs }: { readonly query: UseQueryResult<UserNotification[]>; readonly nowMs: number }) {
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
      <div role="alert" className={styles.state}>
        <p>Notifications could not be loaded.</p>
        <p>{failureText(query.error)}</p>
        <Button size="small" variant="secondary" onClick={() => void query.refetch()}>
          Try Again
        </Button>
      </div>
    );
  }
  if (query.data.length === 0) return <p className={styles.state}>No notifications yet</p>;
  return (
    <>
      <StaleNotice query={query} what="This list" />
      <ul className={styles.list}>
        {query.data.map((notification) => (
          <Entry key={notification.id} notification={notification} nowMs={nowMs} />
        ))}
      </ul>
    </>
  );
}

interface NotificationListProps {
  readonly query: UseQueryResult<UserNotification[]>;
  readonly unread: number;
}

/** Notifications, newest first; a click marks one as read. Product §4. */
export function NotificationList({ query, unread }: NotificationListProps) {
  const markAll = useMarkAllRead();
  const nowMs = useNow();
  const heading = useRef<HTMLHeadingElement>(null);
  const markAllRead = () => {
    markAll.mutate(undefined);
    // The button goes away with what is unread.
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
      <Body query={query} nowMs={nowMs} />
    </>
  );
}
