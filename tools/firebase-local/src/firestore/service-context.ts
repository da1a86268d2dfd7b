import type { Firestore } from './firestore.ts';
import type { Caller } from './operations/access.ts';

/** The dependencies of calls. */
export interface ServiceContext {
  firestore: Firestore;
  callerFor(authorization: string | undefined, database: string): Caller;
}
