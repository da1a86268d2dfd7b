import type { PostCounters } from '@inkwell/shared/posts';
import type { Transaction } from 'firebase-admin/firestore';
import type { StoredPost } from './posts.converter.ts';

/** What makes posts findable, kept beside them: whoever changes posts tells it. Search implements it. */
export interface PostIndex {
  /**
   * Reads what the entry of `post` needs within its transaction, so that a rename under way cannot slip in between, and
   * answers how to write it. Reads 1 or 2 documents, writes 1.
   */
  prepare(transaction: Transaction, post: StoredPost): Promise<{ write(): void }>;
  remove(transaction: Transaction, postId: string): void;
  /**
   * Follows the popularity of a post, whose counters moved by `change` since it was read, in steps of doubling, so that most
   * views and likes cost nothing here.
   */
  followPopularity(post: { readonly id: string } & PostCounters, change: PostCounters): Promise<void>;
}
