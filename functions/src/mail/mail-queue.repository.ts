import { isDeliverable } from '@inkwell/shared/email-address';
import { type DocumentData, FieldValue, type Firestore } from 'firebase-admin/firestore';
import { runTransaction } from '../firestore/transaction.ts';
import { DUE_FIELDS, decodeStoredMail, type StoredMail } from './mail.converter.ts';
import type { MailKind, MailState } from './mail.ts';
import { isSuppressedIn, suppressionRefsOf } from './suppressions.repository.ts';
import type { Submission } from './transport.ts';

/** Longer than the maximum duration of a submission (`SUBMIT_TIMEOUT_MS`). */
const LEASE_MS = 2 * 60_000;

/** The pauses after attempts without a final answer. The email is given up after the last one, 40 hours later. */
const PAUSES_MS = [1, 5, 15, 30, 60, 120, 240, 480, 720, 720].map((minutes) => minutes * 60_000);

/** Whether this attempt is the last one. */
const isLast = (attempts: number): boolean => attempts > PAUSES_MS.length;

/** An email that only this instance may submit, until the lease ends. */
export type LeasedMail = StoredMail & { readonly isLastAttempt: boolean };

/** Email to one person is sent before email to many. */
export const LANES = ['person', 'many'] as const;
export type Lane = (typeof LANES)[number];

/** The state of the queue. */
export interface QueueStanding {
  readonly waiting: number;
  /** The email that has waited longest, and the server's last reply to it; null if none waits. */
  readonly oldest: { readonly since: Date; readonly reply: string | null; readonly attempts: number } | null;
  /** The number of stored emails that were given up. */
  readonly givenUp: number;
}

/** Leases each email to one sender at a time. */
export interface MailQueue {
  /** Ids of due emails, longest due first. Reads each, or 1 if there are none. */
  due(lane: Lane, at: Date, limit: number): Promise<string[]>;
  /**
   * Leases an email for 2 minutes. @returns the leased email; the final state if it ended instead (the address is suppressed, its links have expired,
   * or it failed too often); null if it is not due, or another instance has it. Reads 3 documents, writes 1
   */
  claim(id: string, at: Date): Promise<LeasedMail | MailState | null>;
  /**
   * Stores the result of a leased email: it has ended, or is due again after a pause. @returns null if the lease was lost; nothing changes then.
   * Reads 1 document, writes 1
   */
  finish(leased: LeasedMail, submission: Submission, at: Date): Promise<MailState | null>;
  /** The email that has waited longest. Reads 1 document. */
  oldest(): Promise<QueueStanding['oldest']>;
  /** Reads 1 document and 2 aggregations. */
  standing(): Promise<QueueStanding>;
  /** Leaves out the waiting emails of a kind to an address, because the recipient no longer wants them. Reads each, or 1, writes each. */
  leaveOut(mails: { readonly to: string; readonly kind: MailKind }, at: Date): Promise<void>;
  /** Leaves out every waiting email in every lane. Reads and writes each. Safe to repeat and to interrupt. @returns how many */
  leaveOutAll(reply: string, at: Date): Promise<number>;
}

const PAGE = 200;

const endFields = (state: MailState, fields: DocumentData = {}): DocumentData => ({
  state,
  ...fields,
  waitingSince: FieldValue.delete(),
  [DUE_FIELDS.person]: FieldValue.delete(),
  [DUE_FIELDS.many]: FieldValue.delete(),
});

/** The state of a waiting email that its recipient no longer wants. */
export const unwantedMail = (at: Date): DocumentData =>
  endFields('left-out', { reply: 'Not wanted any more', endedAt: at });

export function createMailQueue(db: Firestore, secret: string): MailQueue {
  const mails = db.collection('mail');

  const waiting = mails.orderBy('waitingSince');

  async function oldest(): Promise<QueueStanding['oldest']> {
    const { docs } = await waiting.limit(1).get();
    const [first] = docs.map(decodeStoredMail);
    return first?.waitingSince ? { since: first.waitingSince, reply: first.reply, attempts: first.attempts } : null;
  }

  return {
    async due(lane, at, limit) {
      const field = DUE_FIELDS[lane];
      const { docs } = await mails.where(field, '<=', at).orderBy(field).limit(limit).select().get();
      return docs.map(({ id }) => id);
    },

    claim: (id, at) =>
      runTransaction(db, async (transaction) => {
        const ref = mails.doc(id);
        const snapshot = await transaction.get(ref);
        const mail = snapshot.exists ? decodeStoredMail(snapshot) : null;
        if (mail?.dueAt == null || mail.dueAt > at) return null;
        const end = (state: MailState, fields?: DocumentData) => {
          transaction.update(ref, endFields(state, fields));
          return state;
        };
        // An extension that is still installed has sent the email, or will send it.
        if (snapshot.get('delivery') !== undefined) return end('submitted', { reply: 'Sent by the extension' });
        if (!isDeliverable(mail.to)) return end('refused', { reply: 'No mail can go to this address' });
        const known = await transaction.getAll(...suppressionRefsOf(db, secret, mail.to));
        if (known.some(isSuppressedIn)) return end('left-out');
        if (mail.expireAt <= at || isLast(mail.attempts)) return end('given-up');
        // Attempts count at their start. Otherwise, an email that crashes its process would be tried forever.
        const claimed = { fence: mail.fence + 1, attempts: mail.attempts + 1, state: 'sending' } as const;
        const dueAt = new Date(at.getTime() + LEASE_MS);
        transaction.update(ref, { ...claimed, [DUE_FIELDS[mail.lane]]: dueAt });
        return { ...mail, ...claimed, dueAt, isLastAttempt: isLast(claimed.attempts) };
      }),

    finish: (leased, submission, at) =>
      runTransaction(db, async (transaction) => {
        const ref = mails.doc(leased.id);
        const snapshot = await transaction.get(ref);
        const mail = snapshot.exists ? decodeStoredMail(snapshot) : null;
        if (mail?.state !== 'sending' || mail.fence !== leased.fence) return null;
        const { outcome, reply } = submission;
        const end = (state: MailState, fields: DocumentData = {}) => {
          transaction.update(ref, endFields(state, { reply, endedAt: at, ...fields }));
          return state;
        };
        if (outcome === 'submitted') return end('submitted', { providerId: submission.providerId });
        const isTemporary = outcome === 'refused' && !submission.isPermanent;
        if (outcome === 'refused' && !isTemporary) return end('refused');
        const pauseMs = PAUSES_MS[mail.attempts - 1];
        if (pauseMs === undefined) return end(isTemporary ? 'refused' : 'given-up');
        // Also if unconfirmed: for an email that somebody waits for, twice is better than never.
        const dueAt = new Date(at.getTime() + pauseMs);
        transaction.update(ref, { state: 'queued', reply, [DUE_FIELDS[mail.lane]]: dueAt });
        return 'queued';
      }),

    oldest,

    async standing() {
      const [first, counted, givenUp] = await Promise.all([
        oldest(),
        waiting.count().get(),
        mails.where('state', '==', 'given-up').count().get(),
      ]);
      return { waiting: counted.data().count, oldest: first, givenUp: givenUp.data().count };
    },

    leaveOut: ({ to, kind }, at) =>
      runTransaction(db, async (transaction) => {
        const waitingOnes = mails.where('to', '==', to).where('kind', '==', kind).where('state', '==', 'queued');
        const { docs } = await transaction.get(waitingOnes.select());
        for (const { ref } of docs) transaction.update(ref, unwantedMail(at));
      }),

    async leaveOutAll(reply, at) {
      let count = 0;
      for (;;) {
        const { docs } = await waiting.limit(PAGE).select().get();
        if (docs.length === 0) return count;
        const batch = db.batch();
        for (const { ref } of docs) batch.update(ref, endFields('left-out', { reply, endedAt: at }));
        await batch.commit();
        count += docs.length;
      }
    },
  };
}
