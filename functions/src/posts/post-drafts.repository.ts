import type { SavedDraft } from '@inkwell/shared/sittings';
import type { Transaction } from 'firebase-admin/firestore';
import type { StoredPost } from './posts.converter.ts';

/** The draft that a save is made from. */
export interface DraftOfSave extends SavedDraft {
  readonly ownerId: string;
}

/** The drafts that posts are saved from: whoever saves a post tells them. Drafts implement it. */
export interface PostDrafts {
  /**
   * Reads, within the transaction of the save, what removing the draft needs, and answers how to write it: the draft goes and its sitting is
   * closed, unless newer words are stored (`SavedDraft`). Reads 1 document and writes 1, and 1 more of each for every picture that the draft
   * showed and `post` does not.
   */
  close(transaction: Transaction, draft: DraftOfSave, post: StoredPost, at: Date): Promise<{ write(): void }>;
}
