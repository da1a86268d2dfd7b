import type { Firestore } from 'firebase-admin/firestore';
import { createGroupCommit } from '../firestore/group-commit.ts';
import { isMissing, runTransaction } from '../firestore/transaction.ts';
import type { CounterShardRepository } from '../posts/counters/counter-shards.repository.ts';
import { COUNTED_FIELDS, type CountedPost, decodeCounted } from '../posts/counters/post-counters.converter.ts';

export interface LikeState {
  readonly liked: boolean;
  readonly count: number;
}

/** `liked` sets the like, undefined toggles it. */
interface LikeChange {
  readonly userId: string;
  readonly liked: boolean | undefined;
  /** Whether this person may see the post. */
  readonly mayLike: (post: CountedPost) => boolean;
  readonly at: Date;
}

export interface LikeRepository {
  /** Reads 2 documents, or 3 for a crowded post. Null if there is no such post or the person may not see it. */
  find(postId: string, userId: string, maySee: (post: CountedPost) => boolean): Promise<LikeState | null>;
  /**
   * Toggles or sets a like. The like and the counter (or its shard) are written in one transaction, so that they stay consistent. Within an
   * instance, changes of one post share a transaction, in order; at most one transaction starts in `everyMs`, and the first after a pause
   * starts at once. The count includes all earlier likes. Reads 2 documents, or 3 for a crowded post, writes 0 or 2. Null as above.
   */
  change(postId: string, change: LikeChange): Promise<LikeState | null>;
}

export function createLikeRepository(
  db: Firestore,
  { shards, everyMs }: { shards: CounterShardRepository; everyMs: number },
): LikeRepository {
  const postRef = (id: string) => db.collection('posts').doc(id);
  const likeRef = (postId: string, userId: string) => postRef(postId).collection('likes').doc(userId);

  const commit = async (postId: string, changes: readonly LikeChange[]): Promise<(LikeState | null)[]> => {
    const post = await shards.find(postId);
    const allowed = post ? changes.filter((change) => change.mayLike(post)) : [];
    if (!post || allowed.length === 0) return changes.map(() => null);
    const count = post.likesCount + (await shards.likesAhead(post));

    try {
      const states = await runTransaction(db, async (transaction) => {
        const userIds = [...new Set(allowed.map(({ userId }) => userId))];
        const found = await transaction.getAll(...userIds.map((userId) => likeRef(postId, userId)));
        const before = new Map(found.map((like) => [like.id, like.exists]));
        const { likes, outcomes } = applyChanges(before, allowed, count);

        const moves = [...likes].filter(([userId, { liked }]) => liked !== (before.get(userId) ?? false));
        let moved = 0;
        for (const [userId, { liked, at }] of moves) {
          if (liked) transaction.create(likeRef(postId, userId), { createdAt: at });
          else transaction.delete(likeRef(postId, userId));
          moved += liked ? 1 : -1;
        }
        if (moves.length > 0) shards.move(transaction, post, { likesCount: moved }, moves.length > 1);
        return { outcomes, moved, isMoved: moves.length > 0 };
      });
      if (states.isMoved) await shards.follow(post, { likesCount: states.moved });
      return changes.map((change) => states.outcomes.get(change) ?? null);
    } catch (error) {
      if (isMissing(error)) return changes.map(() => null);
      throw error;
    }
  };
  const enqueue = createGroupCommit(commit, everyMs);

  return {
    change: enqueue,

    async find(postId, userId, maySee) {
      const [postSnapshot, like] = await db.getAll(postRef(postId), likeRef(postId, userId), {
        fieldMask: [...COUNTED_FIELDS],
      });
      const post = decodeCounted(postSnapshot);
      if (!post || !maySee(post)) return null;
      return { liked: like?.exists ?? false, count: post.likesCount + (await shards.likesAhead(post)) };
    },
  };
}

/** Applies the changes in order. @returns the final state of each like, and the answer to each change */
function applyChanges(before: ReadonlyMap<string, boolean>, changes: readonly LikeChange[], startCount: number) {
  const likes = new Map<string, { liked: boolean; at: Date }>();
  const outcomes = new Map<LikeChange, LikeState>();
  let count = startCount;
  for (const change of changes) {
    const was = likes.get(change.userId)?.liked ?? before.get(change.userId) ?? false;
    const liked = change.liked ?? !was;
    count += Number(liked) - Number(was);
    likes.set(change.userId, { liked, at: change.at });
    outcomes.set(change, { liked, count });
  }
  return { likes, outcomes };
}
