import { WEBHOOK_LIMITS, WEBHOOK_TEXTS, type Webhook } from '@inkwell/shared/webhooks';
import { Badge } from '../../../components/badge.tsx';
import { ageInSentence } from '../../../lib/time.ts';
import { toastError, toastSuccess } from '../../../lib/toast.ts';
import styles from '../admin.module.css';
import { useChangeWebhook, useDeleteWebhook, useTestWebhook } from '../api/webhooks.ts';
import { RowButton, RowDelete, RowDialog, StaffRow } from '../components/staff-row.tsx';
import { DeliveriesDialog } from './deliveries-dialog.tsx';
import { WebhookDialog } from './webhook-dialog.tsx';
import { DELIVERY_STATES, outcomeOf } from './webhook-texts.ts';

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
