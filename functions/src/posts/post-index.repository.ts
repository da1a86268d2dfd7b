import type { PostCounters } from '@inkwell/shared/posts';
import type { Transaction } from 'firebase-admin/firestore';
import type { StoredPost } from './posts.converter.ts';

/** What posts need of the search index, which implements it. */
export interface PostIndex {
  /**
   * Reads what the entry of `post` needs, in the transaction of the change, so that a rename of its author cannot interfere, and returns a
   * function that writes the entry. Reads the names of its category, authors and tags, 1 document each; writes 1.
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
