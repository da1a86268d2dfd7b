import type { Firestore } from 'firebase-admin/firestore';
import type { MoveTagged } from '../tags/tag.job.ts';
import { tagThere } from '../tags/tags-of-post.repository.ts';
import { changeNext } from './moved-posts.repository.ts';
import { movePostCounts } from './post-counts.repository.ts';
import type { PostIndex } from './post-index.repository.ts';
import { decodePost, type StoredPost } from './posts.converter.ts';

/**
 * Gives the next 25 posts of an ended tag the tag that it became, or none, in whatever state they are; posts in the trash too. This is no edit: it stores
 * no revision and does not change `updatedAt`, so nobody who edits a post is interrupted. Reads each post twice and writes it once, the
 * counts of the two tags, and for published ones the search entry with the names in it; reads 1 or 2 tags. Safe to repeat.
 */
export const moveTaggedIn =
  (db: Firestore, searchIndex: Pick<PostIndex, 'prepare'>): MoveTagged =>
  ({ from }, after) => {
    const posts = db.collection('posts');
    return changeNext(db, posts.where('tagIds', 'array-contains', from), after, async (transaction, found) => {
      // The tag that it was merged into may have ended since, and its posts may have been moved already.
      const into = (await tagThere(db, transaction, from))?.id ?? null;
      const before = found.map(decodePost).filter((post): post is StoredPost => !!post?.tagIds.includes(from));
      const moved = before.map((post) => ({ ...post, tagIds: withTag(post.tagIds, { from, into }) }));
      const published = moved.filter(({ isPublished }) => isPublished);
      const entries = await Promise.all(published.map((post) => searchIndex.prepare(transaction, post)));
      for (const { id, tagIds } of moved) transaction.update(posts.doc(id), { tagIds });
      movePostCounts(db, transaction, before, moved);
      for (const entry of entries) entry.write();
    });
  };

/** The tags of a post with one in place of another, or without it; each once. */
const withTag = (tagIds: readonly string[], { from, into }: { from: string; into: string | null }): string[] => [
  ...new Set(tagIds.flatMap((id) => (id === from ? (into ?? []) : id))),
];
