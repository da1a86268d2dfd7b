import type { DocumentSnapshot, Firestore } from 'firebase-admin/firestore';
import { runTransaction } from '../firestore/transaction.ts';
import type { NewPostFeed } from '../posts/consequences.repository.ts';
import { authorIdsOf } from '../posts/posts.converter.ts';
import { publishedIn } from '../posts/posts.repository.ts';
import { decodeNewPosts, firstSeen, NEVER, type NewPost, withIdReplaced } from './following.converter.ts';
import type { FollowedMove } from './following.repository.ts';

/**
 * The most recently published posts, in one document, so that a look reads 1 document and a new post needs no write for each follower. `work` notes
 * new posts once a minute.
 */
export interface NewPostRepository extends NewPostFeed {
  /** The newest 300 posts, most recently noted first. Some may be unpublished or deleted by now. Reads 1 document. */
  find(): Promise<readonly NewPost[]>;
  /**
   * Notes posts published since the last run. Reads 1 document and each such post, at least 1; writes 0 or 1. Once an hour, it reads the newest 300
   * posts and writes 1, because some may have changed tags, been unpublished or been imported.
   */
  note(at: Date): Promise<void>;
  /** Reads 1 document, writes 0 or 1. */
  replace(move: FollowedMove): Promise<void>;
}

const NEWEST = 300;
/** A save may become visible this long after its stored time. */
const OVERLAP_MS = 2 * 60_000;
/** How often all posts are read again. */
const RENEW_MS = 60 * 60_000;

export function createNewPostRepository(db: Firestore): NewPostRepository {
  const ref = db.doc('feeds/newPosts');

  return {
    find: async () => decodeNewPosts(await ref.get()).items,

    note: (at) =>
      runTransaction(db, async (transaction) => {
        const { items, since, renewedAt } = decodeNewPosts(await transaction.get(ref));
        const isDue = !since || !renewedAt || at.getTime() - renewedAt.getTime() >= RENEW_MS;
        const published = publishedIn(db, {});
        const later = isDue ? published : published.where('publishedAt', '>=', since);
        const { docs } = await transaction.get(
          later
            .orderBy('publishedAt', 'desc')
            .limit(NEWEST)
            .select('publishedAt', 'announcedAt', 'authorIds', 'authorId', 'categoryId', 'tagIds', 'seriesId'),
        );
        const notedAt = new Date(Math.max(at.getTime(), (items[0]?.notedAt.getTime() ?? 0) + 1));
        const read = new Map(docs.map((post) => [post.id, newPost(post, notedAt)]));
        const known = items.flatMap((item) => {
          const now = read.get(item.id);
          read.delete(item.id);
          if (now) return [{ ...now, notedAt: item.notedAt }];
          return isDue ? [] : [item];
        });
        if (read.size === 0 && !isDue) return;
        const isNew = (post: NewPost) => !since || firstSeen(post) >= since;
        const found = [...read.values()];
        // Posts added with an earlier date, or moved to a later one, are not announced.
        const missed = found.filter((post) => !isNew(post)).map((post) => ({ ...post, notedAt: NEVER }));
        transaction.set(ref, {
          items: [...found.filter(isNew), ...known, ...missed].slice(0, NEWEST),
          since: new Date(at.getTime() - OVERLAP_MS),
          renewedAt: isDue ? at : renewedAt,
          schemaVersion: 1,
        });
      }),

    async prepareDate(transaction, { id, publishedAt, announcedAt, categoryId, tagIds, seriesId, ...post }) {
      const stored = decodeNewPosts(await transaction.get(ref));
      const ids = { authorIds: authorIdsOf(post), categoryId: categoryId === null ? null : String(categoryId), tagIds };
      const items = publishedAt ? withDated(stored, { id, publishedAt, announcedAt, ...ids, seriesId }) : stored.items;
      return {
        write: () => void (stored.items.length > 0 && transaction.update(ref, { items })),
      };
    },

    replace: ({ kind, from, into }) =>
      runTransaction(db, async (transaction) => {
        const { items } = decodeNewPosts(await transaction.get(ref));
        const after = items.map((post) => withIdReplaced(post, kind, from, into));
        if (after.some((post, n) => post !== items[n])) transaction.update(ref, { items: after });
      }),
  };
}

/** The noted posts after a post was added or its date changed. */
function withDated(
  { items, since }: Pick<ReturnType<typeof decodeNewPosts>, 'items' | 'since'>,
  post: Omit<NewPost, 'notedAt'>,
): readonly NewPost[] {
  const known = items.find(({ id }) => id === post.id);
  const others = items.filter((item) => item !== known);
  // Posts older than the noted ones are looked up when somebody reads (`publishedBefore`), so a noted post must not be older than all others.
  if (!others.some((other) => other.publishedAt <= post.publishedAt)) return others;
  if (known) return items.map((item) => (item === known ? { ...post, notedAt: known.notedAt } : item));
  const seen = firstSeen(post);
  // Posts are noted once a minute, so nobody has been notified yet of a post published since then.
  const isNews = since !== undefined && seen >= since;
  const latest = new Date(Math.max(seen.getTime(), (items[0]?.notedAt.getTime() ?? 0) + 1));
  return withoutEarliest(isNews ? [{ ...post, notedAt: latest }, ...items] : [...items, { ...post, notedAt: NEVER }]);
}

/** As many as fit, in the same order. */
function withoutEarliest(posts: readonly NewPost[]): readonly NewPost[] {
  const byDate = [...posts].sort((a, b) => b.publishedAt.getTime() - a.publishedAt.getTime());
  const kept = new Set(byDate.slice(0, NEWEST));
  return posts.filter((post) => kept.has(post));
}

/** Older posts have only `authorId`, because a post could have only one author. */
function newPost(post: DocumentSnapshot, notedAt: Date): NewPost {
  const {
    publishedAt,
    announcedAt = null,
    authorId,
    authorIds = [authorId],
    categoryId = null,
    tagIds = [],
    seriesId = null,
  } = post.data() ?? {};
  return {
    id: post.id,
    publishedAt: publishedAt.toDate(),
    announcedAt: announcedAt?.toDate() ?? null,
    notedAt,
    authorIds,
    categoryId: categoryId === null ? null : String(categoryId),
    tagIds,
    seriesId,
  };
}
