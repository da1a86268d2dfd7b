import { WEBHOOK_LIMITS } from '@inkwell/shared/webhooks';
import type { DocumentData, Firestore } from 'firebase-admin/firestore';
import { type Act, appendAudit } from '../audit/audit.repository.ts';
import { afterCommit, runTransaction } from '../firestore/transaction.ts';
import { hostOf } from './deliveries.repository.ts';
import { expireHooks } from './event-queue.repository.ts';
import { decodeDelivery, decodeHook, encodeHook, type StoredDelivery, type StoredHook } from './webhooks.converter.ts';

export type HookChange = Partial<Pick<StoredHook, 'url' | 'events' | 'withAddresses' | 'isOn'>>;

export interface WebhookRepository {
  /** Reads 1 document. */
  find(id: string): Promise<StoredHook | null>;
  /** All webhooks, newest first. Reads each, or 1. */
  list(): Promise<StoredHook[]>;
  /** The newest delivery of a webhook. Reads 1 document. */
  lastDelivery(hookId: string): Promise<StoredDelivery | null>;
  /**
   * Stores a webhook with an audit entry. A repeat changes nothing.
   * @returns the stored webhook; null above the limit. Reads 1 document, and for a new webhook the others; writes 2
   */
  create(hook: StoredHook): Promise<StoredHook | null>;
  /** Changes a webhook with an audit entry. Safe to repeat. Reads 1 document, writes 2, or 0 if nothing changes. @returns null if it is gone */
  change(id: string, change: HookChange, act: Act): Promise<StoredHook | null>;
  /** Deletes a webhook with an audit entry. Safe to repeat. Reads 1 document, writes 2. */
  remove(id: string, act: Act): Promise<void>;
  /** Switches off the webhooks of a restored backup. Safe to repeat. Reads each, or 1; writes each that is on. @returns how many */
  switchOffAll(): Promise<number>;
}

/** The fields that the activity shows, without the secret and the address. */
const noted = (hook: StoredHook): DocumentData => {
  const { events, withAddresses, isOn } = hook;
  return { host: hostOf(hook), events, withAddresses, isOn };
};

export function createWebhookRepository(db: Firestore): WebhookRepository {
  const hooks = db.collection('webhooks');
  const entryOf = (hook: StoredHook) => ({ target: `webhooks/${hook.id}`, name: hostOf(hook) });

  return {
    find: async (id) => decodeHook(await hooks.doc(id).get()),

    async list() {
      const { docs } = await hooks.orderBy('createdAt', 'desc').limit(WEBHOOK_LIMITS.hooks).get();
      return docs.map(decodeHook).filter((hook) => hook !== null);
    },

    async lastDelivery(hookId) {
      const all = db.collection('webhookDeliveries').where('hookId', '==', hookId);
      const { docs } = await all.orderBy('createdAt', 'desc').limit(1).get();
      return docs[0] ? decodeDelivery(docs[0]) : null;
    },

    create: (hook) =>
      runTransaction(db, async (transaction) => {
        const earlier = decodeHook(await transaction.get(hooks.doc(hook.id)));
        if (earlier) return earlier;
        const others = await transaction.get(hooks.limit(WEBHOOK_LIMITS.hooks).select());
        if (others.size >= WEBHOOK_LIMITS.hooks) return null;
        transaction.create(hooks.doc(hook.id), encodeHook(hook));
        const entry = { ...entryOf(hook), actorId: hook.ownerId, action: 'webhook.create' } as const;
        appendAudit(db, transaction, { ...entry, before: null, after: noted(hook) }, hook.createdAt);
        afterCommit(transaction, () => expireHooks(db));
        return hook;
      }),

    change: (id, change, { actorId, at }) =>
      runTransaction(db, async (transaction) => {
        const before = decodeHook(await transaction.get(hooks.doc(id)));
        if (!before) return null;
        const isSwitchedOn = change.isOn === true && !before.isOn;
        const after = { ...before, ...change, ...(isSwitchedOn && { failures: 0, hasFailed: false }) };
        if (JSON.stringify(after) === JSON.stringify(before)) return before;
        transaction.update(hooks.doc(id), encodeHook(after));
        const entry = { ...entryOf(after), actorId, action: 'webhook.change' } as const;
        appendAudit(db, transaction, { ...entry, before: noted(before), after: noted(after) }, at);
        afterCommit(transaction, () => expireHooks(db));
        return after;
      }),

    remove: (id, { actorId, at }) =>
      runTransaction(db, async (transaction) => {
        const before = decodeHook(await transaction.get(hooks.doc(id)));
        if (!before) return;
        transaction.delete(hooks.doc(id));
        const entry = { ...entryOf(before), actorId, action: 'webhook.delete' } as const;
        appendAudit(db, transaction, { ...entry, before: noted(before), after: null }, at);
        afterCommit(transaction, () => expireHooks(db));
      }),

    async switchOffAll() {
      const { docs } = await hooks.where('isOn', '==', true).select().get();
      await Promise.all(docs.map(({ ref }) => ref.update({ isOn: false })));
      return docs.length;
    },
  };
}
