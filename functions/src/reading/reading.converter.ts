import type { DocumentData, DocumentSnapshot } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { Moment } from '../firestore/moment.ts';

const StoredPlace = z.object({ id: z.string(), block: z.int(), blocks: z.int(), isDone: z.boolean(), at: Moment });
/** Where an account stopped in a post. */
export type StoredPlace = z.infer<typeof StoredPlace>;

const ReadingDocument = z.object({ posts: z._default(z.array(StoredPlace), []) });

/** Most recently read first. */
export const decodeReading = (snapshot: DocumentSnapshot): StoredPlace[] =>
  z.parse(ReadingDocument, snapshot.data() ?? {}).posts;

export const encodeReading = (posts: readonly StoredPlace[]): DocumentData => ({ posts: [...posts], schemaVersion: 1 });
