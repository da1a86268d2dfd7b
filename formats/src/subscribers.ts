import { counted } from '@inkwell/shared/format';
import { SUBSCRIBER_LIMITS } from '@inkwell/shared/subscribers';
import { USER_LIMITS } from '@inkwell/shared/users';
import { type CsvRow, readCsv } from './csv-rows.ts';
import { emailFrom, instantFrom, nameFrom, reportLine } from './fitting.ts';
import { type Imported, ImportFault, type ImportSource, type RecordOf } from './records.ts';

/* Column names in Ghost, Substack, Mailchimp, Buttondown and others, normalized to lowercase letters and digits. */
const COLUMNS = {
  email: ['email', 'emailaddress', 'mail', 'address', 'subscriberemail', 'emailadresse'],
  name: ['name', 'fullname', 'displayname', 'subscribername'],
  first: ['firstname', 'first', 'fname', 'vorname'],
  last: ['lastname', 'last', 'lname', 'surname', 'nachname'],
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
} as const;

/** Columns that show whether a person gets email. */
const IS_SUBSCRIBED =
  /^(?:is)?(?:subscribed(?:toemails)?|emailsubscribed|(?:email)?opt(?:ed)?in|accepts(?:email)?marketing|active|(?:email)?enabled|receives?emails?)$/;
const IS_CONFIRMED = /^(?:is)?(?:email)?(?:confirmed|verified)$/;
/**
 * Columns with a value for people who get no email: yes, a time, a reason, or the email after which they unsubscribed. A single bounce
 * (`last_bounce_date`) and the end of a paid plan (`churn_date`, `cancel_date`) do not stop email.
 */
const IS_OFF =
  /^(?:is|emails?|is?email|was)?(?:unsub(?:scribed?|scription)?(?:fromall(?:emails?)?)?|opt(?:ed)?out|left|delet(?:ed|ion)|remov(?:ed|al)|cancell?ed|clean(?:ed)?|(?:hard)?bounced?|complain(?:ed|t)|spam(?:complaint|reported)?|undeliverab(?:le|ility)|suppress(?:ed|ion)|disabled|deactivated|block(?:ed|listed)|blacklisted|donot(?:e?mail|contact|send))(?:at|on|date|time|reason|reasonother|campaigntitle|campaignid)?$/;
const STATE = /^(?:email|member|subscri(?:ber|ption)|optin|list)?(?:(?:email)?(?:marketing)?status|state|type)$/;
const REASON = /reason(?:other)?$/;

const YES = /^(?:true|yes|y|1|on|x|ja|oui)$/i;
const NO = /^(?:false|no|n|0|off|nein|non|none|never|null|n\/a|-|0000-00-00.*)$/i;
const LEFT =
  /unsubscribed|(?:non|not|never)[\s_-]*(?:opted[\s_-]*in|subscribed)|opt(?:ed)?[\s_-]*out|block|blacklist|inactive|deactivated|clean|bounce|complain|spam|junk|suppress|removed|left|former|disabled|deleted|archived|cancell?ed|paused|transactional|undeliver|invalid|malformed/i;
const WAITING = /pending|unconfirmed|unactivated|awaiting|validating|needs[\s_-]attention|upcoming/i;
/** Mailchimp's names for files that list only people who get no email, although no column says so. */
const FILE_OF_LEFT =
  /^(?:(?:un|non-?)subscribe|cleaned_(?:members|email_audience|segment)|bounce|complain|suppress|cancell?ed[_-]subscriber)/i;

const PAYING: readonly string[] = ['stripecustomerid', 'activesubscription', 'complimentaryplan', 'expiry', 'plan'];

/**
 * Reads subscribers from a CSV file with a header. The state of people who unsubscribed, bounced or complained is kept, so that they get no email.
 * @throws ImportFault with the line for a damaged file, and if there is no column of addresses
 */
export async function* readSubscribers({ source }: { readonly source: ImportSource }): AsyncGenerator<Imported> {
  const seen = new Map<string, boolean>();
  let hasNotes = false;
  let named = 0;
  let cut = 0;
  let paying = 0;
  let rows = 0;
  const isFileOfLeft = FILE_OF_LEFT.test(source.name);
  if (isFileOfLeft)
    yield reportLine('changed', 'Its name says that these people get no mail: nobody was subscribed', source.name);
  for await (const row of readCsv(source)) {
    rows += 1;
    const of = (column: keyof typeof COLUMNS): string =>
      COLUMNS[column].map((name) => row.cells.get(name)).find((text) => text) ?? '';
    if (!COLUMNS.email.some((name) => row.cells.has(name))) {
      throw new ImportFault('The header has no column of email addresses', { file: source.name, line: 1 });
    }
    const email = emailFrom(of('email'));
    if (email === null) {
      yield reportLine('left-out', `Line ${row.line} has no email address`, null);
      continue;
    }
    hasNotes ||= Boolean(row.cells.get('note') || row.cells.get('notes'));
    if (PAYING.some((name) => isGiven(row.cells.get(name)))) paying += 1;
    const key = email.toLowerCase();
    const made = subscriberOf(row, of, { email, key, fileOfLeft: isFileOfLeft ? source.name : null });
    const wasTaken = seen.get(key);
    if (wasTaken !== undefined) {
      yield reportLine('left-out', `Line ${row.line} repeats an address`, email);
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
  if (rows === 0 && seen.size === 0) yield reportLine('changed', 'The file has a header and no rows', null);
  if (named > 0)
    yield reportLine('left-out', `The names of ${named} people were left out: subscribers have none here`, null);
  if (cut > 0)
    yield reportLine(
      'left-out',
      `${cut} people have more than ${SUBSCRIBER_LIMITS.labels} labels: the others were left out`,
      null,
    );
  if (hasNotes) yield reportLine('left-out', 'Notes about people were left out', null);
  if (paying > 0) {
    const who = counted(paying, 'person pays or has a plan', 'people pay or have a plan');
    yield reportLine('left-out', `${who}; payments stay where they are`, null);
  }
}

const isGiven = (value: string | undefined): boolean =>
  value !== undefined && value !== '' && !NO.test(value) && !/^(?:free|other)$/i.test(value);

type Of = (column: keyof typeof COLUMNS) => string;

interface Person {
  readonly email: string;
  readonly key: string;
  /** The name of a file that contains only people who get no email. */
  readonly fileOfLeft: string | null;
}

function subscriberOf({ cells }: CsvRow, of: Of, { email, key, fileOfLeft }: Person) {
  const names = of('name') || `${of('first')} ${of('last')}`;
  const given = labelsIn(of('labels'));
  const labels = [...new Set([...given, ...(YES.test(cells.get('complimentaryplan') ?? '') ? ['complimentary'] : [])])];
  const filled = (name: RegExp) => [...cells].filter(([column, value]) => name.test(column) && value !== '');
  const off = filled(IS_OFF).filter(([, value]) => !NO.test(value));
  const states = [fileOfLeft ?? '', ...filled(STATE).map(([, value]) => value)].join(' ');
  const isOff =
    fileOfLeft !== null ||
    off.length > 0 ||
    LEFT.test(states) ||
    filled(IS_SUBSCRIBED).some(([, value]) => NO.test(value));
  const isWaiting = WAITING.test(states) || filled(IS_CONFIRMED).some(([, value]) => NO.test(value));
  const reasons = filled(REASON).map(([, value]) => value);
  const reason = suppressionIn([states, ...reasons, ...off.map(([column]) => column)].join(' '));
  const subscriber: RecordOf<'subscriber'> = {
    kind: 'subscriber',
    key,
    email,
    name: nameFrom(names, USER_LIMITS.name, 'The name', () => {}),
    state: isOff || reason !== null ? 'left' : isWaiting ? 'unconfirmed' : 'subscribed',
    subscribedAt: instantFrom(of('since')),
    labels: labels.slice(0, SUBSCRIBER_LIMITS.labels),
  };
  const since = off.map(([, value]) => instantFrom(value)).find((time) => time !== null) ?? null;
  const suppression: RecordOf<'suppression'> | null =
    reason !== null ? { kind: 'suppression', key, email, reason, since } : null;
  return { subscriber, suppression, labels };
}

/** Labels separated by commas. Mailchimp quotes labels that contain a comma. */
const labelsIn = (text: string): string[] =>
  Array.from(text.matchAll(/\s*"((?:[^"]|"")*)"\s*|[^,;|]+/g), ([whole, quoted]) =>
    (quoted?.replaceAll('""', '"') ?? whole).trim().slice(0, SUBSCRIBER_LIMITS.label),
  ).filter((label) => label !== '');

/** Why an address must not get email, apart from unsubscribing; null if there is no reason. */
function suppressionIn(words: string): RecordOf<'suppression'>['reason'] | null {
  if (/complain|spam|junk/i.test(words)) return 'complaint';
  if (/clean|bounce|undeliver|invalid|malformed/i.test(words)) return 'bounce';
  return /suppress|disabled|block|blacklist/i.test(words) ? 'other' : null;
}
