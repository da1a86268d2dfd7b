import '../../../components/mantine-parts.ts';
import { counted } from '@inkwell/shared/format';
import { linePlus } from '@inkwell/shared/line-icons';
import { canManageWebhooks } from '@inkwell/shared/permissions';
import { useQuery } from '@tanstack/react-query';
import { DialogButton } from '../../../components/dialog-button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { PageHead } from '../../../components/page-head.tsx';
import { EmptyState, LoadError, StaleBanner } from '../../../components/states.tsx';
import styles from '../admin.module.css';
import { useLoginWhenUnauthorized } from '../api/unauthorized.ts';
import { webhookQuery } from '../api/webhooks.ts';
import { LoadingRows } from '../components/paged-list.tsx';
import { moveByKey } from '../components/row-keys.tsx';
import { StaffPage } from '../components/staff-page.tsx';
import { WebhookDialog } from '../webhooks/webhook-dialog.tsx';
import { WebhookRow } from '../webhooks/webhook-row.tsx';

/** `/admin/webhooks`, for admins. Moderators see the panel instead. */
export function Component() {
  return (
    <StaffPage title="Webhooks" may={canManageWebhooks} hasHead>
      {() => <Webhooks />}
    </StaffPage>
  );
}

function Webhooks() {
  const query = useQuery(webhookQuery());
  const { data: webhooks, isPending, error } = query;
  useLoginWhenUnauthorized(error);
  return (
    <>
      <PageHead count={webhooks ? counted(webhooks.length, 'webhook', 'webhooks') : ''}>
        <DialogButton size="small" icon={<Icon icon={linePlus} />} label="New Webhook">
          {(close) => <WebhookDialog onClose={close} />}
        </DialogButton>
      </PageHead>
      <p className={styles.info}>
        A webhook sends events to another server, for example when a post is published. Each is signed as{' '}
        <a href="https://www.standardwebhooks.com">Standard Webhooks</a> describes, and repeated for a day until the
        server accepts it.
      </p>
      {isPending && <LoadingRows noun="webhooks" rowHeight={56} height={3 * 56} />}
      {!webhooks && !isPending && <LoadError title="Failed to load webhooks" query={query} />}
      {webhooks?.length === 0 && (
        <EmptyState title="No webhooks yet" headingLevel={2}>
          Create a webhook to tell another server what happens in the publication.
        </EmptyState>
      )}
      {webhooks && webhooks.length > 0 && (
        <>
          <StaleBanner query={query} what="These webhooks" />
          <h2 className="visually-hidden">All webhooks</h2>
          <ul className={`${styles.rows} ${styles.list}`} onKeyDown={moveByKey}>
            {webhooks.map((webhook) => (
              <WebhookRow key={webhook.id} webhook={webhook} />
            ))}
          </ul>
        </>
      )}
    </>
  );
}
