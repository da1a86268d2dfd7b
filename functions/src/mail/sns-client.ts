import { X509Certificate } from 'node:crypto';
import { AppError } from '@inkwell/shared/errors';
import type { Clock } from '../common/clock.ts';
import { confirmationUrl } from './sns.ts';

const TIMEOUT_MS = 4_000;
/** A certificate has about 2 kB. */
const MAX_BYTES = 16 * 1024;
const KEPT = 8;
const DAY_MS = 24 * 60 * 60_000;
/** SNS has one certificate at a time. More lookups mean that somebody invents names. */
const FETCHES_PER_MINUTE = 10;

/** The only requests to addresses that others provide. `isCertificateUrl` and our own topic restrict them to SNS. */
export interface SnsClient {
  /** In PEM, cached for a day. @param url allowed by `isCertificateUrl` @throws AppError `unavailable` */
  certificateAt(url: string): Promise<string>;
  /** @throws AppError `unavailable` */
  confirm(topicArn: string, token: string): Promise<void>;
}

/** @param local the signing certificate of the local stack, which cannot reach SNS */
export function createSnsClient({
  clock,
  ask = fetch,
  local = null,
}: {
  clock: Clock;
  ask?: typeof fetch;
  local?: string | null;
}): SnsClient {
  const known = new Map<string, { certificate: Promise<string>; untilMs: number }>();
  let fetched: number[] = [];

  async function get(url: string): Promise<string> {
    const nowMs = clock.now().getTime();
    fetched = fetched.filter((atMs) => nowMs - atMs < 60_000);
    if (fetched.length >= FETCHES_PER_MINUTE) throw new AppError('unavailable', undefined, { retryAfterSeconds: 60 });
    fetched.push(nowMs);
    try {
      const answer = await ask(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
      if (!answer.ok) throw new Error(`SNS answered ${answer.status}`);
      return await textOf(answer);
    } catch (cause) {
      throw new AppError('unavailable', undefined, { cause });
    }
  }

  async function validCertificate(url: string): Promise<string> {
    const text = await get(url);
    try {
      const { validFrom, validTo } = new X509Certificate(text);
      const nowMs = clock.now().getTime();
      if (nowMs < Date.parse(validFrom) || nowMs > Date.parse(validTo)) throw new Error('it is not valid now');
      return text;
    } catch (cause) {
      throw new AppError('unavailable', undefined, { cause });
    }
  }

  return {
    certificateAt(url) {
      if (local !== null) return Promise.resolve(local);
      const nowMs = clock.now().getTime();
      const kept = known.get(url);
      if (kept && kept.untilMs > nowMs) return kept.certificate;
      const certificate = validCertificate(url);
      known.delete(url);
      known.set(url, { certificate, untilMs: nowMs + DAY_MS });
      for (const oldest of known.keys()) {
        if (known.size <= KEPT) break;
        known.delete(oldest);
      }
      certificate.catch(() => known.delete(url));
      return certificate;
    },

    async confirm(topicArn, token) {
      await get(confirmationUrl(topicArn, token));
    },
  };
}

async function textOf(answer: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new Error('the answer of SNS is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
