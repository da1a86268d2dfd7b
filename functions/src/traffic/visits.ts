import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { type Device, DIRECT, OTHER, TRAFFIC_LIMITS } from '@inkwell/shared/traffic';
import { isbot } from 'isbot';

/** The visitor: an account or, without one, an address and browser. Only hashes are kept. */
export interface Visitor {
  readonly account?: string | undefined;
  readonly address: string;
  readonly userAgent: string;
}

/** The visitor for limits that a new browser must not reset, because a program can claim to be any browser. */
export const byAddress = (visitor: Visitor): Visitor => ({ ...visitor, userAgent: '' });

/** A visit, as counted. */
export interface Visit {
  readonly visitor: Visitor;
  /** False for robots, prefetches, and people who object (`DNT`, `Sec-GPC`). */
  readonly isCounted: boolean;
  readonly country: string | null;
  readonly device: Device;
  readonly language: string | null;
}

const headerOf = (headers: IncomingHttpHeaders, name: string): string => String(headers[name] ?? '');

/**
 * Firebase Hosting puts the country of a request's network address into `X-Country-Code`, Cloud Functions into `X-Appengine-Country` ("Request
 * Headers in Cloud Functions"). Without either, countries are not counted. `ZZ` is an unknown country.
 */
const COUNTRY_HEADERS = ['x-country-code', 'x-appengine-country'];

function countryOf(headers: IncomingHttpHeaders): string | null {
  const codes = COUNTRY_HEADERS.map((name) => headerOf(headers, name).toUpperCase());
  return codes.find((code) => /^[A-Z]{2}$/.test(code) && code !== 'ZZ') ?? null;
}

function deviceOf(userAgent: string): Device {
  if (/iPad|Tablet|Silk|Android(?!.*Mobile)/i.test(userAgent)) return 'tablet';
  return /Mobi|iPhone|iPod/i.test(userAgent) ? 'mobile' : 'desktop';
}

const languageOf = (headers: IncomingHttpHeaders): string | null =>
  /^\s*([a-z]{2,3})\b/i.exec(headerOf(headers, 'accept-language'))?.[1]?.toLowerCase() ?? null;

/** Enough to distinguish browsers; limited because patterns search it. */
const USER_AGENT_CHARS = 500;
const userAgentOf = (headers: IncomingHttpHeaders): string =>
  headerOf(headers, 'user-agent').slice(0, USER_AGENT_CHARS);

/** Whether a request counts. Requests of robots, prefetches and people who object (`DNT`, `Sec-GPC`) do not. */
export function isCounted({ headers }: { readonly headers: IncomingHttpHeaders }): boolean {
  const userAgent = userAgentOf(headers);
  const objects = headerOf(headers, 'dnt') === '1' || headerOf(headers, 'sec-gpc') === '1';
  const isFetchedAhead = /prefetch|prerender/.test(headerOf(headers, 'sec-purpose') + headerOf(headers, 'purpose'));
  return !objects && !isFetchedAhead && userAgent !== '' && !isbot(userAgent);
}

/** The visit that a request from this network address belongs to. */
export function visitOf(
  req: { readonly headers: IncomingHttpHeaders },
  { address, account }: Omit<Visitor, 'userAgent'>,
): Visit {
  const { headers } = req;
  const userAgent = userAgentOf(headers);
  return {
    visitor: { account, address, userAgent },
    isCounted: isCounted(req),
    country: countryOf(headers),
    device: deviceOf(userAgent),
    language: languageOf(headers),
  };
}

/** 32 bits of a keyed hash. The salt changes daily, so nobody can be recognized the next day. */
export const visitorHash = (salt: Buffer, { account, address, userAgent }: Visitor): number =>
  createHmac('sha256', salt)
    .update(JSON.stringify(account === undefined ? [address, userAgent] : [account]))
    .digest()
    .readUInt32BE();

/** For a search, until enough visitors have made it. */
export const wordsHash = (salt: Buffer, words: string): string =>
  createHmac('sha256', salt).update(words).digest('base64url').slice(0, 10);

const KEY_CHARS = 60;

/** A text that could identify a person is not stored: an address, or a long number. */
const mayNamePerson = (text: string): boolean =>
  text.includes('@') || /\p{N}(?:[\p{P}\p{Z}\p{S}]*\p{N}){5}/u.test(text);

/** One line in a single spelling, without the characters that start a formula in spreadsheets. */
export const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .replace(/^[-=+@\s]+/, '')
    .toLowerCase();

/** A name from a link, where anybody can put any text: on one line, without characters that have a meaning elsewhere. */
function nameOf(text: string): string | null {
  const name = plain(text.normalize('NFKC').replace(/[^\p{L}\p{M}\p{N} ._+-]+/gu, ' '));
  if (name === '') return null;
  return mayNamePerson(plain(text)) || name.length > KEY_CHARS ? OTHER : name;
}

/** The host of an address, or a `utm_source`; null for the site itself, which is not counted as a source. */
export function sourceOf(referrer: string | undefined, ownHosts: readonly string[]): string | null {
  if (!referrer?.trim()) return DIRECT;
  const url = URL.canParse(referrer) ? new URL(referrer) : null;
  if (!url?.hostname) return nameOf(referrer) ?? DIRECT;
  const host = url.hostname.replace(/^(?:www|m)\./, '').replace(/\.$/, '');
  if (ownHosts.includes(host)) return null;
  return /^[a-z0-9][a-z0-9.-]*$/.test(host) && host.length <= KEY_CHARS ? host : OTHER;
}

export const campaignOf = (campaign: string | undefined): string | null => nameOf(campaign ?? '');

/** A search in its counted form. */
export function searchedWords(words: string): string | null {
  const searched = plain(words);
  if (searched === '') return null;
  return words.includes('@') || mayNamePerson(searched) || searched.length > TRAFFIC_LIMITS.words ? OTHER : searched;
}
