import type { Firestore } from './firestore.ts';
import type { Access } from './operations/access.ts';
import type { IndexCheck } from './operations/query.ts';

/** What calls depend on. `accessFor` returns the access of a caller to a database. */
export interface ServiceContext {
  firestore: Firestore;
  accessFor(authorization: string | undefined, database: string): Access;
  indexCheckFor(database: string): IndexCheck;
}
