import type { SenderRecord, SenderRecordKind, SenderRecordState } from '@inkwell/shared/mail';
import { useQuery } from '@tanstack/react-query';
import { Badge } from '../../../components/badge.tsx';
import { LoadError } from '../../../components/states.tsx';
import styles from '../admin.module.css';
import { mailQueries } from '../api/mail.ts';
import { useStaffQuery } from '../api/unauthorized.ts';

export const RECORD_NAMES: Readonly<Record<SenderRecordKind, string>> = { spf: 'SPF', dkim: 'DKIM', dmarc: 'DMARC' };

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

/** The states from the most urgent one on. */
const URGENCY: readonly SenderRecordState[] = ['missing', 'invalid', 'unreachable', 'not-set', 'found'];

/** The most urgent state, with the records that have it unless all do: 'DMARC missing'. */
function SenderSummary({ records }: { readonly records: readonly SenderRecord[] }) {
  const state = URGENCY.find((one) => records.some((record) => record.state === one)) ?? 'not-set';
  const kinds = records.filter((record) => record.state === state).map(({ kind }) => RECORD_NAMES[kind]);
  const names = kinds.length < records.length ? `${kinds.join(', ')} ` : '';
  const { label, tone } = RECORD_STATES[state];
  return <Badge tone={tone}>{`${names}${label}`}</Badge>;
}

/** DNS records of the sender, summarized in one line. Opened, it says what each record means and what to do. */
export function SenderRecords() {
  const query = useStaffQuery(mailQueries.sender());
  const sender = query.data;
  if (query.isError && !sender)
    return <LoadError title="The records of the sender could not be loaded" query={query} />;
  return (
    <details className={styles.sender}>
      <summary aria-busy={query.isPending}>
        Sender {sender ? <SenderSummary records={sender.records} /> : <Badge>…</Badge>}
        <span className={styles.senderMore} aria-hidden="true">
          DNS records
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

const Details = ({ record: { kind, state, text, name, value } }: { readonly record: SenderRecord }) => (
  <li>
    <Badge tone={RECORD_STATES[state].tone}>{`${RECORD_NAMES[kind]} ${RECORD_STATES[state].label}`}</Badge> {text}
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
