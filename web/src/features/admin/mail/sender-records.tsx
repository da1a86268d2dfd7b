import type { SenderRecord, SenderRecordKind, SenderRecordState } from '@inkwell/shared/mail';
import { useQuery } from '@tanstack/react-query';
import { Badge } from '../../../components/badge.tsx';
import { LoadError } from '../../../components/states.tsx';
import styles from '../admin.module.css';
import { mailQueries } from '../api/mail.ts';
import { useLoginWhenUnauthorized } from '../api/unauthorized.ts';

export const RECORD_NAMES: Readonly<Record<SenderRecordKind, string>> = { spf: 'SPF', dkim: 'DKIM', dmarc: 'DMARC' };
const KINDS = Object.keys(RECORD_NAMES) as SenderRecordKind[];

export const RECORD_STATES: Readonly<
  Record<SenderRecordState, { label: string; tone: 'success' | 'warning' | 'neutral' }>
> = {
  found: { label: 'found', tone: 'success' },
  invalid: { label: 'not valid', tone: 'warning' },
  missing: { label: 'missing', tone: 'warning' },
  unreachable: { label: 'no answer', tone: 'neutral' },
  'not-set': { label: 'not checked', tone: 'neutral' },
};

/** Records without which providers refuse mails. */
const lackingOf = (records: readonly SenderRecord[]) =>
  records.filter(({ state }) => state === 'missing' || state === 'invalid');

/** DNS records of the sender, summarized in one line of fixed height. Opened, it says what each record means and what to do. */
export function SenderRecords() {
  const query = useQuery(mailQueries.sender());
  useLoginWhenUnauthorized(query.error);
  const sender = query.data;
  if (query.isError && !sender)
    return <LoadError title="The records of the sender could not be loaded" query={query} />;
  const stateOf = (wanted: SenderRecordKind) => sender?.records.find(({ kind }) => kind === wanted)?.state;
  return (
    <details className={styles.sender}>
      <summary aria-busy={query.isPending}>
        Sender
        <span className={styles.senderStates}>
          {KINDS.map((kind) => {
            const state = stateOf(kind);
            return (
              <Badge key={kind} tone={state ? RECORD_STATES[state].tone : 'neutral'}>
                {RECORD_NAMES[kind]} {state ? RECORD_STATES[state].label : '…'}
              </Badge>
            );
          })}
        </span>
      </summary>
      {sender ? (
        <>
          <p>
            Emails are sent from <strong>{sender.address}</strong>.
            {sender.checkedAt !== null && ' Results are cached for five minutes.'}
          </p>
          <ul>
            {sender.records.map((record) => (
              <Details key={record.kind} record={record} />
            ))}
          </ul>
        </>
      ) : (
        <p role="status">Looking up SPF, DKIM and DMARC of the sender...</p>
      )}
    </details>
  );
}

const Details = ({ record: { kind, text, name, value } }: { readonly record: SenderRecord }) => (
  <li>
    <strong>{RECORD_NAMES[kind]}</strong> {text}
    {value !== null && (
      <pre>
        {name} TXT{'\n'}
        {value}
      </pre>
    )}
  </li>
);

/** What to do before an issue is sent; nothing if all records are found or unknown. */
export function SenderTroubles() {
  const lacking = lackingOf(useQuery(mailQueries.sender()).data?.records ?? []);
  if (lacking.length === 0) return null;
  return (
    <div className={styles.issueProblem}>
      <p>Providers may reject these emails:</p>
      <ul>
        {lacking.map(({ kind, text }) => (
          <li key={kind}>{text}</li>
        ))}
      </ul>
    </div>
  );
}
