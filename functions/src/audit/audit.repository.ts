import type { DocumentReference, Firestore } from 'firebase-admin/firestore';

/** What was done, as `area.verb`. */
export type AuditAction =
  | 'user.role'
  | 'user.block'
  | 'user.unblock'
  | 'post.delete'
  | 'broadcast.send'
  | 'storage.migrate'
  | 'job.retry';

export interface AuditEntry {
  /** Id of the account that acted, or `set-role` for the command line tool. */
  readonly actorId: string;
  readonly action: AuditAction;
  /** Path of the document concerned, e.g. `users/abc`. */
  readonly target: string;
  /** The fields that changed, as they were and as they are; null where there was or is nothing. */
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
}

/** A transaction or a batch: what writes the entry has to write the change too, so that neither exists alone. */
interface Writer {
  create(ref: DocumentReference, data: Record<string, unknown>): unknown;
}

/** Runs of the migration say little after some time; all other entries are kept. */
const RETENTION_MS: Partial<Record<AuditAction, number>> = { 'storage.migrate': 90 * 24 * 60 * 60 * 1000 };

/**
 * Adds an entry to the audit log within the caller's transaction or batch. Entries are never changed: nothing in the
 * product updates this collection, and a time-to-live policy on `expireAt` clears those that have one.
 */
export function appendAudit(db: Firestore, writer: Writer, entry: AuditEntry, at: Date): void {
  const retentionMs = RETENTION_MS[entry.action];
  writer.create(db.collection('audit').doc(), {
    ...entry,
    at,
    ...(retentionMs !== undefined && { expireAt: new Date(at.getTime() + retentionMs) }),
    schemaVersion: 1,
  });
}
