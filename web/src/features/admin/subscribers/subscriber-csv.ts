import { type ImportConsent, type ImportRow, SUBSCRIBER_LIMITS, subscriberApi } from '@inkwell/shared/subscribers';
import { call } from '../../../lib/api.ts';
import { parseCsv } from '../csv.ts';

const POLL_MS = 1_500;

/** Names of these columns in exports of other services. */
const HEADINGS = {
  email: ['email', 'e-mail', 'email address', 'e-mail address', 'mail', 'address'],
  at: [
    'confirmed_at',
    'confirmed at',
    'confirm_time',
    'optin_time',
    'opt-in time',
    'subscribed_at',
    'created_at',
    'date',
  ],
  source: ['source', 'consent', 'origin'],
} as const;

/** A file that can be imported: rows with an address, each address once. */
export interface SubscriberFile {
  readonly rows: readonly ImportRow[];
  /** Rows with their own time of consent. */
  readonly dated: number;
}

/** The positions of the columns; without a heading, the first column has the addresses. */
function columnsOf(heading: readonly string[]): { email: number; at: number; source: number; hasHeading: boolean } {
  const names = heading.map((cell) => cell.trim().toLowerCase());
  const find = (known: readonly string[]) => names.findIndex((name) => known.includes(name));
  const [email, firstAddress] = [find(HEADINGS.email), names.findIndex((name) => name.includes('@'))];
  if (email === -1 || firstAddress !== -1)
    return { email: Math.max(0, firstAddress), at: -1, source: -1, hasHeading: false };
  return { email, at: find(HEADINGS.at), source: find(HEADINGS.source), hasHeading: true };
}

const instantIn = (text: string): string | undefined => {
  const at = new Date(text.trim());
  const year = at.getUTCFullYear();
  return text.trim() === '' || Number.isNaN(at.getTime()) || year < 1990 || year > 9999 ? undefined : at.toISOString();
};

export function readSubscribers(text: string): SubscriberFile {
  const table = parseCsv(text);
  const columns = columnsOf(table[0] ?? []);
  const known = new Set<string>();
  const rows: ImportRow[] = [];
  table.forEach((cells, index) => {
    if (index === 0 && columns.hasHeading) return;
    const email = (cells[columns.email] ?? '').trim().slice(0, 500);
    if (email === '' || known.has(email.toLowerCase())) return;
    known.add(email.toLowerCase());
    const at = instantIn(cells[columns.at] ?? '');
    const source = (cells[columns.source] ?? '').trim().slice(0, SUBSCRIBER_LIMITS.source);
    rows.push({ line: index + 1, email, ...(at && { at }), ...(source && { source }) });
  });
  return { rows, dated: rows.filter(({ at }) => at !== undefined).length };
}

/** Uploads a file in parts and begins its import. @returns the new import */
export async function importSubscribers(
  { rows, name }: SubscriberFile & { readonly name: string },
  consent: ImportConsent,
  onProgress: (done: number) => void,
) {
  const id = crypto.randomUUID();
  const parts = Math.ceil(rows.length / SUBSCRIBER_LIMITS.part);
  for (let part = 0; part < parts; part += 1) {
    const from = part * SUBSCRIBER_LIMITS.part;
    onProgress(from);
    const body = { rows: rows.slice(from, from + SUBSCRIBER_LIMITS.part) };
    await call(subscriberApi.importPart, { params: { id, part: String(part) }, body });
  }
  return call(subscriberApi.beginImport, {
    params: { id },
    body: { parts, consent, fileName: name.slice(0, SUBSCRIBER_LIMITS.fileName) },
  });
}

export const importQuery = (id: string) => ({
  queryKey: ['admin', 'subscriber-import', id] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) => call(subscriberApi.importState, { params: { id } }, { signal }),
  refetchInterval: ({ state }: { state: { data: { isDone: boolean } | undefined } }) =>
    state.data?.isDone ? (false as const) : POLL_MS,
});
