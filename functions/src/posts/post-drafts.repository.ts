import type { SavedDraft } from '@inkwell/shared/sittings';
import type { Transaction } from 'firebase-admin/firestore';
import type { StoredPost } from './posts.converter.ts';

export interface DraftOfSave extends SavedDraft {
  readonly ownerId: string;
}

/** What posts need of drafts, which implement it. */
export interface PostDrafts {
  /**
   * In the transaction of a save, reads what the removal of the draft needs, and returns a function that writes it. Removes the draft and
   * closes its sitting, unless newer text is stored (`SavedDraft`). Reads 1 document and writes 1, and 1 more of each for every picture in
   * the draft that `post` does not show.
   */
  close(transaction: Transaction, draft: DraftOfSave, post: StoredPost, at: Date): Promise<{ write(): void }>;
}
