import type { RevisionReason } from '@inkwell/shared/revisions';
import type { Transaction } from 'firebase-admin/firestore';
import type { StoredPost } from './posts.converter.ts';

/** A change of what an editor wrote into a post. */
export interface PostChange {
  /** Null for a new post. */
  readonly before: StoredPost | null;
  readonly after: StoredPost;
  readonly reason: Exclude<RevisionReason, 'found'>;
  readonly actorId: string;
  readonly at: Date;
  /** The revision that was restored. */
  readonly restoredId?: string | null;
}

/** The revisions of posts. Every change of what an editor wrote is told, and sets `hasRevisions` of the post. Revisions implement it. */
export interface PostHistory {
  /**
   * Keeps what a change makes of a post, within its transaction. Of a post without revisions it keeps what was found too, so that nothing
   * of before is lost. Writes 1, or 2.
   */
  keep(transaction: Transaction, change: PostChange): void;
}
