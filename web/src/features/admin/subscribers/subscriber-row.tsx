import { shortDate } from '@inkwell/shared/format';
import { type SubscriberDetails, subscriberApi } from '@inkwell/shared/subscribers';
import { useId, useState } from 'react';
import { Badge } from '../../../components/badge.tsx';
import { Button } from '../../../components/button.tsx';
import { ConfirmButton } from '../../../components/confirm-button.tsx';
import { asksAbout } from '../../../components/confirm-dialog.tsx';
import { call } from '../../../lib/api.ts';
import { adminQueries } from '../api/queries.ts';
import { useStaffChange } from '../api/staff-change.ts';
import { ColumnNames } from '../components/staff-row.tsx';
import { subscribedDate, subscriberStatus } from '../subscriber-texts.ts';
import styles from './subscriber-row.module.css';

function wantsOf({ wants, categories }: SubscriberDetails): string {
  const names = wants.map((want) => (want === 'digest' ? 'Digest' : 'Newsletter')).join(' and ');
  return categories === null ? names : `${names}, ${categories.length} of the categories`;
}

export const SubscriberColumns = () => (
  <ColumnNames className={styles.columns} names={['Email', 'Status', 'Receives', 'Joined']} />
);

const SOURCES: Readonly<Record<string, string>> = {
  form: 'Asked in the form',
  link: 'Confirmed by the link in the email',
  account: 'Pressed in their account',
  choices: 'Chosen on the preferences page',
  import: 'Imported',
  before: 'From before consent texts were stored',
};

/** When a subscriber consented, and to which wording. */
function Consents({ of: { consents }, id }: { readonly of: SubscriberDetails; readonly id: string }) {
  return (
    <div id={id} className={styles.consents}>
      {consents.length === 0 ? (
        <p>None is stored.</p>
      ) : (
        <ol>
          {consents.map(({ at, text, source }) => (
            <li key={`${at}${source}`}>
              <time dateTime={at}>{shortDate(at)}</time>, {SOURCES[source] ?? source}: <q dir="auto">{text}</q>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

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
        {hasAccount && <span className="fine">has an account</span>}
        {labels.length > 0 && (
          <span dir="auto" className="fine">
            {labels.join(', ')}
          </span>
        )}
      </div>
      <span>
        <Badge tone={isConfirmed ? 'success' : 'warning'}>{subscriberStatus(subscriber)}</Badge>
      </span>
      <span className="fine">{wantsOf(subscriber)}</span>
      <span className="fine">
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
