import { previewOf } from '@inkwell/shared/plain-text';
import { fieldsWith } from '@inkwell/shared/post-fields';
import { POST_LIMITS, type PostPatch } from '@inkwell/shared/posts';
import { type DocumentData, FieldValue, type Firestore, type Transaction } from 'firebase-admin/firestore';
import { createMutex } from '../firestore/mutex.ts';
import { runTransaction } from '../firestore/transaction.ts';
import { heldBy, PICTURE_HOLDERS } from '../pictures/holders.ts';
import type { PictureTable } from '../pictures/pictures.repository.ts';
import { isLocalImage } from '../uploads/image-url.ts';
import type { PostHistory } from './post-history.repository.ts';
import type { PostIndex } from './post-index.repository.ts';
import { decodePost, encodeNewPost, type StoredPost } from './posts.converter.ts';
import { postTotals } from './posts.repository.ts';

/** What an editor may set. */
export type PostFields = Omit<PostPatch, 'baseUpdatedAt'>;

export type UpdateOutcome =
  | { readonly kind: 'updated'; readonly post: StoredPost }
  | { readonly kind: 'conflict'; readonly post: StoredPost }
  | { readonly kind: 'not-found' };

/** Who changes a post, from which state on, and by restoring which revision, if any. */
export interface Edit {
  readonly actorId: string;
  /** The `updatedAt` that the edit started from; null for any. */
  readonly base: Date | null;
  readonly restoredId: string | null;
  readonly at: Date;
}

/**
 * Writing posts: with each change, what depends on it (counts, search index) moves in the same transaction, and what the post is then
 * is kept as a revision.
 */
export interface PostWriter {
  /**
   * Stores a new post, unless one has its id: then that one is answered and nothing changes, so a retry under one id is
   * safe. Null when the id belongs to a post that was deleted. Reads 2 documents and 1 for each picture, writes 3 to 5 and 1
   * for each picture.
   */
  create(post: StoredPost): Promise<StoredPost | null>;
  /**
   * Writes the given fields. When the post was edited since `base`, nothing changes and the stored post is answered. Reads 1 or 2
   * documents, writes 0 to 6, 1 more for a post without revisions; and one of each for every picture that comes or goes.
   */
  update(id: string, fields: PostFields, edit: Edit): Promise<UpdateOutcome>;
}

/** Fields whose change changes what finds the post. */
const SEARCHED = fieldsWith('search');

/** What a post shows of the bucket. */
const picturesOf = (post: StoredPost) => heldBy(PICTURE_HOLDERS.posts, post);

export function createPostWriter(
  db: Firestore,
  {
    searchIndex,
    pictures,
    history,
  }: { searchIndex: PostIndex; pictures: Pick<PictureTable, 'move'>; history: PostHistory },
): PostWriter {
  const posts = db.collection('posts');
  // All changes of posts move the same counts: one after the other they never abort each other within an instance.
  const oneByOne = createMutex();

  return {
    create: (given) =>
      oneByOne(() =>
        runTransaction(db, async (transaction) => {
          const ref = posts.doc(given.id);
          const existing = decodePost(await transaction.get(ref));
          if (existing) return existing.deletedAt ? null : existing;
          const post = withPreview({ ...given, hasRevisions: true });

          const index = post.isPublished ? await searchIndex.prepare(transaction, post) : null;
          const after = picturesOf(post);
          const references = await pictures.move(transaction, { before: [], after }, post.createdAt);
          transaction.create(ref, encodeNewPost(post, derivedFields(post, after)));
          references.write();
          moveCounts(transaction, null, post);
          index?.write();
          const reason = post.isPublished ? 'publish' : 'create';
          history.keep(transaction, { before: null, after: post, reason, actorId: post.authorId, at: post.createdAt });
          return post;
        }),
      ),

    update: (id, fields, { actorId, base, restoredId, at }) =>
      oneByOne(() =>
        runTransaction(db, async (transaction): Promise<UpdateOutcome> => {
          const ref = posts.doc(id);
          const snapshot = await transaction.get(ref);
          const before = decodePost(snapshot);
          if (!before || before.deletedAt) return { kind: 'not-found' };
          if (base && before.updatedAt.getTime() !== base.getTime()) return { kind: 'conflict', post: before };

          const changes = changesOf(before, fields);
          if (Object.keys(changes).length === 0) return { kind: 'updated', post: before };
          const after = withPreview({
            ...before,
            ...changes,
            // Strictly later, so that an edit within the same millisecond is told apart too.
            updatedAt: new Date(Math.max(at.getTime(), before.updatedAt.getTime() + 1)),
            publishedAt: changes.isPublished && !before.publishedAt ? at : before.publishedAt,
            lastEditedBy: actorId,
            hasRevisions: true,
          });

          const index = await indexChange(transaction, before, after, changes);
          const shown = picturesOf(after);
          const references = await pictures.move(transaction, { before: picturesOf(before), after: shown }, at);
          const { updatedAt, publishedAt, lastEditedBy, hasRevisions } = after;
          const noted = { updatedAt, publishedAt, lastEditedBy, hasRevisions };
          transaction.update(ref, { ...changes, ...derivedFields(after, shown), ...noted });
          references.write();
          moveCounts(transaction, before, after);
          index?.write();
          const reason = reasonOf(changes, restoredId);
          history.keep(transaction, { before, after, reason, actorId, at, restoredId });
          return { kind: 'updated', post: after };
        }),
      ),
  };

  async function indexChange(transaction: Transaction, before: StoredPost, after: StoredPost, changes: Changes) {
    if (!after.isPublished)
      return before.isPublished ? { write: () => searchIndex.remove(transaction, after.id) } : null;
    const isStale = !before.isPublished || SEARCHED.some((field) => field in changes);
    return isStale ? searchIndex.prepare(transaction, after) : null;
  }

  function moveCounts(transaction: Transaction, before: StoredPost | null, after: StoredPost): void {
    const totals = {
      total: before ? 0 : 1,
      published: Number(after.isPublished) - Number(before?.isPublished ?? false),
    };
    if (totals.total !== 0 || totals.published !== 0) {
      transaction.set(
        postTotals(db),
        { total: FieldValue.increment(totals.total), published: FieldValue.increment(totals.published) },
        { merge: true },
      );
    }
    movePostCounts(db, transaction, before, after);
  }
}

interface Counted {
  readonly isPublished: boolean;
  readonly categoryId: number | null;
}

/** Moves `postCount` of the categories that gain or lose a published post. */
export function movePostCounts(
  db: Firestore,
  transaction: Transaction,
  before: Counted | null,
  after: Counted | null,
): void {
  const from = before?.isPublished ? before.categoryId : null;
  const to = after?.isPublished ? after.categoryId : null;
  if (from === to) return;
  const move = (id: number, by: number) =>
    transaction.update(db.doc(`categories/${id}`), { postCount: FieldValue.increment(by) });
  if (from !== null) move(from, -1);
  if (to !== null) move(to, 1);
}

type Changes = Partial<Pick<StoredPost, keyof PostFields>>;

/** The fields that are given and differ. */
function changesOf(before: StoredPost, fields: PostFields): Changes {
  const given = Object.entries(fields) as [keyof PostFields, unknown][];
  return Object.fromEntries(given.filter(([field, value]) => value !== undefined && before[field] !== value));
}

function reasonOf({ isPublished }: Changes, restoredId: string | null) {
  if (isPublished !== undefined) return isPublished ? 'publish' : 'unpublish';
  return restoredId === null ? 'save' : 'restore';
}

/** The post with the preview that its excerpt or text gives. */
const withPreview = (post: StoredPost): StoredPost => ({
  ...post,
  preview: previewOf(post, POST_LIMITS.previewChars),
});

/** What is stored beside the given fields: so that lists need not read the text, and that those who look for a picture find the post. */
const derivedFields = (post: StoredPost, pictures: readonly string[]): DocumentData => ({
  preview: post.preview,
  pictures,
  hasLocalImage: isLocalImage(post.featuredImage),
});
