import type { Firestore } from './firestore.ts';
import type { Access } from './operations/access.ts';
import type { IndexCheck } from './operations/query.ts';

/** What the calls work on. `accessFor` reads who is calling from the metadata, for the database that is addressed. */
export interface ServiceContext {
  firestore: Firestore;
  accessFor(authorization: string | undefined, database: string): Access;
  indexCheckFor(database: string): IndexCheck;
}
