import type { RevisionReason } from '@inkwell/shared/revisions';
import type { Transaction } from 'firebase-admin/firestore';
import type { StoredPost } from './posts.converter.ts';

/** A change of the written fields of a post. */
export interface PostChange {
  /** Null for a new post. */
  readonly before: StoredPost | null;
  readonly after: StoredPost;
  readonly reason: Exclude<RevisionReason, 'found'>;
  readonly actorId: string;
  readonly at: Date;
  readonly restoredId?: string | null;
}

/** What posts need of revisions, which implement it. Every change of written fields calls it, and sets `hasRevisions`. */
export interface PostHistory {
  /**
   * Stores the post after a change as a revision, in the change's transaction. For a post without revisions, also stores the state before.
   * Writes 1 or 2 documents.
   */
  keep(transaction: Transaction, change: PostChange): void;
}
