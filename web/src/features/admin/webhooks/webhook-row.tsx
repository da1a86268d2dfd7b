import { counted } from '@inkwell/shared/format';
import { WEBHOOK_LIMITS, WEBHOOK_TEXTS, type Webhook, type WebhookDelivery } from '@inkwell/shared/webhooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Badge } from '../../../components/badge.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { EmptyState } from '../../../components/states.tsx';
import { ageInSentence } from '../../../lib/time.ts';
import { toastError, toastSuccess } from '../../../lib/toast.ts';
import styles from '../admin.module.css';
import { deliveryQuery, useChangeWebhook, useDeleteWebhook, useSendDelivery, useTestWebhook } from '../api/webhooks.ts';
import { StaffList } from '../components/staff-list.tsx';
import { RowButton, RowDelete, RowDialog, StaffRow } from '../components/staff-row.tsx';
import { WebhookDialog } from './webhook-dialog.tsx';
import { DELIVERY_STATES, outcomeOf } from './webhook-texts.ts';

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

/** The beginning of a receiver's response, folded. */
const ReceivedAnswer = ({ answer }: { readonly answer: string }) => (
  <details className={styles.answer}>
    <summary>Answer</summary>
    <pre dir="auto">{answer}</pre>
  </details>
);

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
      {last && last.answer !== '' && <ReceivedAnswer answer={last.answer} />}
    </StaffRow>
  );
}

/** A webhook with its last delivery. */
export function WebhookRow({ webhook }: { readonly webhook: Webhook }) {
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
            isPending={remove.isPending}
            onConfirm={(done) => remove.mutate(undefined, { onSettled: done })}
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
