import type { Firestore } from './firestore.ts';
import type { Access } from './operations/access.ts';
import type { IndexCheck } from './operations/query.ts';

/** The context of calls. `accessFor` reads the caller from the metadata, for the addressed database. */
export interface ServiceContext {
  firestore: Firestore;
  accessFor(authorization: string | undefined, database: string): Access;
  indexCheckFor(database: string): IndexCheck;
}
