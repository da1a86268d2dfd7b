import { createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { AppError } from '@inkwell/shared/errors';
import { WEBHOOK_LIMITS, WEBHOOK_SECRET_PREFIX, WEBHOOK_TEXTS } from '@inkwell/shared/webhooks';
import { isPublicAddress } from '../common/public-host.ts';
import { type HostCheck, publicRequest, publicUrl } from '../common/public-request.ts';

/** A receiver's answer. */
export interface Answer {
  readonly status: number | null;
  /** At most 1 kB. */
  readonly answer: string;
  /** Why there is no usable answer; null if there is one. */
  readonly problem: string | null;
}

interface Options extends HostCheck {
  /** Whether loopback may be called over http: only in projects of the emulators. */
  readonly isLocal: boolean;
  readonly timeoutMs?: number;
}

const isLoopback = (address: string): boolean => address === '::1' || /^127\./.test(address);
const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

/**
 * The address of a receiver, and whether it is on loopback. Names are not looked up, because that is checked with each attempt.
 * @throws AppError `bad-request`
 */
export function receiverUrl(address: string, isLocal: boolean): { url: URL; isLoopback: boolean } {
  const url = URL.canParse(address) ? new URL(address) : null;
  const isPlain = url?.protocol === 'http:' && url.username === '' && url.password === '';
  if (url && isLocal && isPlain && LOOPBACK_HOSTS.includes(url.hostname)) return { url, isLoopback: true };
  const host = url?.hostname.replace(/^\[|\]$/g, '') ?? '';
  try {
    if (url?.protocol === 'https:' && !(isIP(host) && !isPublicAddress(host))) {
      return { url: publicUrl(address), isLoopback: false };
    }
  } catch {
    // The guard gives no reason that would help here.
  }
  throw new AppError('bad-request', WEBHOOK_TEXTS.url);
}

/** The signature of Standard Webhooks. */
export function signatureOf(
  secret: string,
  { id, sentAt, body }: { id: string; sentAt: number; body: string },
): string {
  const key = Buffer.from(secret.slice(WEBHOOK_SECRET_PREFIX.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${sentAt}.${body}`).digest('base64')}`;
}

/** Sends an event once, with the guard of imported pictures and without following redirects. Never fails, and takes at most 10 s. */
export async function sendTo(
  hook: { readonly url: string; readonly secret: string },
  event: { readonly id: string; readonly body: string; readonly at: Date },
  { isLocal, timeoutMs = WEBHOOK_LIMITS.timeoutMs, ...check }: Options,
): Promise<Answer> {
  const signal = AbortSignal.timeout(timeoutMs);
  const none = (problem: string): Answer => ({ status: null, answer: '', problem });
  try {
    const receiver = receiverUrl(hook.url, isLocal);
    const sentAt = Math.floor(event.at.getTime() / 1000);
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(event.body),
      'user-agent': 'webhooks',
      'webhook-id': event.id,
      'webhook-timestamp': String(sentAt),
      'webhook-signature': signatureOf(hook.secret, { ...event, sentAt }),
    };
    const checked = receiver.isLoopback ? { ...check, isPublic: isLoopback } : check;
    const request = { method: 'POST', headers, body: event.body };
    const answer = await publicRequest(receiver.url, request, checked, signal);
    const { statusCode = 0 } = answer;
    const isRedirect = statusCode >= 300 && statusCode < 400;
    return {
      status: statusCode,
      answer: await beginningOf(answer),
      problem: isRedirect ? 'Redirects are not followed' : null,
    };
  } catch (error) {
    if (error instanceof AppError) return none(error.message);
    return none(signal.aborted ? 'The receiver took too long to answer' : 'The receiver could not be reached');
  }
}

/** The status counts even if the rest of the answer is late, endless or cut off. */
async function beginningOf(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const part of answer) {
      parts.push(part);
      bytes += part.length;
      // Leaving the loop closes the connection.
      if (bytes >= WEBHOOK_LIMITS.answerBytes) break;
    }
  } catch {
    // What has arrived is stored.
  }
  let text = new TextDecoder().decode(Buffer.concat(parts).subarray(0, WEBHOOK_LIMITS.answerBytes));
  // Replacement characters are longer than the replaced bytes.
  while (Buffer.byteLength(text) > WEBHOOK_LIMITS.answerBytes) text = text.slice(0, -1);
  return text.replace(/\ufffd$/, '');
}
