import { SUBSCRIBER_LIMITS } from '@inkwell/shared/subscribers';
import { USER_LIMITS } from '@inkwell/shared/users';
import { type CsvRow, readCsv } from './csv-rows.ts';
import { emailFrom, instantFrom, nameFrom } from './fitting.ts';
import { type Imported, ImportFault, type ImportSource, type RecordOf, type ReportLine } from './records.ts';

/* Columns as Ghost, Substack, Mailchimp, Buttondown and others call them, without signs and in small letters. */
const COLUMNS = {
  email: ['email', 'emailaddress', 'mail', 'address', 'subscriberemail', 'emailadresse'],
  name: ['name', 'fullname', 'displayname', 'subscribername'],
  first: ['firstname', 'first', 'fname', 'vorname'],
  last: ['lastname', 'last', 'lname', 'surname', 'nachname'],
  /** True for those who get mail. */
  isSubscribed: [
    'subscribedtoemails',
    'subscribed',
    'issubscribed',
    'emailsubscribed',
    'optin',
    'acceptsmarketing',
    'acceptsemailmarketing',
  ],
  /** True for those who get none. */
  isOff: [
    'optout',
    'optedout',
    'emailoptout',
    'emaildisabled',
    'unsubscribed',
    'isunsubscribed',
    'suppressed',
    'emailsuppressed',
    'bounced',
    'complained',
  ],
  state: ['status', 'state', 'subscriptionstatus', 'subscriberstate', 'emailmarketingstatus', 'type'],
  leftAt: ['unsubscribedat', 'unsubscribedate', 'unsubtime', 'leftat', 'deletedat', 'canceledat'],
  since: [
    'createdat',
    'subscribedat',
    'created',
    'date',
    'optintime',
    'confirmtime',
    'confirmedat',
    'joined',
    'startdate',
    'signupdate',
    'creationdate',
  ],
  labels: ['labels', 'label', 'tags', 'tiers', 'groups', 'segments'],
  reason: ['suppressionreason', 'reason', 'bouncereason'],
} as const;

const YES = /^(?:true|yes|y|1|on|x|ja|oui)$/i;
const NO = /^(?:false|no|n|0|off|nein|non)$/i;
const LEFT =
  /unsubscribed|(?:non|not|never)[\s_-]*(?:opted[\s_-]*in|subscribed)|opt(?:ed)?[\s_-]*out|blocked|blacklist|inactive|cleaned|bounced?|complain|spam|suppress|removed|left|disabled|deleted|undeliverable/i;
const WAITING = /pending|unconfirmed|unactivated|awaiting/i;

const PAYING: readonly string[] = ['stripecustomerid', 'activesubscription', 'complimentaryplan', 'expiry', 'plan'];

/**
 * Subscribers of a CSV with a header. Whoever left, bounced or complained is kept as such, so that nobody mails them again.
 * @throws ImportFault with the line for a damaged file, and without a column of addresses
 */
export async function* readSubscribers({ source }: { readonly source: ImportSource }): AsyncGenerator<Imported> {
  const seen = new Map<string, boolean>();
  let hasNotes = false;
  let named = 0;
  let cut = 0;
  let paying = 0;
  let rows = 0;
  for await (const row of readCsv(source)) {
    rows += 1;
    const of = (column: keyof typeof COLUMNS): string =>
      COLUMNS[column].map((name) => row.cells.get(name)).find((text) => text) ?? '';
    if (!COLUMNS.email.some((name) => row.cells.has(name))) {
      throw new ImportFault('The header has no column of e-mail addresses', { file: source.name, line: 1 });
    }
    const email = emailFrom(of('email'));
    if (email === null) {
      yield report('left-out', `Line ${row.line} has no address of e-mail`, null);
      continue;
    }
    hasNotes ||= Boolean(row.cells.get('note') || row.cells.get('notes'));
    if (PAYING.some((name) => isGiven(row.cells.get(name)))) paying += 1;
    const key = email.toLowerCase();
    const made = subscriberOf(row, of, email, key);
    const wasTaken = seen.get(key);
    if (wasTaken !== undefined) {
      yield report('left-out', `Line ${row.line} repeats an address`, email);
      if (made.subscriber.state === 'left' && wasTaken)
        yield { kind: 'suppression', key, email, reason: 'unsubscribed', since: null };
      continue;
    }
    seen.set(key, made.subscriber.state !== 'left');
    if (made.subscriber.name !== null) named += 1;
    if (made.labels.length > SUBSCRIBER_LIMITS.labels) cut += 1;
    yield made.subscriber;
    if (made.suppression) yield made.suppression;
  }
  if (rows === 0 && seen.size === 0) yield report('changed', 'The file has a header and no rows', null);
  if (named > 0)
    yield report('left-out', `The names of ${named} people were left out: subscribers have none here`, null);
  if (cut > 0)
    yield report(
      'left-out',
      `${cut} people have more than ${SUBSCRIBER_LIMITS.labels} labels: the others were left out`,
      null,
    );
  if (hasNotes) yield report('left-out', 'Notes about people were left out', null);
  if (paying > 0) yield report('left-out', `${paying} people pay or have a plan; payments stay where they are`, null);
}

const isGiven = (value: string | undefined): boolean =>
  value !== undefined && value !== '' && !NO.test(value) && !/^free$/i.test(value);

const report = (reason: ReportLine['reason'], text: string, about: string | null): ReportLine => ({
  ...{ kind: 'report', reason, text, about: about?.slice(0, 300) ?? null, record: null, address: null },
});

type Of = (column: keyof typeof COLUMNS) => string;

function subscriberOf({ cells }: CsvRow, of: Of, email: string, key: string) {
  const names = of('name') || `${of('first')} ${of('last')}`;
  const given = of('labels')
    .split(/[,;|]/)
    .map((label) => label.trim().slice(0, SUBSCRIBER_LIMITS.label))
    .filter((label) => label !== '');
  const labels = [...new Set([...given, ...(YES.test(cells.get('complimentaryplan') ?? '') ? ['complimentary'] : [])])];
  const since = instantFrom(of('since'));
  const subscriber: RecordOf<'subscriber'> = {
    kind: 'subscriber',
    key,
    email,
    name: nameFrom(names, USER_LIMITS.name, 'The name', () => {}),
    state: stateOf(of),
    subscribedAt: since,
    labels: labels.slice(0, SUBSCRIBER_LIMITS.labels),
  };
  const reason = suppressionOf(cells, of);
  const suppression: RecordOf<'suppression'> | null =
    reason === null ? null : { kind: 'suppression', key, email, reason, since: instantFrom(of('leftAt')) };
  return { subscriber, suppression, labels };
}

function stateOf(of: Of): RecordOf<'subscriber'>['state'] {
  if (YES.test(of('isOff')) || NO.test(of('isSubscribed')) || of('leftAt') !== '') return 'left';
  const state = of('state');
  if (LEFT.test(state)) return 'left';
  return WAITING.test(state) ? 'unconfirmed' : 'subscribed';
}

/** Why an address must not be mailed, besides that its owner left; null for nothing. */
function suppressionOf(cells: CsvRow['cells'], of: Of): RecordOf<'suppression'>['reason'] | null {
  const words = `${of('state')} ${of('reason')}`;
  const isOn = (name: string): boolean => YES.test(cells.get(name) ?? '');
  if (/complain|spam/i.test(words) || isOn('complained')) return 'complaint';
  if (/cleaned|bounce|undeliverable/i.test(words) || isOn('bounced')) return 'bounce';
  return isOn('emaildisabled') || isOn('suppressed') || isOn('emailsuppressed') || /suppress/i.test(words)
    ? 'other'
    : null;
}
