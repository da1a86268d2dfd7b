import { personName, shortDate } from '@inkwell/shared/format';
import { lineBell } from '@inkwell/shared/line-icons';
import type { Broadcast } from '@inkwell/shared/notifications';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Badge } from '../../../components/badge.tsx';
import { DialogButton } from '../../../components/dialog-button.tsx';
import { PageHead } from '../../../components/page-head.tsx';
import { EmptyState } from '../../../components/states.tsx';
import styles from '../admin.module.css';
import { adminQueries } from '../api/queries.ts';
import { SendNotificationDialog } from '../components/send-notification-dialog.tsx';
import { StaffList } from '../components/staff-list.tsx';

const TONES = { info: 'accent', success: 'success', warning: 'warning', error: 'danger' } as const;

function BroadcastRow({ broadcast }: { readonly broadcast: Broadcast }) {
  return (
    <li className={styles.row}>
      <div className={styles.body}>
        <div className={styles.titleLine}>
          <h3 dir="auto">{broadcast.title}</h3>
          <Badge tone={TONES[broadcast.type]}>{broadcast.type}</Badge>
        </div>
        <p dir="auto">{broadcast.message}</p>
        <div className={styles.meta}>
          <time dateTime={broadcast.createdAt}>{shortDate(broadcast.createdAt)}</time>
          <span>Sent by {personName(broadcast.sender)}</span>
          <span>Broadcast to All Users</span>
        </div>
      </div>
    </li>
  );
}

/** Sends notifications to everybody and lists the sent ones. */
export function NotificationsTab() {
  const query = useInfiniteQuery(adminQueries.broadcasts());
  return (
    <>
      <PageHead title="Notifications" level={2}>
        <DialogButton size="small" label="Send Notification">
          {(close) => <SendNotificationDialog onClose={close} />}
        </DialogButton>
      </PageHead>
      <div className={styles.notice}>
        Notifications reach every user at once: in the bell at the top of each page, and as a message on the screen of
        those who are online. They cannot be withdrawn.
      </div>
      <StaffList
        query={query}
        noun="notifications"
        empty={<EmptyState icon={lineBell} title="No notifications sent yet" headingLevel={3} />}
      >
        {(broadcast) => <BroadcastRow key={broadcast.id} broadcast={broadcast} />}
      </StaffList>
    </>
  );
}
