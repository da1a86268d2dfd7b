import type { Transaction } from 'firebase-admin/firestore';
import type { EDITED_AREAS, EditedDocument } from '../edited-document.ts';
import type { StoredPost } from '../posts.converter.ts';

/** A change of a document: null before it is there, and after it went to the trash. */
export interface Edited {
  readonly before: StoredPost | null;
  readonly after: StoredPost | null;
  readonly at: Date;
  /** The written fields that differ; absent for a document that comes or goes. */
  readonly changed?: readonly string[];
}

/**
 * A collection whose documents are written in the editor: `posts`, or the `pages` of the site. Both are stored alike, with revisions, schedule,
 * preview links, trash and drafts; what else depends on a document differs.
 */
export interface EditedCollection {
  readonly name: EditedDocument['collection'];
  /** The first word of the actions in the audit log. */
  readonly area: (typeof EDITED_AREAS)[EditedDocument['collection']];
  /**
   * Reads what depends on a document, in the transaction of its change, and returns a function that writes it.
   * @throws AppError for a change that cannot be, e.g. `conflict` for the address of another page
   */
  follow(transaction: Transaction, change: Edited): Promise<{ write(): void }>;
  /** Counts a published document that leaves the trash, because a version without a trash has published it. */
  leftTrash?(transaction: Transaction, published: StoredPost): void;
  /** Deletes what leads to a document that is being removed for good. Safe to repeat. */
  remove?(id: string): Promise<void>;
}
