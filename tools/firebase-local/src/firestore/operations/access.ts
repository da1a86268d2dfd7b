import type { Database, Mutation } from '../engine/database.ts';
import type { StoredDocument } from '../engine/document.ts';
import type { Firestore } from '../firestore.ts';
import type { DocumentPath } from '../paths.ts';
import type { Query } from '../query/compiled-query.ts';
import type { Micros } from '../time.ts';

/**
 * The permissions of a caller. Each method returns if the operation is allowed.
 * @throws FirestoreError PERMISSION_DENIED otherwise
 */
export interface Access {
  get(database: Database, path: DocumentPath, document: StoredDocument | undefined): void;
  list(database: Database, query: Query): void;
  /** Operations without a rule: reading below a document, listing ids. */
  admin(operation: string): void;
  /** @param time of the commit, which is also the value of its server timestamps */
  write(database: Database, mutations: readonly Mutation[], time: Micros): void;
}

/** Checks that the project has an index for a query. */
export type IndexCheck = (query: Query, aggregatedFields?: readonly string[]) => void;

/** The context of a call: the databases, and the permissions of its caller. */
export interface Caller {
  firestore: Firestore;
  access: Access;
  checkIndex: IndexCheck;
}

/** The access of server clients: rules do not apply. */
export const ownerAccess: Access = { get() {}, list() {}, admin() {}, write() {} };
