import { WEBHOOK_LIMITS } from '@inkwell/shared/webhooks';
import { type DocumentData, FieldValue, type Firestore, type Transaction } from 'firebase-admin/firestore';
import { appendAudit } from '../audit/audit.repository.ts';
import type { PageRequest } from '../common/paging.ts';
import { readNewest } from '../firestore/newest.ts';
import { runTransaction } from '../firestore/transaction.ts';
import { queueMail } from '../mail/mail.repository.ts';
import type { Mail } from '../mail/mail.ts';
import { decodeUser } from '../users/users.converter.ts';
import { newDelivery } from './event-queue.repository.ts';
import type { Answer } from './receiver.ts';
import { decodeDelivery, decodeHook, mayOwn, type StoredDelivery, type StoredHook } from './webhooks.converter.ts';

const DAY_MS = 86_400_000;
/** Longer than an attempt may take. */
const LEASE_MS = 3 * WEBHOOK_LIMITS.timeoutMs;
/** The pauses after failed attempts. After the last, a day later, the event is given up. */
const PAUSES_MS = [1, 5, 15, 30, 60, 120, 240, 360, 600].map((minutes) => minutes * 60_000);
/** The number of stored attempts per event, including those that people request. */
const STORED_ATTEMPTS = 12;

/** A delivery that only this instance may attempt, until its lease ends, with the webhook's current state. */
export interface LeasedDelivery extends StoredDelivery {
  readonly hook: StoredHook;
  /** The end of the lease. */
  readonly dueAt: Date;
}

/** The consequences of an attempt. */
export interface Finished {
  readonly delivery: StoredDelivery;
  /** The next event of the same post, which is due now. */
  readonly next: string | null;
  /** Whether this failure switched the webhook off. */
  readonly isSwitchedOff: boolean;
}

/** The queue of events for webhooks. Its claims are like those of emails (`MailQueue`). */
export interface DeliveryRepository {
  /** Ids of due deliveries, longest due first. Reads each, or 1 if there are none. */
  due(at: Date, limit: number): Promise<string[]>;
  /**
   * Leases a delivery for 30 s, unless it is not due, an earlier event of its post waits (which then makes it due), or another instance has it. A
   * delivery of a webhook that is off, gone or without its owner is skipped instead. `isAsked`: a person requests an attempt, so it need not be due,
   * and one that has ended is attempted once more. Reads at most 4 documents, writes 1.
   */
  claim(id: string, at: Date, options?: { readonly isAsked: boolean }): Promise<LeasedDelivery | null>;
  /**
   * Stores an attempt and what follows: the end, or a pause before the next one. Counts failures in a row; the last one switches the webhook off,
   * with an audit entry and an email to its owner. Null if the lease was lost. Reads 2 or 3 documents, writes 1 to 5.
   */
  finish(
    leased: LeasedDelivery,
    answer: Answer,
    at: Date,
    mailTo: (hook: StoredHook, to: string) => Promise<Mail>,
  ): Promise<Finished | null>;
  /** Adds an event that a person sends to one webhook. Writes 1 document. @returns its id */
  addTest(hook: StoredHook, event: { type: string; id: string; body: string; at: Date }): Promise<string>;
  /** Reads 1 document. */
  find(id: string): Promise<StoredDelivery | null>;
  /** A page of a webhook's deliveries, newest first. Reads the page and 1 aggregation. */
  list(hookId: string, page: PageRequest): Promise<{ items: StoredDelivery[]; total: number }>;
}

/** The fields of a delivery that gets no further attempt. */
const ended = (state: 'delivered' | 'failed' | 'skipped'): DocumentData => ({
  state,
  lane: FieldValue.delete(),
  dueAt: FieldValue.delete(),
});

const isGood = ({ status }: Answer): boolean => status !== null && status >= 200 && status < 300;

export function createDeliveryRepository(db: Firestore): DeliveryRepository {
  const deliveries = db.collection('webhookDeliveries');
  const later = (at: Date, ms: number) => new Date(at.getTime() + ms);

  /** The first `count` events of a lane that have not ended. */
  const heads = async (transaction: Transaction, lane: string, count: number) => {
    const { docs } = await transaction.get(deliveries.where('lane', '==', lane).orderBy('queuedAt').limit(count));
    return docs.map(decodeDelivery).filter((delivery) => delivery !== null);
  };

  return {
    async due(at, limit) {
      const { docs } = await deliveries.where('dueAt', '<=', at).orderBy('dueAt').limit(limit).select().get();
      return docs.map(({ id }) => id);
    },

    claim: (id, at, { isAsked } = { isAsked: false }) =>
      runTransaction(db, async (transaction) => {
        const ref = deliveries.doc(id);
        const delivery = decodeDelivery(await transaction.get(ref));
        if (!delivery) return null;
        const isDue = delivery.dueAt !== null && delivery.dueAt <= at;
        if (!isDue && (!isAsked || delivery.state === 'sending')) return null;
        const hook = decodeHook(await transaction.get(db.doc(`webhooks/${delivery.hookId}`)));
        const owner = hook && decodeUser(await transaction.get(db.doc(`users/${hook.ownerId}`)));
        const isOnce = delivery.isOnce || delivery.dueAt === null || (isAsked && hook?.isOn === false);
        if (!hook || !mayOwn(owner) || !(hook.isOn || isOnce)) {
          // A delivery that has ended keeps its state.
          if (delivery.dueAt !== null) transaction.update(ref, ended('skipped'));
          return null;
        }
        // Attempts that never finished count too.
        if (!isAsked && delivery.starts > PAUSES_MS.length) {
          transaction.update(ref, ended('failed'));
          return null;
        }
        const [head] = delivery.lane === null ? [] : await heads(transaction, delivery.lane, 1);
        if (head && head.id !== id) {
          transaction.update(ref, { dueAt: later(head.dueAt && head.dueAt > at ? head.dueAt : at, 1_000) });
          return null;
        }
        const { fence, starts } = delivery;
        const claimed = { state: 'sending', fence: fence + 1, starts: starts + 1, dueAt: later(at, LEASE_MS) } as const;
        transaction.update(ref, { ...claimed, isOnce });
        return { ...delivery, ...claimed, isOnce, hook };
      }),

    finish: (leased, answer, at, mailTo) =>
      runTransaction(db, async (transaction) => {
        const ref = deliveries.doc(leased.id);
        const delivery = decodeDelivery(await transaction.get(ref));
        if (delivery?.state !== 'sending' || delivery.fence !== leased.fence) return null;
        const hookRef = db.doc(`webhooks/${leased.hookId}`);
        const hook = decodeHook(await transaction.get(hookRef));
        const pauseMs = delivery.isOnce ? undefined : PAUSES_MS[delivery.starts - 1];
        const isDelivered = isGood(answer);
        const isEnd = isDelivered || pauseMs === undefined;
        const following = isEnd && delivery.lane !== null ? await heads(transaction, delivery.lane, 2) : [];
        const next = following.find(({ id }) => id !== leased.id)?.id ?? null;
        const failures = (hook?.failures ?? 0) + 1;
        const isSwitchedOff =
          !isDelivered && !delivery.isOnce && hook?.isOn === true && failures >= WEBHOOK_LIMITS.failures;
        const owner = isSwitchedOff ? decodeUser(await transaction.get(db.doc(`users/${hook.ownerId}`))) : null;
        const to = owner?.isEmailVerified ? owner.email : null;
        const mail = hook && to !== null ? await mailTo(hook, to) : null;

        const attempts = [{ at, ...answer }, ...delivery.attempts].slice(0, STORED_ATTEMPTS);
        const state = isDelivered ? 'delivered' : isEnd ? 'failed' : 'waiting';
        const dueAt = isEnd ? null : later(at, pauseMs);
        transaction.update(ref, { attempts, ...(state === 'waiting' ? { state, dueAt } : ended(state)) });
        if (next !== null) transaction.update(deliveries.doc(next), { dueAt: at });
        if (hook && isDelivered && hook.failures > 0) transaction.update(hookRef, { failures: 0 });
        if (hook && !isDelivered && !delivery.isOnce) {
          transaction.update(hookRef, { failures, ...(isSwitchedOff && { isOn: false, hasFailed: true }) });
        }
        if (hook && isSwitchedOff) {
          const [before, after] = [{ isOn: true }, { isOn: false, failures }];
          const entry = { actorId: 'system', action: 'webhook.off', target: hookRef.path, name: hostOf(hook) } as const;
          appendAudit(db, transaction, { ...entry, before, after }, at);
          if (mail) {
            const id = `webhook-off-${leased.id}-${delivery.fence}`;
            queueMail(db, transaction, { id, kind: 'webhook', mail, at, expireAt: later(at, 7 * DAY_MS) });
          }
        }
        const lane = isEnd ? null : delivery.lane;
        return { delivery: { ...delivery, attempts, state, dueAt, lane }, next, isSwitchedOff };
      }),

    async addTest(hook, { type, id, body, at }) {
      await deliveries.doc(id).create(newDelivery(hook, { type, body, at }, null));
      return id;
    },

    find: async (id) => decodeDelivery(await deliveries.doc(id).get()),

    list: (hookId, page) => readNewest(deliveries.where('hookId', '==', hookId), 'createdAt', page, decodeDelivery),
  };
}

/** The name of a webhook in staff lists: only the host, because the rest of the address may be a secret. */
export const hostOf = ({ url }: Pick<StoredHook, 'url'>): string => new URL(url).host;
