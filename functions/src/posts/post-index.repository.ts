import type { PostCounters } from '@inkwell/shared/posts';
import type { Transaction } from 'firebase-admin/firestore';
import type { StoredPost } from './posts.converter.ts';

/** The search index, which has to be told of every change of a post. Search implements it. */
export interface PostIndex {
  /**
   * Reads what the entry of `post` needs, within the transaction of the change, so that a rename of its author cannot come between, and
   * answers how to write the entry. Reads 1 or 2 documents, writes 1.
   */
  prepare(transaction: Transaction, post: StoredPost): Promise<{ write(): void }>;
  remove(transaction: Transaction, postId: string): void;
  /**
   * Follows the popularity of a post, whose counters moved by `change` since it was read, in steps of doubling, so that most
   * views and likes cost nothing here.
   */
  followPopularity(post: { readonly id: string } & PostCounters, change: PostCounters): Promise<void>;
}
