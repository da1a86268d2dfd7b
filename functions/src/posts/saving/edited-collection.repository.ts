import type { Transaction } from 'firebase-admin/firestore';
import type { EDITED_AREAS, EditedDocument } from '../edited-document.ts';
import type { StoredPost } from '../posts.converter.ts';

/** A change of a document: null before it is created, and after it is moved to the trash. */
export interface Edited {
  readonly before: StoredPost | null;
  readonly after: StoredPost | null;
  readonly at: Date;
  /** The written fields that differ; absent for a new or removed document. */
  readonly changed?: readonly string[];
}

/**
 * A collection whose documents are written in the editor: `posts`, or the `pages` of the site. Both are stored alike, with revisions, schedule,
 * preview links, trash and drafts, but have different dependent documents.
 */
export interface EditedCollection {
  readonly name: EditedDocument['collection'];
  /** The first word of the actions in the audit log. */
  readonly area: (typeof EDITED_AREAS)[EditedDocument['collection']];
  /**
   * Reads the dependent documents in the transaction of a change, and returns a function that writes them.
   * @throws AppError for an impossible change, e.g. `conflict` for another page's address
   */
  follow(transaction: Transaction, change: Edited): Promise<{ write(): void }>;
  /** Counts a published document that leaves the trash, because a version without a trash has published it. */
  leftTrash?(transaction: Transaction, published: StoredPost): void;
  /** Deletes the addresses of a document that is being removed permanently. Safe to repeat. */
  remove?(id: string): Promise<void>;
}
