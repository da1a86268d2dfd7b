import { type SubscriberDetails, subscriberApi } from '@inkwell/shared/subscribers';
import { useId, useState } from 'react';
import { Badge } from '../../../components/badge.tsx';
import { Button } from '../../../components/button.tsx';
import { ConfirmButton } from '../../../components/confirm-button.tsx';
import { asksAbout } from '../../../components/confirm-dialog.tsx';
import { call } from '../../../lib/api.ts';
import { adminQueries } from '../api/queries.ts';
import { useStaffChange } from '../api/staff-change.ts';
import { subscribedDate, subscriberStatus } from '../subscriber-texts.ts';
import { Consents } from './consents.tsx';
import styles from './subscriber-row.module.css';

function wantsOf({ wants, categories }: SubscriberDetails): string {
  const names = wants.map((want) => (want === 'digest' ? 'Digest' : 'Newsletter')).join(' and ');
  return categories === null ? names : `${names}, ${categories.length} of the categories`;
}

/** The column headings of a wide list. */
export const SubscriberColumns = () => (
  <li className={styles.columns} aria-hidden="true">
    <span>Email</span>
    <span>Status</span>
    <span>Receives</span>
    <span>Joined</span>
  </li>
);

/** A subscriber, with consents on request. */
export function SubscriberRow({ subscriber }: { readonly subscriber: SubscriberDetails }) {
  const { id, email, isConfirmed, hasAccount, labels } = subscriber;
  const consentsId = useId();
  const [isOpen, setOpen] = useState(false);
  const remove = useStaffChange({
    send: () => call(subscriberApi.remove, { params: { id } }),
    done: 'Subscriber removed',
    action: 'remove the subscriber',
    stale: [adminQueries.everySubscriber],
  });
  return (
    <li className={styles.subscriber}>
      <div className={styles.email}>
        <strong dir="auto">{email}</strong>
        {hasAccount && <span>has an account</span>}
        {labels.length > 0 && <span dir="auto">{labels.join(', ')}</span>}
      </div>
      <span>
        <Badge tone={isConfirmed ? 'success' : 'warning'}>{subscriberStatus(subscriber)}</Badge>
      </span>
      <span className={styles.fact}>{wantsOf(subscriber)}</span>
      <span className={styles.fact}>
        <span className={styles.since}>since </span>
        {subscribedDate(subscriber)}
      </span>
      <div className={styles.acts}>
        <Button
          variant="quiet"
          size="small"
          aria-label={`Consents of ${email}`}
          aria-expanded={isOpen}
          aria-controls={isOpen ? consentsId : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          Consents
        </Button>
        <ConfirmButton
          variant="secondary"
          size="small"
          data-danger
          aria-label={`Remove ${email}`}
          label="Remove"
          pendingLabel="Removing..."
          confirmLabel="Remove Subscriber"
          title={asksAbout('Remove', email)}
          question={`${email} gets no more newsletter emails, and the address is deleted from the list. No import adds it again.`}
          isPending={remove.isPending}
          onConfirm={(close) => remove.mutate(undefined, { onSuccess: close })}
        />
      </div>
      {isOpen && <Consents of={subscriber} id={consentsId} />}
    </li>
  );
}
