import { counted } from '@inkwell/shared/format';
import { WEBHOOK_LIMITS, type WebhookDelivery } from '@inkwell/shared/webhooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Badge } from '../../../components/badge.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { EmptyState } from '../../../components/states.tsx';
import { ageInSentence } from '../../../lib/time.ts';
import styles from '../admin.module.css';
import { deliveryQuery, useSendDelivery } from '../api/webhooks.ts';
import { StaffList } from '../components/staff-list.tsx';
import { RowButton, StaffRow } from '../components/staff-row.tsx';
import { ReceivedAnswer } from './received-answer.tsx';
import { DELIVERY_STATES, outcomeOf } from './webhook-texts.ts';

interface DeliveriesDialogProps {
  readonly webhookId: string;
  readonly host: string;
  readonly onClose: () => void;
}

/** The events that were sent to a webhook, with the receiver's responses. */
export function DeliveriesDialog({ webhookId, host, onClose }: DeliveriesDialogProps) {
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
