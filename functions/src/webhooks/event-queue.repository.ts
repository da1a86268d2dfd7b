import { randomBytes } from 'node:crypto';
import { WEBHOOK_LIMITS, type WebhookEvent } from '@inkwell/shared/webhooks';
import {
  type DocumentData,
  type DocumentReference,
  type DocumentSnapshot,
  FieldValue,
  type Firestore,
} from 'firebase-admin/firestore';
import type { Clock } from '../common/clock.ts';
import { describeError, type Log } from '../common/log.ts';
import { createRefreshed, type Refreshed } from '../common/refreshed.ts';
import { afterCommit } from '../firestore/transaction.ts';
import { decodeUser } from '../users/users.converter.ts';
import { decodeHook, mayOwn, type StoredHook } from './webhooks.converter.ts';

const DAY_MS = 86_400_000;
/** How long a change waits for the list of webhooks before it uses the last known one. */
const WAIT_MS = 2_000;

/** An event for webhooks. */
export interface NewEvent {
  readonly type: WebhookEvent;
  /** The path of the document that the event is about. Events about the same document are delivered in order. */
  readonly about: string;
  readonly at: Date;
  /** The documented payload. */
  readonly data: Readonly<Record<string, unknown>>;
  /** The path on the site, for `url` in the payload. */
  readonly path?: string;
  /** Only for webhooks that request addresses. */
  readonly email?: string | null;
  /** Accounts named in the payload; deleting any of them deletes the event. */
  readonly people?: readonly string[];
  /** The hash of the address that the payload is about. */
  readonly subscriberId?: string;
}

/** A transaction of `runTransaction`, or a batch whose `committed` is called. */
interface Writer {
  create(ref: DocumentReference, data: DocumentData): unknown;
}

interface Connection {
  readonly siteUrl: string;
  readonly hooks: Refreshed<readonly StoredHook[]>;
  readonly onQueued: (ids: readonly string[]) => void;
  readonly log: Log;
}

/*
 * Changes of posts, comments and subscribers are written by repositories that many functions and commands assemble. The event queue therefore belongs
 * to a function's database object, like its meter. Commands are not connected, and raise no events.
 */
const connections = new WeakMap<Firestore, Connection>();

/** Lets the changes of this function raise events. `onQueued` gets the ids of deliveries after their commit, in order. */
export function connectEvents(
  db: Firestore,
  { clock, ...connection }: Omit<Connection, 'hooks'> & { readonly clock: Clock },
): void {
  const load = () => activeHooks(db, connection.log);
  const hooks = createRefreshed(load, { forMs: WEBHOOK_LIMITS.freshMs, clock, initial: [] });
  connections.set(db, { ...connection, hooks });
}

/** Updates a changed webhook in this instance at once; other instances update it after `WEBHOOK_LIMITS.freshMs`. */
export const expireHooks = (db: Firestore): void => connections.get(db)?.hooks.expire();

/** A webhook or owner that cannot be read must not stop the changes of the publication. */
async function activeHooks(db: Firestore, log: Log): Promise<readonly StoredHook[]> {
  const readable = <T>(docs: readonly DocumentSnapshot[], decode: (snapshot: DocumentSnapshot) => T | null): T[] =>
    docs.flatMap((snapshot) => {
      try {
        return decode(snapshot) ?? [];
      } catch (error) {
        log('ERROR', 'a document of a webhook cannot be read', {
          document: snapshot.ref.path,
          error: describeError(error),
        });
        return [];
      }
    });
  const { docs } = await db.collection('webhooks').where('isOn', '==', true).limit(WEBHOOK_LIMITS.hooks).get();
  const hooks = readable(docs, decodeHook);
  const ownerIds = [...new Set(hooks.map(({ ownerId }) => ownerId))];
  const owners = ownerIds.length > 0 ? await db.getAll(...ownerIds.map((id) => db.doc(`users/${id}`))) : [];
  const able = new Set(readable(owners, decodeUser).flatMap((owner) => (mayOwn(owner) ? owner.id : [])));
  return hooks.filter(({ ownerId }) => able.has(ownerId));
}

let lastNumber = 0;

/** Grows within an instance, so that events of one transaction, which have the same time, stay in order. */
function nextId(): string {
  lastNumber = Math.max(lastNumber + 1, Date.now() * 1_000);
  return `msg_${lastNumber.toString(36).padStart(11, '0')}${randomBytes(9).toString('hex')}`;
}

/** The document of a delivery before its first attempt. */
export const newDelivery = (
  hook: Pick<StoredHook, 'id' | 'ownerId'>,
  event: Pick<NewEvent, 'at' | 'people' | 'subscriberId'> & { readonly type: string; readonly body: string },
  about: string | null,
): DocumentData => ({
  hookId: hook.id,
  ownerId: hook.ownerId,
  event: event.type,
  body: event.body,
  people: event.people ?? [],
  ...(event.subscriberId !== undefined && { subscriberId: event.subscriberId }),
  state: 'waiting',
  ...(about !== null && { lane: `${hook.id}/${about}` }),
  dueAt: event.at,
  isOnce: about === null,
  starts: 0,
  fence: 0,
  attempts: [],
  createdAt: event.at,
  // The order of commits, which the clocks of instances do not show.
  queuedAt: FieldValue.serverTimestamp(),
  expireAt: new Date(event.at.getTime() + WEBHOOK_LIMITS.deliveryDays * DAY_MS),
  schemaVersion: 1,
});

/** The body of an event: Standard Webhooks. */
export const bodyOf = (type: string, at: Date, data: unknown): string =>
  JSON.stringify({ type, timestamp: at.toISOString(), data });

/**
 * Returns a function that queues an event for each webhook that wants it, in the transaction or batch of its change. The active webhooks are cached:
 * a change that no webhook wants reads and writes nothing, and for 10 s after a webhook was created or switched on, changes in other instances may
 * not be sent to it. If the webhooks cannot be read, the cached ones are used, so that no change fails. Events queued for a deleted or switched-off
 * webhook are not sent. Writes 1 document for each webhook.
 */
export async function eventQueueOf(db: Firestore): Promise<(writer: Writer, event: NewEvent) => void> {
  const connection = connections.get(db);
  if (!connection) return () => undefined;
  const hooks = await connection.hooks.orLast(WAIT_MS, (error) =>
    connection.log('ERROR', 'the webhooks could not be read', { error: describeError(error) }),
  );
  if (hooks.length === 0) return () => undefined;
  return (writer, { data, path, email, ...event }) => {
    const ids = hooks
      .filter(({ events }) => events.includes(event.type))
      .map((hook) => {
        const payload = {
          ...data,
          ...(path !== undefined && { url: `${connection.siteUrl}${path}` }),
          ...(hook.withAddresses && email != null && { email }),
        };
        const ref = db.collection('webhookDeliveries').doc(nextId());
        const body = bodyOf(event.type, event.at, payload);
        writer.create(ref, newDelivery(hook, { ...event, body }, event.about));
        return ref.id;
      });
    if (ids.length > 0) afterCommit(writer, () => connection.onQueued(ids));
  };
}
