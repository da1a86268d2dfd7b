import '../../../components/mantine-parts.ts';
import { counted } from '@inkwell/shared/format';
import { linePlus } from '@inkwell/shared/line-icons';
import { canManageWebhooks } from '@inkwell/shared/permissions';
import {
  type DeliveryState,
  WEBHOOK_LIMITS,
  WEBHOOK_TEXTS,
  type Webhook,
  type WebhookDelivery,
} from '@inkwell/shared/webhooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { Badge } from '../../../components/badge.tsx';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { Icon } from '../../../components/icon.tsx';
import { PageHead } from '../../../components/page-head.tsx';
import { lineWebhook } from '../../../components/staff-icons.ts';
import { EmptyState, LoadError, StaleBanner } from '../../../components/states.tsx';
import { ageInSentence } from '../../../lib/time.ts';
import { toastError, toastSuccess } from '../../../lib/toast.ts';
import styles from '../admin.module.css';
import { useStaffQuery } from '../api/unauthorized.ts';
import {
  deliveryQuery,
  useChangeWebhook,
  useDeleteWebhook,
  useSendDelivery,
  useTestWebhook,
  webhookQuery,
} from '../api/webhooks.ts';
import { LoadingRows } from '../components/paged-list.tsx';
import { moveByKey } from '../components/row-keys.tsx';
import { StaffList } from '../components/staff-list.tsx';
import { staffPage } from '../components/staff-page.tsx';
import { RowButton, RowDelete, RowDialog, StaffRow } from '../components/staff-row.tsx';
import { WebhookDialog } from '../webhooks/webhook-dialog.tsx';

/** `/admin/webhooks`, for admins. Moderators see the panel instead. */
export const Component = staffPage({ title: 'Webhooks', may: canManageWebhooks, hasHead: true }, Webhooks);

const NewWebhook = (props: Pick<ComponentProps<typeof Button>, 'variant' | 'onClick'>) => (
  <Button size="small" icon={<Icon icon={linePlus} />} {...props}>
    New Webhook
  </Button>
);

interface DeliveriesDialogProps {
  readonly webhookId: string;
  readonly host: string;
  readonly onClose: () => void;
}

/** The events that were sent to a webhook, with the receiver's responses. */
function DeliveriesDialog({ webhookId, host, onClose }: DeliveriesDialogProps) {
  const query = useInfiniteQuery(deliveryQuery(webhookId));
  return (
    <Dialog title={`Deliveries to ${host}`} size="lg" onClose={onClose}>
      <StaffList
        query={query}
        noun="deliveries"
        label="Deliveries"
        rowHeight={56}
        loadingHeight={168}
        empty={
          <EmptyState title="No deliveries yet" headingLevel={3}>
            Events of the last {WEBHOOK_LIMITS.deliveryDays} days appear here.
          </EmptyState>
        }
      >
        {(delivery) => <DeliveryRow key={delivery.id} webhookId={webhookId} delivery={delivery} />}
      </StaffList>
    </Dialog>
  );
}

const DELIVERY_STATES: Readonly<
  Record<DeliveryState, { readonly label: string; readonly tone: 'neutral' | 'success' | 'danger' | 'warning' }>
> = {
  waiting: { label: 'Waiting', tone: 'warning' },
  sending: { label: 'Sending', tone: 'neutral' },
  delivered: { label: 'Delivered', tone: 'success' },
  failed: { label: 'Failed', tone: 'danger' },
  skipped: { label: 'Skipped', tone: 'neutral' },
};

/** The result of the last attempt; null before the first. */
function outcomeOf({ attempts }: WebhookDelivery): string | null {
  const [last] = attempts;
  if (!last) return null;
  return last.problem ?? `Status ${last.status}`;
}

function DeliveryRow({ webhookId, delivery }: { readonly webhookId: string; readonly delivery: WebhookDelivery }) {
  const send = useSendDelivery(webhookId, delivery);
  const { event, state, createdAt, nextAt, attempts } = delivery;
  const { label, tone } = DELIVERY_STATES[state];
  const [last] = attempts;
  return (
    <StaffRow
      name={event}
      badges={<Badge tone={tone}>{label}</Badge>}
      acts={
        <RowButton isPending={send.isPending} disabled={state === 'sending'} onClick={() => send.mutate()}>
          {send.isPending ? 'Sending...' : attempts.length > 0 ? 'Send Again' : 'Send Now'}
        </RowButton>
      }
    >
      <p className={styles.meta}>
        <span>{ageInSentence(createdAt)}</span>
        <span>{outcomeOf(delivery) ?? 'Not attempted'}</span>
        {attempts.length > 1 && <span>{counted(attempts.length, 'attempt', 'attempts')}</span>}
        {nextAt && attempts.length > 0 && <span>Next attempt {new Date(nextAt).toLocaleString()}</span>}
      </p>
      {last && last.answer !== '' && (
        <details className={styles.answer}>
          <summary>Answer</summary>
          <pre dir="auto">{last.answer}</pre>
        </details>
      )}
    </StaffRow>
  );
}

/** A webhook with its last delivery. */
function WebhookRow({ webhook }: { readonly webhook: Webhook }) {
  const { url, events, owner, isOn, hasFailed, works, lastDelivery } = webhook;
  const change = useChangeWebhook(webhook);
  const remove = useDeleteWebhook(webhook);
  const test = useTestWebhook(webhook);
  const { host } = new URL(url);
  const sendTest = () =>
    test.mutate(undefined, {
      onSuccess(delivery) {
        const outcome = outcomeOf(delivery) ?? '';
        if (delivery.state === 'delivered') toastSuccess('Test Delivered', outcome);
        else toastError('Test Failed', outcome);
      },
    });
  return (
    <StaffRow
      name={url}
      badges={
        !works ? (
          <Badge tone="danger">Ended</Badge>
        ) : (
          <Badge tone={isOn ? 'success' : 'neutral'}>{isOn ? 'On' : 'Off'}</Badge>
        )
      }
      acts={
        <>
          <RowDialog label="Deliveries" aria-label={`Deliveries to ${host}`}>
            {(close) => <DeliveriesDialog webhookId={webhook.id} host={host} onClose={close} />}
          </RowDialog>
          <RowButton isPending={test.isPending} onClick={sendTest}>
            {test.isPending ? 'Sending...' : 'Send Test'}
          </RowButton>
          <RowButton isPending={change.isPending} onClick={() => change.mutate({ isOn: !isOn })}>
            {isOn ? 'Switch Off' : 'Switch On'}
          </RowButton>
          <RowDialog label="Edit" aria-label={`Edit the webhook to ${host}`}>
            {(close) => <WebhookDialog webhook={webhook} onClose={close} />}
          </RowDialog>
          <RowDelete
            aria-label={`Delete the webhook to ${host}`}
            noun="Webhook"
            name={host}
            question="Its receiver gets no more events, and waiting events are not sent."
            remove={remove}
          />
        </>
      }
    >
      <p className={styles.meta}>
        <span>{events.join(', ')}</span>
        <span dir="auto">{owner.name}</span>
        <span>{lastDelivery ? lastText(lastDelivery) : 'No deliveries yet'}</span>
      </p>
      {hasFailed && (
        <p className={styles.note}>
          Switched off after {WEBHOOK_LIMITS.failures} failed attempts in a row. Send a test, then switch it on again.
        </p>
      )}
      {!works && <p className={styles.note}>{WEBHOOK_TEXTS.gone}</p>}
    </StaffRow>
  );
}

function lastText(delivery: NonNullable<Webhook['lastDelivery']>): string {
  const outcome = outcomeOf(delivery);
  const state = DELIVERY_STATES[delivery.state].label;
  return `Last: ${delivery.event} ${ageInSentence(delivery.createdAt)}, ${outcome ? `${state} (${outcome})` : state}`;
}

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
