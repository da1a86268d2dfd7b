import { existsSync, readFileSync } from 'node:fs';
import { READ_QUOTA } from '@inkwell/shared/endpoint';
import { SITE_URL } from '@inkwell/shared/site';
import { type Clock, systemClock } from '../common/clock.ts';
import { type PublicBucket, STORAGE_ORIGIN } from '../uploads/image-url.ts';
import type { Pace } from './content.ts';

/** What a deployment decides. Everything below the composition is told what it needs of it. */
export interface Config {
  readonly projectId: string;
  /** Address of the site without a slash at its end, for links in mails and for reading the site's own pictures. */
  readonly siteUrl: string;
  /** Origins that Hosting serves the app under: pages elsewhere change nothing. */
  readonly siteOrigins: readonly string[];
  /** How many proxies of our own stand in front of this function: as many last entries of `X-Forwarded-For` are believed. */
  readonly trustedHops: number;
  /** Counts documents per call into `X-Firestore-Reads` and `X-Firestore-Writes`; never in production. */
  readonly showCosts: boolean;
  /** Where everybody reads the pictures: the default bucket, and the address of Storage or its emulator. */
  readonly publicBucket: PublicBucket;
  /** True on the local suite only: its queued mails can be read. */
  readonly isLocal: boolean;
  /** Key of the signatures in unsubscribe links. */
  readonly newsletterSecret: string;
  /** Confirmation mails in any hour, of all instances together. */
  readonly newsletterMailsPerHour: number;
  /** Documents that an instance reads for one network address in a minute. */
  readonly documentsPerMinute: number;
  readonly pace: Pace;
}

/** A parameter of the deployment: it has a value once a function runs, not while functions are only listed. */
interface Parameter<T> {
  value(): T;
}

/** The parameters that `index.ts` declares, and those that Firebase itself sets. */
export interface Parameters {
  readonly projectId: Parameter<string>;
  readonly storageBucket: Parameter<string>;
  /** Empty means the address that Hosting gives. */
  readonly siteUrl: Parameter<string>;
  readonly trustedHops: Parameter<number>;
  readonly liveMaxSockets: Parameter<number>;
  readonly liveMaxSocketsPerAccount: Parameter<number>;
  readonly liveMaxSocketsPerAddress: Parameter<number>;
  readonly liveTrustedHops: Parameter<number>;
  readonly newsletterMailsPerHour: Parameter<number>;
  readonly newsletterSecret: Parameter<string>;
}

/** Signs unsubscribe links on the local suite. */
export const LOCAL_NEWSLETTER_SECRET = 'known to every developer';

const LOCAL_MAX_SOCKETS = 5_000;

/** Projects of the local emulators: nothing that starts with this exists in the cloud. */
export const isLocalProject = ({ projectId }: Pick<Parameters, 'projectId'>): boolean =>
  projectId.value().startsWith('demo-');

/** What a deployment or the publication itself says; a deployment without a person has to say something, so nothing counts as silence. */
const namedSite = ({ siteUrl }: Pick<Parameters, 'siteUrl'>): string => siteUrl.value() || (SITE_URL ?? '');

/** Address of the site without a slash at its end. */
export function siteAddress(parameters: Parameters): string {
  const localUrl = `http://localhost:${process.env.INKWELL_PORT ?? '3000'}`;
  const hosting = isLocalProject(parameters) ? localUrl : `https://${parameters.projectId.value()}.web.app`;
  return namedSite(parameters) || hosting;
}

/** Origins that Hosting serves the app under. */
export function siteOrigins(parameters: Parameters): string[] {
  const id = parameters.projectId.value();
  return [namedSite(parameters), `https://${id}.web.app`, `https://${id}.firebaseapp.com`].filter(
    (origin) => origin !== '',
  );
}

/** 0 is no limit, and so is a parameter that is not set, as on the local suite. */
const limitOf = (parameter: Parameter<number>): number => parameter.value() || Number.POSITIVE_INFINITY;

/** How many sockets one instance of `live` takes, in all and of one account or address, and who stands in front of it. */
export function liveLimits(parameters: Parameters) {
  const isLocal = isLocalProject(parameters);
  return {
    maxSockets: isLocal ? LOCAL_MAX_SOCKETS : parameters.liveMaxSockets.value(),
    maxPerAccount: limitOf(parameters.liveMaxSocketsPerAccount),
    maxPerAddress: limitOf(parameters.liveMaxSocketsPerAddress),
    trustedHops: isLocal ? 1 : parameters.liveTrustedHops.value(),
  };
}

/** Proxies of our own in front of `api` and `page`. */
export const trustedHops = (parameters: Parameters): number =>
  isLocalProject(parameters) ? 1 : parameters.trustedHops.value();

/** @throws Error when the deployment has no secret for the newsletter */
export function readConfig(parameters: Parameters): Config {
  const isLocal = isLocalProject(parameters);
  // Asking for a secret that the local suite does not have would only warn about it at each start.
  const newsletterSecret = isLocal
    ? (process.env.NEWSLETTER_SECRET ?? LOCAL_NEWSLETTER_SECRET)
    : parameters.newsletterSecret.value();
  if (!newsletterSecret) throw new Error('NEWSLETTER_SECRET has no value');
  const storageEmulator = process.env.FIREBASE_STORAGE_EMULATOR_HOST;
  return {
    projectId: parameters.projectId.value(),
    siteUrl: siteAddress(parameters),
    siteOrigins: siteOrigins(parameters),
    trustedHops: trustedHops(parameters),
    showCosts: isLocal && process.env.SHOW_COSTS !== 'off',
    publicBucket: {
      name: parameters.storageBucket.value(),
      origin: storageEmulator ? `http://${storageEmulator}` : STORAGE_ORIGIN,
    },
    isLocal: isLocal && process.env.FIRESTORE_EMULATOR_HOST !== undefined,
    newsletterSecret,
    newsletterMailsPerHour: limitOf(parameters.newsletterMailsPerHour),
    documentsPerMinute: READ_QUOTA.documentsPerMinute,
    pace: { viewsMs: 1_000, likesMs: 500, crowdMs: 250, foldMs: 1_000 },
  };
}

/**
 * The clock of a function. On the local suite `CLOCK_FILE` may name a file that holds the time (ISO 8601, or milliseconds by which the
 * real time is off), read anew whenever somebody asks for the time: so that schedules can be tried without waiting (docs/local-stack.md).
 */
export function clockOf(parameters: Pick<Parameters, 'projectId'>): Clock {
  const file = process.env.CLOCK_FILE;
  if (!file || !isLocalProject(parameters)) return systemClock;
  return {
    now() {
      const text = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
      const at = new Date(/^[+-]?\d+$/.test(text) || text === '' ? Date.now() + Number(text) : text);
      if (Number.isNaN(at.getTime())) throw new Error(`${file} holds no time: ${text}`);
      return at;
    },
  };
}

/** Whether this process is an instance of the function `name`, as the functions runtime says; false while they are listed. */
export const isInstanceOf = (name: string): boolean => process.env.FUNCTION_TARGET === name;
