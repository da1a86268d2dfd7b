import type { SubscriberDetails } from '@inkwell/shared/subscribers';
import { Badge } from '../../../components/badge.tsx';
import { Button } from '../../../components/button.tsx';
import styles from '../admin.module.css';
import { subscribedDate, subscriberStatus } from '../subscriber-texts.ts';
import { Consents } from './consents.tsx';

function wantsOf({ wants, categories }: SubscriberDetails): string {
  const names = wants.map((want) => (want === 'digest' ? 'Digest' : 'Newsletter')).join(' and ');
  return categories === null ? names : `${names}, ${categories.length} of the categories`;
}

/** A subscriber, with the consents on request. */
export function SubscriberRow({
  subscriber,
  onRemove,
}: {
  readonly subscriber: SubscriberDetails;
  readonly onRemove: () => void;
}) {
  const { email, isConfirmed, hasAccount, labels } = subscriber;
  return (
    <li className={styles.row}>
      <div className={styles.body}>
        <strong dir="auto">{email}</strong>
        <span className={styles.meta}>
          <Badge tone={isConfirmed ? 'success' : 'warning'}>{subscriberStatus(subscriber)}</Badge>
          <span>{wantsOf(subscriber)}</span>
          <span>since {subscribedDate(subscriber)}</span>
          {hasAccount && <span>has an account</span>}
          {labels.length > 0 && <span dir="auto">{labels.join(', ')}</span>}
        </span>
        <Consents of={subscriber} />
      </div>
      <div className={styles.rowActions}>
        <Button variant="secondary" size="small" data-danger aria-label={`Remove ${email}`} onClick={onRemove}>
          Remove
        </Button>
      </div>
    </li>
  );
}
