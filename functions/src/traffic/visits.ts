import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { type Device, DIRECT, OTHER, TRAFFIC_LIMITS } from '@inkwell/shared/traffic';
import { isbot } from 'isbot';

/** Who makes a visit: an account, or without one an address and browser. Only hashes of it are kept. */
export interface Visitor {
  readonly account?: string | undefined;
  readonly address: string;
  readonly userAgent: string;
}

/** The visitor for limits that a new browser must not lift, because a program can name any. */
export const byAddress = (visitor: Visitor): Visitor => ({ ...visitor, userAgent: '' });

/** A visit as it is counted. */
export interface Visit {
  readonly visitor: Visitor;
  /** False for robots, prefetches, and those who object (`DNT`, `Sec-GPC`). */
  readonly isCounted: boolean;
  readonly country: string | null;
  readonly device: Device;
  readonly language: string | null;
}

const headerOf = (headers: IncomingHttpHeaders, name: string): string => String(headers[name] ?? '');

/**
 * Firebase Hosting tells the country of a request in `X-Country-Code`, Cloud Functions in `X-Appengine-Country` ("Request Headers in Cloud
 * Functions"), both by the network address. Where there is neither, countries are not counted. `ZZ` is an unknown one.
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

/** Enough to tell browsers apart; bounded because patterns search it. */
const USER_AGENT_CHARS = 500;
const userAgentOf = (headers: IncomingHttpHeaders): string =>
  headerOf(headers, 'user-agent').slice(0, USER_AGENT_CHARS);

/** Whether a request counts. Those of robots, prefetches and people who object (`DNT`, `Sec-GPC`) do not. */
export function isCounted({ headers }: { readonly headers: IncomingHttpHeaders }): boolean {
  const userAgent = userAgentOf(headers);
  const objects = headerOf(headers, 'dnt') === '1' || headerOf(headers, 'sec-gpc') === '1';
  const isFetchedAhead = /prefetch|prerender/.test(headerOf(headers, 'sec-purpose') + headerOf(headers, 'purpose'));
  return !objects && !isFetchedAhead && userAgent !== '' && !isbot(userAgent);
}

/** The visit that a request is a part of, from this network address. */
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

/** 32 bits of a keyed hash. The salt is that of the day, so nobody is known again the next day. */
export const visitorHash = (salt: Buffer, { account, address, userAgent }: Visitor): number =>
  createHmac('sha256', salt)
    .update(JSON.stringify(account === undefined ? [address, userAgent] : [account]))
    .digest()
    .readUInt32BE();

/** Of what somebody searched for, until enough visitors did. */
export const wordsHash = (salt: Buffer, words: string): string =>
  createHmac('sha256', salt).update(words).digest('base64url').slice(0, 10);

const KEY_CHARS = 60;

/** A text that could name a person is not stored: an address, or a long number. */
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

/** A name that anybody can put into a link: one line, without signs that mean something elsewhere. */
function nameOf(text: string): string | null {
  const name = plain(text.normalize('NFKC').replace(/[^\p{L}\p{M}\p{N} ._+-]+/gu, ' '));
  if (name === '') return null;
  return mayNamePerson(plain(text)) || name.length > KEY_CHARS ? OTHER : name;
}

/** The host of an address, or a `utm_source`; null for the site itself, whose links are no source. */
export function sourceOf(referrer: string | undefined, ownHosts: readonly string[]): string | null {
  if (!referrer?.trim()) return DIRECT;
  const url = URL.canParse(referrer) ? new URL(referrer) : null;
  if (!url?.hostname) return nameOf(referrer) ?? DIRECT;
  const host = url.hostname.replace(/^(?:www|m)\./, '').replace(/\.$/, '');
  if (ownHosts.includes(host)) return null;
  return /^[a-z0-9][a-z0-9.-]*$/.test(host) && host.length <= KEY_CHARS ? host : OTHER;
}

export const campaignOf = (campaign: string | undefined): string | null => nameOf(campaign ?? '');

/** What somebody searched for, as it is counted. */
export function searchedWords(words: string): string | null {
  const searched = plain(words);
  if (searched === '') return null;
  return words.includes('@') || mayNamePerson(searched) || searched.length > TRAFFIC_LIMITS.words ? OTHER : searched;
}
