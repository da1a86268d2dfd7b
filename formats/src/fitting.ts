import { isDeliverable } from '@inkwell/shared/email-address';
import { isBlank, nameAsSeen, withoutUnseen } from '@inkwell/shared/fields';
import { HANDLE_KINDS, HANDLE_NAMES, type HandleName, type Handles } from '@inkwell/shared/handles';
import { NewsletterEmail } from '@inkwell/shared/newsletter';
import { percentDecoded } from '@inkwell/shared/percent-decoded';
import { POST_DETAIL_LIMITS } from '@inkwell/shared/post-limits';
import { redirectedAddress } from '@inkwell/shared/redirects';
import { slugify } from '@inkwell/shared/slug';
import { SLUG } from '@inkwell/shared/tags';
import { aboutFields } from '@inkwell/shared/users';
import type { FaultPlace, ReportLine } from './records.ts';
import { IMPORT_LIMITS, ImportFault, type ImportSource } from './records.ts';

/* Converts foreign values to the format of the contract; null if a value is missing or invalid. */

type Say = (reason: ReportLine['reason'], text: string, address?: string | null) => void;

const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

export const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value.replace(LONE_SURROGATE, '\ufffd');
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
};

/** Cuts a text to at most `max` UTF-16 units, without splitting a character. */
export const cutTo = (text: string, max: number): string =>
  text.length <= max
    ? text
    : text
        .slice(0, max)
        .replace(/[\ud800-\udbff]$/, '')
        .trimEnd();

/** A report line. Its subject and its address are cut to the limits of the contract. */
export const reportLine = (
  reason: ReportLine['reason'],
  text: string,
  about: string | null = null,
  address: string | null = null,
): ReportLine => ({
  kind: 'report',
  reason,
  text,
  about: about === null ? null : cutTo(about, 300),
  record: null,
  address: address?.slice(0, POST_DETAIL_LIMITS.address) ?? null,
});

/** One trimmed line of at most `max` units. Reports a longer one. */
export function lineFrom(value: unknown, max: number, what: string, say: Say): string | null {
  const line = textOf(value)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  if (isBlank(line)) return null;
  if (line.length > max) say('shortened', `${what} was longer than ${max} characters`);
  return cutTo(line, max);
}

/** A normalized name; null if it is blank. */
export function nameFrom(value: unknown, max: number, what: string, say: Say): string | null {
  const line = lineFrom(value, max, what, say);
  const name = line === null ? '' : nameAsSeen(line);
  return name === '' || isBlank(name) ? null : name;
}

/** The old slug, or one made from the name, in the format of our addresses; null if there is neither. */
export function slugFrom(given: unknown, name: string, max: number): string | null {
  const text = textOf(given);
  // WordPress stores slugs in non-Latin scripts percent-encoded.
  const [written, made] = [(percentDecoded(text) ?? text).normalize('NFKC').trim(), slugify(name)];
  for (const slug of [written, slugify(written), made]) {
    const cut = Array.from(slug).slice(0, max).join('').slice(0, max).replace(/-+$/, '');
    if (SLUG.test(cut)) return cut;
  }
  return null;
}

/** Converts ISO dates, `2024-05-01 10:00:00` (as UTC) or milliseconds to ISO 8601 in UTC. */
export function instantFrom(value: unknown): string | null {
  const time = typeof value === 'number' ? value : parsedTime(textOf(value).trim());
  const date = new Date(time);
  const year = date.getUTCFullYear();
  return Number.isNaN(time) || Number.isNaN(date.getTime()) || year < 1 || year > 9999 ? null : date.toISOString();
}

/** Parts of dates in other notations: `7 March 2019`, `2019/03/07`. */
const DAY = /\d{4}/;
const MONTH = /\d\/\d|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec/i;

function parsedTime(text: string): number {
  if (text === '' || text.startsWith('0000')) return Number.NaN;
  if (/^\d{12,14}$/.test(text)) return Number(text);
  if (/^\d{4}(?:-\d{2})?$/.test(text)) return Date.parse(text);
  const iso =
    /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[ T]+(\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?))?\s*(Z|UTC|[+-]\d{2}:?\d{2})?/.exec(text);
  if (!iso) {
    // `Date.parse` accepts many texts that are not dates, and uses the local time zone by default.
    if (!DAY.test(text) || !MONTH.test(text)) return Number.NaN;
    const hasZone = /(?:\b[A-Z]{1,4}|[+-]\d{2}:?\d{2})\)?$/.test(text);
    return Date.parse(hasZone ? text : `${text} UTC`);
  }
  const [, year, month = '', day = '', time = '00:00:00', given = 'Z'] = iso;
  // `Date.parse` reads 30 February as 1 March.
  if (new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate() !== Number(day)) return Number.NaN;
  const zone = given.replace('UTC', 'Z').replace(/^([+-]\d{2})(\d{2})$/, '$1:$2');
  return Date.parse(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}T${time.padStart(5, '0')}${zone}`);
}

/** An email address; null if it is invalid. */
export function emailFrom(value: unknown): string | null {
  const email = withoutUnseen(textOf(value)).trim();
  return isDeliverable(email) && NewsletterEmail.safeParse(email).success ? email : null;
}

/** A website in the format of profiles, with https. */
export function websiteFrom(value: unknown): string | null {
  const given = textOf(value)
    .trim()
    .replace(/^http:/i, 'https:');
  const written =
    given !== '' && !/^[a-z][a-z0-9+.-]*:/i.test(given) && /^[^\s/]+\.[^\s/]+/.test(given) ? `https://${given}` : given;
  const read = aboutFields.website.safeParse(written);
  return read.success ? (read.data ?? null) : null;
}

/** The handles that are valid for their service. Also accepts addresses of profiles. */
export function handlesFrom(given: Readonly<Partial<Record<HandleName, unknown>>>): Handles {
  const handles = HANDLE_NAMES.flatMap((name) => {
    const text = textOf(given[name]).trim();
    const last =
      text
        .replace(/[?#].*$/, '')
        .replace(/\/+$/, '')
        .split('/')
        .at(-1) ?? '';
    const handle = [text, last].map((one) => one.replace(/^@/, '')).find((one) => HANDLE_KINDS[name].shape.test(one));
    return handle === undefined ? [] : [[name, handle]];
  });
  return Object.fromEntries(handles);
}

/** The distinct old paths that a redirect can have. */
export const oldPathsFrom = (paths: readonly (string | null)[]): string[] => [
  ...new Set(
    paths.flatMap((path) => {
      const address = path === null ? null : redirectedAddress(path);
      return address && !address.isPattern && address.path !== '/' ? [address.path.replace(/(?<=.)\/$/, '')] : [];
    }),
  ),
];

/** The path of an address, including the query of old posts (`/?p=12`). */
export function oldPathOf(address: string): string | null {
  if (!URL.canParse(address, 'https://old.invalid')) return null;
  const { pathname, search } = new URL(address, 'https://old.invalid');
  const query = /^\?(?:p|page_id)=\d{1,12}$/.exec(search)?.[0];
  return pathname === '/' ? (query ? `/${query}` : null) : pathname;
}

/** The text of a file up to `max` bytes. @throws ImportFault if it is not UTF-8 */
export async function firstText(source: ImportSource, max: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of source.open()) {
    parts.push(part.subarray(0, max - bytes));
    bytes += part.length;
    if (bytes >= max) break;
  }
  // Omits a character that was cut at the end.
  return decodedUtf8(Buffer.concat(parts), { file: source.name }, bytes >= max);
}

/** The whole text of a small file. @throws ImportFault if it is too long or not UTF-8 */
export async function wholeText(source: ImportSource): Promise<string> {
  const place: FaultPlace = { file: source.name };
  const max = IMPORT_LIMITS.valueBytes;
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of source.open()) {
    bytes += part.length;
    if (bytes > max) throw new ImportFault(`The file has more than ${Math.round(max / 1024 / 1024)} MB`, place);
    parts.push(part);
  }
  return decodedUtf8(Buffer.concat(parts), place, false);
}

function decodedUtf8(bytes: Uint8Array, place: FaultPlace, isCut: boolean): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isCut });
  } catch (error) {
    throw new ImportFault('The file is not written in UTF-8', place, { cause: error });
  }
}
