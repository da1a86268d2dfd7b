import { setTimeout as sleep } from 'node:timers/promises';
import { LATE_MAIL_MS } from '@inkwell/shared/mail';
import type { Clock } from '../common/clock.ts';
import { describeError, type Log } from '../common/log.ts';
import type { MailEventRepository } from './mail-events.repository.ts';
import { LANES, type LeasedMail, type MailQueue } from './mail-queue.repository.ts';
import { refusalEvent } from './refusals.ts';
import { SUBMIT_TIMEOUT_MS, type Submission, type Transport } from './transport.ts';

/** How long a request waits for its email. */
const AT_ONCE_MS = 5_000;
/** The part of that time for storing the result. */
const STORING_MS = 500;
const BATCH = 20;
/** After this many consecutive failed submissions, the server, the password or the sender must be wrong. */
const FAILURES_IN_A_ROW = 5;
const REMEMBERED = 20;

interface Dependencies {
  readonly queue: MailQueue;
  readonly events: Pick<MailEventRepository, 'record'>;
  readonly transport: Transport;
  /** The `Name <address>` of emails without their own sender. */
  readonly sender: () => Promise<string>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Passes queued emails to the server. */
export interface Delivery {
  /**
   * Delivers a newly queued email within at most 5 s, in a request that waits for it; `run` continues. Never fails, because the email is stored.
   * Reads 3 documents, writes 2
   */
  now(id: string): Promise<void>;
  /** Waits about as long as recent calls of `now`, for requests whose answer must not show whether an email was sent. */
  asIfNow(): Promise<void>;
  /** Delivers due emails, starting with those to one person. Starts none later than `forMs` from now. Reads 3 documents if none is due. */
  run(forMs: number): Promise<void>;
}

export function createDelivery({ queue, events, transport, sender, clock, log }: Dependencies): Delivery {
  const nowMs = () => clock.now().getTime();
  const lately: number[] = [];

  /** A refusal over SMTP counts like a later bounce; a temporary one counts once, when the email is not retried any more. */
  async function note({ id: mailId, to: email, isLastAttempt }: LeasedMail, submission: Submission): Promise<void> {
    if (submission.outcome !== 'refused' || !(submission.isPermanent || isLastAttempt)) return;
    const at = clock.now();
    await events.record(refusalEvent({ mailId, email, submission, at }), at);
  }

  /** @returns the outcome; `ended` if the email must not be submitted; null if another instance delivers it */
  async function deliver(id: string, timeoutMs: number): Promise<Submission | 'ended' | null> {
    const mail = await queue.claim(id, clock.now());
    if (mail === null) return null;
    if (typeof mail === 'string') {
      if (mail === 'given-up') log('ERROR', 'a mail was given up', { mail: id });
      return 'ended';
    }
    const submission = await transport.submit({ ...mail, from: mail.from ?? (await sender()) }, { timeoutMs });
    // Stored before the email ends, so that it is not lost with the instance.
    await note(mail, submission);
    const state = await queue.finish(mail, submission, clock.now());
    const { outcome, reply } = submission;
    // Without the server's full reply, because it names the address.
    const fields = { mail: id, outcome, attempts: mail.attempts, reply: codeOf(reply) };
    if (state === null) log('WARNING', 'another instance has the lease of the mail', fields);
    else if (state === 'given-up') log('ERROR', 'a mail was given up', fields);
    else if (outcome !== 'submitted') log('WARNING', 'a mail was not handed in', fields);
    return submission;
  }

  async function tellWhatWaits(): Promise<void> {
    const oldest = await queue.oldest();
    if (oldest === null || nowMs() - oldest.since.getTime() < LATE_MAIL_MS) return;
    const minutes = Math.floor((nowMs() - oldest.since.getTime()) / 60_000);
    const reply = oldest.reply === null ? null : codeOf(oldest.reply);
    log(transport.isOn ? 'ERROR' : 'WARNING', 'mails wait for more than an hour', { minutes, reply });
  }

  return {
    async now(id) {
      if (!transport.isOn) return;
      const began = performance.now();
      const timeoutMs = AT_ONCE_MS - STORING_MS;
      const work = deliver(id, timeoutMs).catch((error) =>
        log('ERROR', 'a mail was not delivered at once', { mail: id, error: describeError(error) }),
      );
      const waited = new AbortController();
      await Promise.race([work, sleep(AT_ONCE_MS, undefined, { signal: waited.signal }).catch(() => undefined)]);
      waited.abort();
      lately.push(performance.now() - began);
      if (lately.length > REMEMBERED) lately.shift();
    },

    async asIfNow() {
      const ms = lately[Math.floor(Math.random() * lately.length)];
      if (ms !== undefined) await sleep(ms);
    },

    async run(forMs) {
      const endMs = nowMs() + forMs;
      try {
        let failures = 0;
        while (transport.isOn && nowMs() < endMs) {
          const due = await firstDue();
          if (due.length === 0) break;
          let isAnyTaken = false;
          // As many in parallel as the server allows connections; the transport makes the rest wait.
          await Promise.all(
            due.map(async (id) => {
              if (failures >= FAILURES_IN_A_ROW || nowMs() >= endMs) return;
              try {
                const submission = await deliver(id, SUBMIT_TIMEOUT_MS);
                isAnyTaken ||= submission !== null;
                if (submission && submission !== 'ended') failures = isFailure(submission) ? failures + 1 : 0;
              } catch (error) {
                // An invalid email must not block the others.
                log('ERROR', 'a mail was not delivered', { mail: id, error: describeError(error) });
              }
            }),
          );
          if (failures >= FAILURES_IN_A_ROW) {
            log('ERROR', 'mails cannot be handed in', { failures });
            break;
          }
          if (!isAnyTaken) break;
        }
      } finally {
        await tellWhatWaits();
      }
    },
  };

  async function firstDue(): Promise<string[]> {
    for (const lane of LANES) {
      const due = await queue.due(lane, clock.now(), BATCH);
      if (due.length > 0) return due;
    }
    return [];
  }
}

/** Failures on our side or the server's, not the recipient's. */
const isFailure = ({ outcome }: Submission): boolean => outcome === 'unsent' || outcome === 'unconfirmed';

/** The codes at the beginning of a reply, which contain no names. */
const codeOf = (reply: string): string => /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3})?/.exec(reply)?.[0] ?? 'no code';
