import type { Firestore } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import type { MoveAuthored } from '../authors/author-move.job.ts';
import { defineUpgrade, type Upgrade } from '../jobs/data-version.ts';
import { changeNext } from './moved-posts.repository.ts';
import { movePostCounts } from './post-counts.repository.ts';
import type { PostIndex } from './post-index.repository.ts';
import { authorIdsOf, decodeCard, decodePost, isStored, type StoredPost } from './posts.converter.ts';

/**
 * Gives the next 25 posts of a joined guest author to the account, or of a deleted account to the publication, in whatever state they are; posts in the trash too. This is no edit: it stores
 * no revision and does not change `updatedAt`, so nobody who edits a post is interrupted. Reads each post twice and writes it once, 2 counts,
 * and for published ones the search entry with the names in it. Safe to repeat.
 */
export const moveAuthoredIn =
  (db: Firestore, searchIndex: Pick<PostIndex, 'prepare'>): MoveAuthored =>
  ({ from, into, isOnlyAlone = false }, after) => {
    const posts = db.collection('posts');
    return changeNext(db, posts.where('authorIds', 'array-contains', from), after, async (transaction, found) => {
      const before = found.map(decodePost).filter((post): post is StoredPost => !!post?.authorIds.includes(from));
      const moved = before.map((post) => {
        const others = post.authorIds.filter((id) => id !== from);
        const isLeft = isOnlyAlone && others.length > 0;
        const authorIds = isLeft ? others : [...new Set(post.authorIds.map((id) => (id === from ? into : id)))];
        return { ...post, authorIds, authorId: authorIds[0] ?? into };
      });
      const published = moved.filter(({ isPublished }) => isPublished);
      const entries = await Promise.all(published.map((post) => searchIndex.prepare(transaction, post)));
      for (const { id, authorIds, authorId } of moved) transaction.update(posts.doc(id), { authorIds, authorId });
      movePostCounts(db, transaction, before, moved);
      for (const entry of entries) entry.write();
    });
  };

const VERSION = 6;

/** Gives posts of before the list of their authors, and counts the published ones with their author. */
export const authorsUpgrade = (db: Firestore): Upgrade =>
  defineUpgrade({
    version: VERSION,
    about: 'Posts get a list of their authors',
    cursor: z.string(),
    step: (cursor) =>
      changeNext(db, db.collection('posts'), cursor, async (transaction, found) => {
        const older = found.filter((post) => post.exists && Number(post.get('schemaVersion') ?? 1) < VERSION);
        const before = older.map(decodeCard).filter(isStored);
        const after = before.map((post) => ({ ...post, authorIds: authorIdsOf(post) }));
        for (const { id, authorIds } of after)
          transaction.update(db.collection('posts').doc(id), { authorIds, schemaVersion: VERSION });
        movePostCounts(db, transaction, before, after);
      }),
  });
