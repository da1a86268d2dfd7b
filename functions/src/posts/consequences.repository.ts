import type { PostCounters } from '@inkwell/shared/posts';
import type { RevisionReason } from '@inkwell/shared/revisions';
import type { SavedDraft } from '@inkwell/shared/sittings';
import type { Transaction } from 'firebase-admin/firestore';
import type { StoredPost } from './posts.converter.ts';

/** The part of the search index that posts use. */
export interface PostIndex {
  /**
   * Reads the data for the entry of `post`, in the transaction of the change so that renaming an author cannot interfere, and returns a function that
   * writes the entry. Reads the names of its category, authors and tags, 1 document each; writes 1.
   */
  prepare(transaction: Transaction, post: StoredPost): Promise<{ write(): void }>;
  /** The same for several posts at once. Reads 1 document for each author and category, writes 1 for each post. */
  prepareMany(transaction: Transaction, posts: readonly StoredPost[]): Promise<{ write(): void }>;
  remove(transaction: Transaction, postId: string): void;
  /**
   * Updates the popularity of a post whose counters moved by `change` since it was read, only when it doubles or halves, so that most views
   * and likes cost nothing.
   */
  followPopularity(post: { readonly id: string } & PostCounters, change: PostCounters): Promise<void>;
}

/** The part of the newest posts (for followers) that posts use. */
export interface NewPostFeed {
  /**
   * In the transaction that changes a published post's date or publishes a post with its own date, reads the newest posts and returns a function that
   * adds the post there. The post counts as new only if readers first see it now. Reads 1 document, writes 1.
   */
  prepareDate(transaction: Transaction, post: StoredPost): Promise<{ write(): void }>;
}

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

/** The part of revisions that posts use. Every change of written fields calls it and sets `hasRevisions`. */
export interface PostHistory {
  /**
   * Stores the post after a change as a revision, in the change's transaction. For a post without revisions, also stores the state before.
   * Writes 1 or 2 documents.
   */
  keep(transaction: Transaction, change: PostChange): void;
}

export interface DraftOfSave extends SavedDraft {
  readonly ownerId: string;
}

/** The part of drafts that posts use. */
export interface PostDrafts {
  /**
   * In the transaction of a save, reads the data for removing the draft, and returns a function that writes the removal. Removes the draft and closes
   * its sitting, unless newer text is stored (`SavedDraft`). Reads 1 document and writes 1, and 1 more of each for every picture in the draft that
   * `post` does not show.
   */
  close(transaction: Transaction, draft: DraftOfSave, post: StoredPost, at: Date): Promise<{ write(): void }>;
}
