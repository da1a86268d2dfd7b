import type { Firestore } from './firestore.ts';
import type { Caller } from './operations/access.ts';

/** What calls depend on. */
export interface ServiceContext {
  firestore: Firestore;
  callerFor(authorization: string | undefined, database: string): Caller;
}
