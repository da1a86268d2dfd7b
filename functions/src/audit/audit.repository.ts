import { ACTIVITY_KEPT_MS, type ActivityAction } from '@inkwell/shared/activity';
import type { DocumentReference, Firestore } from 'firebase-admin/firestore';

export interface AuditEntry {
  /**
   * Id of the account that acted; `set-role` for the command line tool, `scheduler` for what was scheduled, `system` for the product
   * itself.
   */
  readonly actorId: string;
  /** Id of the account that had it done, where `actorId` is not a person: `scheduler` publishes what somebody scheduled. */
  readonly onBehalfOf?: string;
  readonly action: ActivityAction;
  /** Path of the document concerned, e.g. `users/abc`. */
  readonly target: string;
  /** What it is called, where it may be gone when somebody reads the log; not of people, whose names are theirs to change. */
  readonly name?: string;
  /** The fields that changed, as they were and as they are; null where there was or is nothing. */
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
}

/** A transaction or a batch: what writes the entry has to write the change too, so that neither exists alone. */
interface Writer {
  create(ref: DocumentReference, data: Record<string, unknown>): unknown;
}

/**
 * Adds an entry to the audit log within the caller's transaction or batch. Entries are never changed: nothing in the
 * product updates this collection, and a time-to-live policy on `expireAt` clears those that have one.
 */
export function appendAudit(db: Firestore, writer: Writer, entry: AuditEntry, at: Date): void {
  const keptMs = ACTIVITY_KEPT_MS[entry.action];
  writer.create(db.collection('audit').doc(), {
    ...entry,
    at,
    ...(keptMs !== undefined && { expireAt: new Date(at.getTime() + keptMs) }),
    schemaVersion: 1,
  });
}
