import type { DocumentSnapshot, Firestore, Query, Transaction } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import type { AuthorMove } from '../../authors/author-move.job.ts';
import type { CategoryMove } from '../../categories/category.job.ts';
import { categoryForPost } from '../../categories/category-of-post.repository.ts';
import { nextById } from '../../firestore/next-by-id.ts';
import { runTransaction } from '../../firestore/transaction.ts';
import { defineUpgrade, type Upgrade } from '../../jobs/data-version.ts';
import type { PageDone, StepById } from '../../jobs/job.ts';
import type { TagMove } from '../../tags/tag.job.ts';
import { tagThere } from '../../tags/tags-of-post.repository.ts';
import type { PostIndex } from '../consequences.repository.ts';
import { movePostCounts } from '../counters/post-counts.repository.ts';
import { authorIdsOf, decodeCard, decodePost, isStored, type StoredPost } from '../posts.converter.ts';

/*
 * Changes references of posts in all states, including the trash, when the target is deleted or merged. This is not an edit: it stores no revision
 * and does not change `updatedAt`, so nobody's editing is interrupted. All methods are safe to repeat.
 */

/** The number of posts per page, each moved in its own transaction. */
const PAGE = 50;
/** The number of posts changed in one transaction. */
const AT_ONCE = 25;

/** Changes the next posts that `query` finds, by id, in one transaction, which writes each count once. */
export async function changeNext(
  db: Firestore,
  query: Query,
  after: string | null,
  change: (transaction: Transaction, found: DocumentSnapshot[]) => Promise<void>,
): Promise<PageDone<string>> {
  const { docs, next } = await nextById(query.select(), after, AT_ONCE);
  const refs = docs.map(({ ref }) => ref);
  if (refs.length > 0)
    await runTransaction(db, async (transaction) => change(transaction, await transaction.getAll(...refs)));
  return { count: docs.length, next };
}

/** Writes these fields of moved posts, the counts, and the search entries of published ones, which contain the names. */
async function writeMoved(
  db: Firestore,
  searchIndex: Pick<PostIndex, 'prepare'>,
  transaction: Transaction,
  { before, moved, fields }: { before: StoredPost[]; moved: StoredPost[]; fields: readonly (keyof StoredPost)[] },
): Promise<void> {
  const published = moved.filter(({ isPublished }) => isPublished);
  const entries = await Promise.all(published.map((post) => searchIndex.prepare(transaction, post)));
  for (const post of moved) {
    const values = Object.fromEntries(fields.map((field) => [field, post[field]]));
    transaction.update(db.collection('posts').doc(post.id), values);
  }
  movePostCounts(db, transaction, before, moved);
  for (const entry of entries) entry.write();
}

/**
 * Moves the next 50 posts of a merged category to its target, which may have been merged itself meanwhile. Each is read twice; a published one costs
 * 5 more reads and writes: both counters, and its entry in the search index.
 */
export const moveCategorisedIn =
  (db: Firestore, searchIndex: Pick<PostIndex, 'prepare'>): StepById<CategoryMove> =>
  async ({ from, into }, after) => {
    const { docs, next } = await nextById(db.collection('posts').where('categoryId', '==', from).select(), after, PAGE);
    const move = (id: string) =>
      runTransaction(db, async (transaction) => {
        const post = decodePost(await transaction.get(db.collection('posts').doc(id)));
        if (post?.categoryId !== from) return;
        const categoryId = await categoryForPost(db, transaction, { before: null, wanted: into, isEarlier: true });
        const [before, moved] = [[post], [{ ...post, categoryId }]];
        await writeMoved(db, searchIndex, transaction, { before, moved, fields: ['categoryId'] });
      });
    await Promise.all(docs.map(({ id }) => move(id)));
    return { count: docs.length, next };
  };

/**
 * Replaces a merged or deleted tag in its next 25 posts with its target, or removes it. Reads each post twice and writes it once, the counts of the
 * two tags, and for published ones the search entry; reads 1 or 2 tags.
 */
export const moveTaggedIn =
  (db: Firestore, searchIndex: Pick<PostIndex, 'prepare'>): StepById<TagMove> =>
  ({ from }, after) =>
    changeNext(
      db,
      db.collection('posts').where('tagIds', 'array-contains', from),
      after,
      async (transaction, found) => {
        // The target may have been merged or deleted since, and its posts may already have been moved.
        const into = (await tagThere(db, transaction, from))?.id ?? [];
        const before = found.map(decodePost).filter((post): post is StoredPost => !!post?.tagIds.includes(from));
        const moved = before.map((post) => ({
          ...post,
          tagIds: [...new Set(post.tagIds.flatMap((id) => (id === from ? into : id)))],
        }));
        await writeMoved(db, searchIndex, transaction, { before, moved, fields: ['tagIds'] });
      },
    );

/**
 * Moves the next 25 posts of a joined guest author to the account, or of a deleted account to the publication. Reads each post twice and writes it
 * once, 2 counts, and for published ones the search entry.
 */
export const moveAuthoredIn =
  (db: Firestore, searchIndex: Pick<PostIndex, 'prepare'>): StepById<AuthorMove> =>
  ({ from, into, isOnlyAlone = false }, after) =>
    changeNext(
      db,
      db.collection('posts').where('authorIds', 'array-contains', from),
      after,
      async (transaction, found) => {
        const before = found.map(decodePost).filter((post): post is StoredPost => !!post?.authorIds.includes(from));
        const moved = before.map((post) => {
          const others = post.authorIds.filter((id) => id !== from);
          const isLeft = isOnlyAlone && others.length > 0;
          const authorIds = isLeft ? others : [...new Set(post.authorIds.map((id) => (id === from ? into : id)))];
          return { ...post, authorIds, authorId: authorIds[0] ?? into };
        });
        await writeMoved(db, searchIndex, transaction, { before, moved, fields: ['authorIds', 'authorId'] });
      },
    );

/** The first data version with a list of authors in posts. */
const LIST_OF_AUTHORS = 6;

/** Adds the list of authors to older posts, and counts the published ones with their author. */
export const authorsUpgrade = (db: Firestore): Upgrade =>
  defineUpgrade({
    version: LIST_OF_AUTHORS,
    about: 'Posts get a list of their authors',
    cursor: z.string(),
    step: (cursor) =>
      changeNext(db, db.collection('posts'), cursor, async (transaction, found) => {
        const older = found.filter((post) => post.exists && Number(post.get('schemaVersion') ?? 1) < LIST_OF_AUTHORS);
        const before = older.map(decodeCard).filter(isStored);
        const after = before.map((post) => ({ ...post, authorIds: authorIdsOf(post) }));
        for (const { id, authorIds } of after)
          transaction.update(db.collection('posts').doc(id), { authorIds, schemaVersion: LIST_OF_AUTHORS });
        movePostCounts(db, transaction, before, after);
      }),
  });
