import type { Firestore } from 'firebase-admin/firestore';
import { createGroupCommit } from '../firestore/group-commit.ts';
import { isMissing, runTransaction } from '../firestore/transaction.ts';
import { COUNTED_FIELDS, type CountedPost, decodeCounted } from '../posts/post-counters.converter.ts';
import type { TallyRepository } from '../posts/tallies.repository.ts';

export interface LikeState {
  readonly liked: boolean;
  readonly count: number;
}

/** One person's wish: `liked` sets, without it the like toggles. */
interface Wish {
  readonly userId: string;
  readonly liked: boolean | undefined;
  /** Whether this person may see the post. */
  readonly mayLike: (post: CountedPost) => boolean;
  readonly at: Date;
}

export interface LikeRepository {
  /** Reads 2 documents, 3 of a post that is crowded. Null when there is no such post or the person may not see it. */
  find(postId: string, userId: string, maySee: (post: CountedPost) => boolean): Promise<LikeState | null>;
  /**
   * Toggles or sets a like; like record and counter (or tally) move in one transaction, so that nothing has to be counted again after a
   * crash. Wishes for one post share a transaction per instance, in the order they came, of which one begins in `everyMs` at most; the
   * first one after a while waits for nothing. The count that is told includes all likes so far. Reads 2 documents, 3 of a post that is
   * crowded, writes 0 or 2. Null as above.
   */
  change(postId: string, wish: Wish): Promise<LikeState | null>;
}

export function createLikeRepository(
  db: Firestore,
  { tallies, everyMs }: { tallies: TallyRepository; everyMs: number },
): LikeRepository {
  const postRef = (id: string) => db.collection('posts').doc(id);
  const likeRef = (postId: string, userId: string) => postRef(postId).collection('likes').doc(userId);

  const commit = async (postId: string, wishes: readonly Wish[]): Promise<(LikeState | null)[]> => {
    const post = await tallies.find(postId);
    const allowed = post ? wishes.filter((wish) => wish.mayLike(post)) : [];
    if (!post || allowed.length === 0) return wishes.map(() => null);
    const count = post.likesCount + (await tallies.likesAhead(post));

    try {
      const states = await runTransaction(db, async (transaction) => {
        const userIds = [...new Set(allowed.map(({ userId }) => userId))];
        const found = await transaction.getAll(...userIds.map((userId) => likeRef(postId, userId)));
        const before = new Map(found.map((like) => [like.id, like.exists]));
        const { likes, outcomes } = applyWishes(before, allowed, count);

        const changed = [...likes].filter(([userId, { liked }]) => liked !== (before.get(userId) ?? false));
        let moved = 0;
        for (const [userId, { liked, at }] of changed) {
          if (liked) transaction.create(likeRef(postId, userId), { createdAt: at });
          else transaction.delete(likeRef(postId, userId));
          moved += liked ? 1 : -1;
        }
        if (changed.length > 0) tallies.move(transaction, post, { likesCount: moved }, changed.length > 1);
        return { outcomes, moved, isMoved: changed.length > 0 };
      });
      if (states.isMoved) await tallies.follow(post, { likesCount: states.moved });
      return wishes.map((wish) => states.outcomes.get(wish) ?? null);
    } catch (error) {
      if (isMissing(error)) return wishes.map(() => null);
      throw error;
    }
  };
  const enqueue = createGroupCommit(commit, { everyMs });

  return {
    change: (postId, wish) => enqueue(postId, wish),

    async find(postId, userId, maySee) {
      const [postSnapshot, like] = await db.getAll(postRef(postId), likeRef(postId, userId), {
        fieldMask: [...COUNTED_FIELDS],
      });
      const post = decodeCounted(postSnapshot);
      if (!post || !maySee(post)) return null;
      return { liked: like?.exists ?? false, count: post.likesCount + (await tallies.likesAhead(post)) };
    },
  };
}

/** Plays the wishes through in their order: who likes in the end, and what each is told. */
function applyWishes(before: ReadonlyMap<string, boolean>, wishes: readonly Wish[], startCount: number) {
  const likes = new Map<string, { liked: boolean; at: Date }>();
  const outcomes = new Map<Wish, LikeState>();
  let count = startCount;
  for (const wish of wishes) {
    const was = likes.get(wish.userId)?.liked ?? before.get(wish.userId) ?? false;
    const liked = wish.liked ?? !was;
    count += Number(liked) - Number(was);
    likes.set(wish.userId, { liked, at: wish.at });
    outcomes.set(wish, { liked, count });
  }
  return { likes, outcomes };
}
