import { FieldPath, type Firestore } from 'firebase-admin/firestore';
import { runTransaction } from '../firestore/transaction.ts';
import type { MoveTagged } from '../tags/tag.job.ts';
import { tagThere } from '../tags/tags-of-post.repository.ts';
import { movePostCounts } from './post-counts.repository.ts';
import { cardMask, type StoredCard } from './posts.converter.ts';

const PAGE = 50;

/**
 * Gives the next 50 posts of an ended tag the tag that it became, or none, in whatever state they are; posts in the trash too. This is no edit: it stores
 * no revision and does not change `updatedAt`, so nobody who edits a post is interrupted. Reads each post twice and writes it once, and the
 * counts of the two tags; reads 1 or 2 tags. Safe to repeat.
 */
export const moveTaggedIn =
  (db: Firestore): MoveTagged =>
  async ({ from }, after) => {
    const posts = db.collection('posts');
    const byId = posts.where('tagIds', 'array-contains', from).orderBy(FieldPath.documentId()).limit(PAGE).select();
    const { docs } = await (after === null ? byId : byId.startAfter(after)).get();
    const refs = docs.map(({ ref }) => ref);
    if (refs.length > 0) {
      await runTransaction(db, async (transaction) => {
        // The tag that it was merged into may have ended since, and its posts may have been moved already.
        const into = (await tagThere(db, transaction, from))?.id ?? null;
        const found = await transaction.getAll(...refs, { fieldMask: cardMask.fields });
        const before = found.map(cardMask.decode).filter((post): post is StoredCard => !!post?.tagIds.includes(from));
        const moved = before.map((post) => ({ ...post, tagIds: withTag(post.tagIds, { from, into }) }));
        for (const { id, tagIds } of moved) transaction.update(posts.doc(id), { tagIds });
        movePostCounts(db, transaction, before, moved);
      });
    }
    return { count: docs.length, next: docs.length < PAGE ? null : (docs.at(-1)?.id ?? null) };
  };

/** The tags of a post with one in place of another, or without it; each once. */
const withTag = (tagIds: readonly string[], { from, into }: { from: string; into: string | null }): string[] => [
  ...new Set(tagIds.flatMap((id) => (id === from ? (into ?? []) : id))),
];
