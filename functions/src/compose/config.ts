import { existsSync, readFileSync } from 'node:fs';
import { READ_QUOTA } from '@inkwell/shared/endpoint';
import { SITE_URL } from '@inkwell/shared/site';
import { type Clock, systemClock } from '../common/clock.ts';
import type { Deadlines } from '../http/mount.ts';
import { entryOf, type FunctionName, type SecretName } from '../inventory.ts';
import { type PublicBucket, STORAGE_ORIGIN } from '../uploads/image-url.ts';
import type { Pace } from './content/base.ts';

/** The settings of a deployment. */
export interface Config {
  readonly projectId: string;
  /** The address of the site without a final slash, for links. */
  readonly siteUrl: string;
  /** Hosting's own address (`hostingAddress`), where the site's pictures are read. */
  readonly hostingUrl: string;
  /** The origins of the app. Changes requested by pages of other origins are refused. */
  readonly siteOrigins: readonly string[];
  /** The number of our own proxies, and so of trusted entries at the end of `X-Forwarded-For`. */
  readonly trustedHops: number;
  /** Adds `X-Firestore-Reads` and `X-Firestore-Writes` to answers; never in production. */
  readonly showCosts: boolean;
  /** The public bucket of pictures, in Storage or its emulator. */
  readonly publicBucket: PublicBucket;
  /** True only on the local stack, where people can read queued emails. */
  readonly isLocal: boolean;
  readonly newsletterSecret: string;
  /** The value of the secret (docs/operations.md); `none` for functions without it. Null keeps all emails in the local mailbox. */
  readonly smtpUrl: string | null;
  /** The Amazon SNS topic for bounces and complaints from SES; null without one. */
  readonly sesTopicArn: string | null;
  /** `user:password` for Postmark's webhook; null without one. */
  readonly postmarkCredentials: string | null;
  /** On the local stack, which cannot reach SNS, a certificate that signs its messages, in PEM; null elsewhere. */
  readonly localSnsCertificate: string | null;
  /** Confirmation emails per hour, across all instances. */
  readonly newsletterMailsPerHour: number;
  /** The maximum number of documents that an instance reads per minute for one network address. */
  readonly documentsPerMinute: number;
  readonly pace: Pace;
  readonly deadlines: Deadlines;
}

/** A parameter of the deployment. It has no value while the functions are only being listed. */
interface Parameter<T> {
  value(): T;
}

/** The parameters of `index.ts`, and parameters set by Firebase. */
export interface Parameters {
  readonly projectId: Parameter<string>;
  readonly storageBucket: Parameter<string>;
  /** Empty to use the address of Hosting. */
  readonly siteUrl: Parameter<string>;
  readonly trustedHops: Parameter<number>;
  readonly liveMaxSockets: Parameter<number>;
  readonly liveMaxSocketsPerAccount: Parameter<number>;
  readonly liveMaxSocketsPerAddress: Parameter<number>;
  readonly liveTrustedHops: Parameter<number>;
  readonly newsletterMailsPerHour: Parameter<number>;
  readonly newsletterSecret: Parameter<string>;
  readonly smtpUrl: Parameter<string>;
  readonly sesTopicArn: Parameter<string>;
  readonly postmarkEvents: Parameter<string>;
}

export const LOCAL_NEWSLETTER_SECRET = 'known to every developer';

const LOCAL_MAX_SOCKETS = 5_000;

/** Projects that begin with `demo-` exist only on the emulators. */
export const isLocalProject = ({ projectId }: Pick<Parameters, 'projectId'>): boolean =>
  projectId.value().startsWith('demo-');

/** The address set by the deployment or the publication. Unattended deployments must set a value, so an empty text means none. */
const namedSite = ({ siteUrl }: Pick<Parameters, 'siteUrl'>): string => siteUrl.value() || (SITE_URL ?? '');

export const siteAddress = (parameters: Parameters): string => namedSite(parameters) || hostingAddress(parameters);

/** Hosting's own address without a final slash. It works even if the site's domain does not. */
export function hostingAddress(parameters: Parameters): string {
  const localUrl = `http://localhost:${process.env.INKWELL_PORT ?? '3000'}`;
  return isLocalProject(parameters)
    ? namedSite(parameters) || localUrl
    : `https://${parameters.projectId.value()}.web.app`;
}

export function siteOrigins(parameters: Parameters): string[] {
  const id = parameters.projectId.value();
  return [namedSite(parameters), `https://${id}.web.app`, `https://${id}.firebaseapp.com`].filter(
    (origin) => origin !== '',
  );
}

/** 0, or an unset parameter on the local stack, means no limit. */
const limitOf = (parameter: Parameter<number>): number => parameter.value() || Number.POSITIVE_INFINITY;

/** The socket limits of one instance of `live`, and the number of its trusted proxies. */
export function liveLimits(parameters: Parameters) {
  const isLocal = isLocalProject(parameters);
  return {
    maxSockets: isLocal ? LOCAL_MAX_SOCKETS : parameters.liveMaxSockets.value(),
    maxPerAccount: limitOf(parameters.liveMaxSocketsPerAccount),
    maxPerAddress: limitOf(parameters.liveMaxSocketsPerAddress),
    trustedHops: isLocal ? 1 : parameters.liveTrustedHops.value(),
  };
}

/** The number of our own proxies in front of `api` and `page`. */
export const trustedHops = (parameters: Parameters): number =>
  isLocalProject(parameters) ? 1 : parameters.trustedHops.value();

/** Reading a secret that the local stack or the function lacks would log a warning at each start. */
function secretOf(parameters: Parameters, name: SecretName, by: FunctionName): string | undefined {
  if (isLocalProject(parameters)) return process.env[name];
  return entryOf(by).secrets.includes(name) ? parameters[PARAMETER_OF[name]].value() : undefined;
}

const PARAMETER_OF = {
  NEWSLETTER_SECRET: 'newsletterSecret',
  SMTP_URL: 'smtpUrl',
  POSTMARK_EVENTS: 'postmarkEvents',
} as const satisfies Readonly<Record<SecretName, keyof Parameters>>;

/** Secrets and parameters must have a value, so `none` or an empty text means none. */
const givenOr = <T>(value: string | undefined, otherwise: T): string | T =>
  value === undefined || value === '' || value === 'none' ? otherwise : value;

/** The value for `Config`. @throws Error if the deployment has no value */
export function smtpUrlOf(parameters: Parameters, by: FunctionName): string | null {
  const value = secretOf(parameters, 'SMTP_URL', by);
  if (isLocalProject(parameters)) return value || null;
  if (value === '') throw new Error('SMTP_URL has no value: `none` means that no mail leaves');
  return value ?? 'none';
}

/** The value for `Config`. @throws Error if the deployment has no value, or it is not a secret of the function */
export function newsletterSecretOf(parameters: Parameters, by: FunctionName): string {
  const value =
    secretOf(parameters, 'NEWSLETTER_SECRET', by) ?? (isLocalProject(parameters) ? LOCAL_NEWSLETTER_SECRET : undefined);
  if (!value) throw new Error('NEWSLETTER_SECRET has no value');
  return value;
}

function localSnsCertificate(parameters: Parameters): string | null {
  const file = process.env.SNS_CERTIFICATE_FILE;
  return file && isLocalProject(parameters) ? readFileSync(file, 'utf8') : null;
}

/** The bucket that stores pictures. */
export function publicBucketOf({ storageBucket }: Pick<Parameters, 'storageBucket'>): PublicBucket {
  const emulator = process.env.FIREBASE_STORAGE_EMULATOR_HOST;
  return { name: storageBucket.value(), origin: emulator ? `http://${emulator}` : STORAGE_ORIGIN };
}

/** @param by the function, which can read only its own secrets. @throws Error if the deployment lacks the value of a secret */
export function readConfig(parameters: Parameters, by: FunctionName): Config {
  const isLocal = isLocalProject(parameters);
  return {
    projectId: parameters.projectId.value(),
    siteUrl: siteAddress(parameters),
    hostingUrl: hostingAddress(parameters),
    siteOrigins: siteOrigins(parameters),
    trustedHops: trustedHops(parameters),
    showCosts: isLocal && process.env.SHOW_COSTS !== 'off',
    publicBucket: publicBucketOf(parameters),
    isLocal: isLocal && process.env.FIRESTORE_EMULATOR_HOST !== undefined,
    newsletterSecret: newsletterSecretOf(parameters, by),
    smtpUrl: smtpUrlOf(parameters, by),
    sesTopicArn: givenOr(parameters.sesTopicArn.value(), null),
    postmarkCredentials: givenOr(secretOf(parameters, 'POSTMARK_EVENTS', by), null),
    localSnsCertificate: localSnsCertificate(parameters),
    newsletterMailsPerHour: limitOf(parameters.newsletterMailsPerHour),
    documentsPerMinute: READ_QUOTA.documentsPerMinute,
    pace: { viewsMs: 1_000, likesMs: 500, crowdMs: 250, foldMs: 1_000 },
    deadlines: { readMs: 8_000, changeMs: 20_000 },
  };
}

/**
 * The clock of a function. On the local stack, `CLOCK_FILE` can name a file with the time (ISO 8601, or an offset in milliseconds), to test schedules
 * without waiting (docs/local-stack.md). The file is read each time.
 */
export function clockOf(parameters: Pick<Parameters, 'projectId'>): Clock {
  const file = process.env.CLOCK_FILE;
  if (!file || !isLocalProject(parameters)) return systemClock;
  return {
    now() {
      const text = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
      const at = new Date(/^[+-]?\d+$/.test(text) || text === '' ? Date.now() + Number(text) : text);
      if (Number.isNaN(at.getTime())) throw new Error(`${file} contains no time: ${text}`);
      return at;
    },
  };
}

/** The address of the development server that renders pages (stack.config.mjs); undefined to use the renderer of the build. */
export const developmentRenderer = (parameters: Pick<Parameters, 'projectId'>): string | undefined =>
  isLocalProject(parameters) ? process.env.PAGE_RENDERER : undefined;

/** Whether this process is an instance of the function `name`; false while the functions are being listed. */
export const isInstanceOf = (name: string): boolean => process.env.FUNCTION_TARGET === name;
