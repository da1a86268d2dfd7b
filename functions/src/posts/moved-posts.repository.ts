import {
  type DocumentReference,
  type DocumentSnapshot,
  FieldPath,
  type Firestore,
  type Query,
  type Transaction,
} from 'firebase-admin/firestore';
import type { MoveCategorised } from '../categories/category.job.ts';
import { categoryForPost } from '../categories/category-of-post.repository.ts';
import { runTransaction } from '../firestore/transaction.ts';
import type { PageDone } from '../jobs/job.ts';
import { movePostCounts } from './post-counts.repository.ts';
import type { PostIndex } from './post-index.repository.ts';
import { decodePost, type StoredPost } from './posts.converter.ts';

const PAGE = 50;
/** Posts that one transaction changes. */
const AT_ONCE = 25;

/** Moves one post within a transaction; does nothing for a post that is moved already. */
type MovePost = (transaction: Transaction, ref: DocumentReference, post: StoredPost) => Promise<void>;

/**
 * Moves the next 50 posts of a query, in whatever state they are; posts in the trash too. This is no edit: it stores no revision and does not
 * change `updatedAt`, so nobody who edits the post is interrupted. Reads 1 document twice for each post. Safe to repeat.
 */
export async function movePage(
  db: Firestore,
  query: Query,
  after: string | null,
  move: MovePost,
): Promise<PageDone<string>> {
  const byId = query.orderBy(FieldPath.documentId()).limit(PAGE).select();
  const { docs } = await (after === null ? byId : byId.startAfter(after)).get();
  await Promise.all(
    docs.map(({ ref }) =>
      runTransaction(db, async (transaction) => {
        const post = decodePost(await transaction.get(ref));
        if (post) await move(transaction, ref, post);
      }),
    ),
  );
  return { count: docs.length, next: docs.length < PAGE ? null : (docs.at(-1)?.id ?? null) };
}

/** Changes the next posts that `query` finds, by id, in one transaction, which writes each count once. */
export async function changeNext(
  db: Firestore,
  query: Query,
  after: string | null,
  change: (transaction: Transaction, found: DocumentSnapshot[]) => Promise<void>,
): Promise<PageDone<string>> {
  const byId = query.orderBy(FieldPath.documentId()).limit(AT_ONCE).select();
  const { docs } = await (after === null ? byId : byId.startAfter(after)).get();
  const refs = docs.map(({ ref }) => ref);
  if (refs.length > 0)
    await runTransaction(db, async (transaction) => change(transaction, await transaction.getAll(...refs)));
  return { count: docs.length, next: docs.length < AT_ONCE ? null : (docs.at(-1)?.id ?? null) };
}

/**
 * Gives the next posts of a merged category the one that it became, which may have been merged itself meanwhile. A published post costs 5
 * reads and writes more: both counters, and its entry in the search index.
 */
export const moveCategorisedIn =
  (db: Firestore, searchIndex: Pick<PostIndex, 'prepare'>): MoveCategorised =>
  ({ from, into }, after) =>
    movePage(db, db.collection('posts').where('categoryId', '==', from), after, async (transaction, ref, post) => {
      if (post.categoryId !== from) return;
      const categoryId = await categoryForPost(db, transaction, { before: null, wanted: into, isEarlier: true });
      const moved = { ...post, categoryId };
      const index = post.isPublished ? await searchIndex.prepare(transaction, moved) : null;
      transaction.update(ref, { categoryId });
      movePostCounts(db, transaction, [post], [moved]);
      index?.write();
    });
