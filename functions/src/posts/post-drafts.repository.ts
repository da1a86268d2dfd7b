import type { SavedDraft } from '@inkwell/shared/sittings';
import type { Transaction } from 'firebase-admin/firestore';
import type { StoredPost } from './posts.converter.ts';

/** The draft that a save is made from. */
export interface DraftOfSave extends SavedDraft {
  readonly ownerId: string;
}

/** The drafts that posts are saved from, which have to be told of the save. Drafts implement it. */
export interface PostDrafts {
  /**
   * Reads, within the transaction of the save, what the removal of the draft needs, and answers how to write the removal. The draft is removed
   * and its sitting closed, unless newer words are stored (`SavedDraft`). Reads 1 document and writes 1, and 1 more of each for every
   * picture that the draft shows and `post` does not.
   */
  close(transaction: Transaction, draft: DraftOfSave, post: StoredPost, at: Date): Promise<{ write(): void }>;
}
