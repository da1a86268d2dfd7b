import type { Firestore } from 'firebase-admin/firestore';
import { createDraftRepository } from '../../drafts/drafts.repository.ts';
import { createNewPostRepository } from '../../following/new-posts.repository.ts';
import { createPictureTable } from '../../pictures/pictures.repository.ts';
import { createPostRemover, type PostRemover } from '../../posts/removal/post-removal.repository.ts';
import type { EditedCollection } from '../../posts/saving/edited-collection.repository.ts';
import { editedPosts } from '../../posts/saving/edited-posts.repository.ts';
import { createPostWriter, type PostWriter } from '../../posts/saving/post-writes.repository.ts';
import { createRevisionRepository } from '../../revisions/revisions.repository.ts';
import { createSearchIndex } from '../../search/search-index.repository.ts';
import { editedPages } from '../../site-pages/edited-pages.repository.ts';

const editedIn = (db: Firestore, name: EditedCollection['name']): EditedCollection =>
  name === 'posts' ? editedPosts(db, createSearchIndex(db), createNewPostRepository(db)) : editedPages(db);

/** Writes posts or site pages. */
export function createWriterOf(db: Firestore, name: EditedCollection['name']): PostWriter {
  const pictures = createPictureTable(db);
  const [history, drafts] = [createRevisionRepository(db, name), createDraftRepository(db, pictures)];
  return createPostWriter(db, { edited: editedIn(db, name), pictures, history, drafts });
}

/** Moves posts or site pages to the trash and restores them. */
export function createRemoverOf(db: Firestore, name: EditedCollection['name']): PostRemover {
  const history = createRevisionRepository(db, name);
  return createPostRemover(db, { edited: editedIn(db, name), pictures: createPictureTable(db), history });
}
