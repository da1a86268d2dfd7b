import type { Database, Mutation } from '../engine/database.ts';
import type { StoredDocument } from '../engine/document.ts';
import type { DocumentPath } from '../paths.ts';
import type { Query } from '../query/compiled-query.ts';
import type { Micros } from '../time.ts';

/**
 * What the caller of an operation may do. Each method returns when the operation is admitted.
 * @throws FirestoreError PERMISSION_DENIED otherwise
 */
export interface Access {
  get(database: Database, path: DocumentPath, document: StoredDocument | undefined): void;
  list(database: Database, query: Query): void;
  /** Reading below a document or listing ids, which no rule describes. */
  admin(operation: string): void;
  /** @param time of the commit, which its server timestamps hold */
  write(database: Database, mutations: readonly Mutation[], time: Micros): void;
}

/** The access of server clients, which rules do not bind. */
export const ownerAccess: Access = { get() {}, list() {}, admin() {}, write() {} };
