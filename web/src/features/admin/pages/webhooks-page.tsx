import '../../../components/mantine-parts.ts';
import { counted } from '@inkwell/shared/format';
import { linePlus } from '@inkwell/shared/line-icons';
import { canManageWebhooks } from '@inkwell/shared/permissions';
import { type ComponentProps, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { PageHead } from '../../../components/page-head.tsx';
import { lineWebhook } from '../../../components/staff-icons.ts';
import { EmptyState, LoadError, StaleBanner } from '../../../components/states.tsx';
import styles from '../admin.module.css';
import { useStaffQuery } from '../api/unauthorized.ts';
import { webhookQuery } from '../api/webhooks.ts';
import { LoadingRows } from '../components/paged-list.tsx';
import { moveByKey } from '../components/row-keys.tsx';
import { staffPage } from '../components/staff-page.tsx';
import { WebhookDialog } from '../webhooks/webhook-dialog.tsx';
import { WebhookRow } from '../webhooks/webhook-row.tsx';

/** `/admin/webhooks`, for admins. Moderators see the panel instead. */
export const Component = staffPage({ title: 'Webhooks', may: canManageWebhooks, hasHead: true }, Webhooks);

const NewWebhook = (props: Pick<ComponentProps<typeof Button>, 'variant' | 'onClick'>) => (
  <Button size="small" icon={<Icon icon={linePlus} />} {...props}>
    New Webhook
  </Button>
);

function Webhooks() {
  const query = useStaffQuery(webhookQuery());
  const { data: webhooks, isPending } = query;
  // Not in the empty state, which disappears with the first webhook, while its secret is shown.
  const [isCreating, setCreating] = useState(false);
  const create = () => setCreating(true);
  return (
    <>
      <PageHead count={webhooks?.length ? counted(webhooks.length, 'webhook', 'webhooks') : ''}>
        <NewWebhook onClick={create} />
      </PageHead>
      {isCreating && <WebhookDialog onClose={() => setCreating(false)} />}
      <p className={styles.info}>
        A webhook sends events to another server, for example when a post is published. Each is signed as{' '}
        <a href="https://www.standardwebhooks.com">Standard Webhooks</a> describes, and repeated for a day until the
        server accepts it.
      </p>
      {isPending && <LoadingRows noun="webhooks" rowHeight={56} height={3 * 56} />}
      {!webhooks && !isPending && <LoadError title="Failed to load webhooks" query={query} />}
      {webhooks?.length === 0 && (
        <EmptyState
          icon={lineWebhook}
          title="No webhooks yet"
          headingLevel={2}
          actions={<NewWebhook variant="secondary" onClick={create} />}
        >
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
