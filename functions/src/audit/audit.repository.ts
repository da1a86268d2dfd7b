import { ACTIVITY_KEPT_MS, ACTIVITY_YEARS, type ActivityAction } from '@inkwell/shared/activity';
import type { DocumentReference, Firestore } from 'firebase-admin/firestore';

/** Who acts, and when. */
export interface Act {
  readonly actorId: string;
  readonly at: Date;
}

export interface AuditEntry {
  /** The id of the account that acted; `set-role` for the command line, `scheduler` for schedules, `system` for the product itself. */
  readonly actorId: string;
  /** The id of the account that `scheduler` acts for. */
  readonly onBehalfOf?: string;
  /** The bulk action that the action is a part of. */
  readonly runId?: string | undefined;
  readonly action: ActivityAction;
  /** The path of the changed document, e.g. `users/abc`. */
  readonly target: string;
  /** The name of the target, which may be deleted later. Not set for people, who may change their names. */
  readonly name?: string;
  /** The changed fields before and after; null for a missing value. */
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
}

/** A transaction or batch, so that the change and its entry are written together. */
interface Writer {
  create(ref: DocumentReference, data: Record<string, unknown>): unknown;
}

/** Adds an entry to the audit log. Entries never change; those with an `expireAt` are deleted by a time-to-live policy. */
export function appendAudit(db: Firestore, writer: Writer, { runId, ...entry }: AuditEntry, at: Date): void {
  const lifetimeMs = ACTIVITY_KEPT_MS[entry.action];
  writer.create(db.collection('audit').doc(), {
    ...entry,
    ...(runId !== undefined && { runId }),
    at,
    ...(lifetimeMs !== undefined && { expireAt: new Date(at.getTime() + lifetimeMs) }),
    schemaVersion: 1,
  });
}

const CLEARED_AT_ONCE = 200;

/** Deletes the oldest entries that are older than `ACTIVITY_YEARS`. Safe to repeat and to interrupt. @returns how many */
export async function clearOldActivity(db: Firestore, at: Date): Promise<number> {
  const before = new Date(at);
  before.setUTCFullYear(before.getUTCFullYear() - ACTIVITY_YEARS);
  const { docs } = await db
    .collection('audit')
    .where('at', '<=', before)
    .orderBy('at')
    .limit(CLEARED_AT_ONCE)
    .select()
    .get();
  const batch = db.batch();
  for (const { ref } of docs) batch.delete(ref);
  await batch.commit();
  return docs.length;
}
