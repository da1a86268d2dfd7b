import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PostCounters } from '@inkwell/shared/posts';
import { AggregateField, type Firestore, type Transaction, type WriteBatch } from 'firebase-admin/firestore';
import { underWay } from '../../common/under-way.ts';
import { deleteAll, deleteUnchanged } from '../../firestore/delete-all.ts';
import { isMissing, runTransaction } from '../../firestore/transaction.ts';
import type { PostIndex } from '../consequences.repository.ts';
import {
  COUNTED_FIELDS,
  type CountedPost,
  countersUpdate,
  crowdedUpdate,
  decodeCounted,
  shardUpdate,
  sumOfShards,
} from './post-counters.converter.ts';

/** When a post counts as crowded, and how long its shards wait. */
export interface ShardPace {
  /**
   * Several likes or views in one write make a post crowded if its last write was less than this many milliseconds ago; 0 disables shards.
   */
  readonly crowdMs: number;
  /** The age in milliseconds at which a shard is folded into the post. */
  readonly foldMs: number;
}

/**
 * Moves the counters of posts. A document sustains about one write a second. So on a crowded post, each instance adds to its own shard
 * (`posts/{id}/counterShards/{instance}`), and once a second one instance adds all shards to the post ("folds" them). A fold reads and deletes the
 * shards in the transaction that moves the counters, so that an interruption neither loses nor repeats anything. Decision 18.
 */
export interface CounterShardRepository {
  /** Reads 1 document. Null for a missing or deleted post. */
  find(postId: string): Promise<CountedPost | null>;
  /** The likes that were not in the counter when the post was read. Reads nothing, or 1 document if the post was crowded recently. */
  likesAhead(post: CountedPost): Promise<number>;
  /**
   * Writes 1 document: the post, or a shard if the post is crowded. For a deleted post, a write to the post fails, but one to a shard does
   * not.
   * @param several whether the likes or views are of more than one person
   */
  move(writer: Transaction | WriteBatch, post: CountedPost, change: PostCounters, several: boolean): void;
  /** Call it after writing a move: it updates the search index, or starts a fold within about a second. */
  follow(post: CountedPost, change: PostCounters): Promise<void>;
  /** Resolves after this instance's pending fold, if any. Never fails, because the function `work` repeats failed folds. */
  folded(postId: string): Promise<void>;
  /** Folds all remaining shards. Reads 1 document if there are none. @returns the number of posts */
  foldAll(): Promise<number>;
}

/** The number of posts per run; the others wait for the next run. */
const SHARDS_AT_ONCE = 500;

export function createCounterShardRepository(
  db: Firestore,
  { searchIndex, pace }: { searchIndex: Pick<PostIndex, 'followPopularity'>; pace: ShardPace },
): CounterShardRepository {
  const instance = randomUUID();
  /** Pending folds, by post. */
  const waiting = new Map<string, Promise<void>>();
  const postRef = (id: string) => db.collection('posts').doc(id);
  const shardsOf = (postId: string) => postRef(postId).collection('counterShards');
  const ownShard = (postId: string) => shardsOf(postId).doc(instance);

  const find = async (postId: string): Promise<CountedPost | null> => {
    const [snapshot] = await db.getAll(postRef(postId), { fieldMask: [...COUNTED_FIELDS] });
    return decodeCounted(snapshot);
  };

  const fold = async (postId: string): Promise<void> => {
    const post = await find(postId);
    try {
      const change = await runTransaction(db, async (transaction) => {
        const { docs, readTime } = await transaction.get(shardsOf(postId));
        if (docs.length === 0) return null;
        const sum = sumOfShards(docs);
        const isShared = docs.length > 1;
        transaction.update(postRef(postId), { ...countersUpdate(sum), ...(isShared && crowdedUpdate(readTime)) });
        for (const { ref } of docs) transaction.delete(ref);
        return sum;
      });
      if (post && change) await searchIndex.followPopularity(post, change);
    } catch (error) {
      if (!isMissing(error)) throw error;
      await clear(postId);
    }
  };

  /** Removes the shards of a deleted post, and likes added during its deletion. */
  const clear = async (postId: string): Promise<void> => {
    for (;;) {
      const { docs } = await shardsOf(postId).get();
      if (docs.length === 0) return;
      await deleteAll(db, postRef(postId).collection('likes'));
      // A shard that has grown meanwhile contains another like.
      await Promise.all(docs.map(deleteUnchanged));
    }
  };

  /** Folds when the instance's own shard is old enough, unless another instance has folded it. */
  const foldInTurn = async (postId: string): Promise<void> => {
    // Without a random delay, all instances would fold at the same time.
    await sleep(pace.foldMs * (1 + Math.random() / 4));
    // Set before the shards are read, because this fold may miss later additions, which need their own fold.
    waiting.delete(postId);
    const shard = await ownShard(postId).get();
    if (!shard.exists) return;
    const ageMs = shard.readTime.toMillis() - (shard.createTime?.toMillis() ?? 0);
    await (ageMs < pace.foldMs ? foldSoon(postId) : fold(postId));
  };

  const foldSoon = (postId: string): Promise<void> => {
    const begun = waiting.get(postId);
    if (begun) return begun;
    const folding = underWay(foldInTurn(postId).catch(() => undefined));
    waiting.set(postId, folding);
    return folding;
  };

  return {
    find,

    async likesAhead(post) {
      if (!post.mayHaveShards) return 0;
      // Read at the same time as the post; otherwise a fold in between would be counted twice or not at all.
      const sum = await db.runTransaction(
        (transaction) => transaction.get(shardsOf(post.id).aggregate({ likes: AggregateField.sum('likesCount') })),
        { readOnly: true, readTime: post.readAt },
      );
      return sum.data().likes;
    },

    move(writer, post, change, several) {
      // Both types of `writer` have the same overloads, but TypeScript cannot unite them.
      const batch = writer as WriteBatch;
      if (post.isCrowded) {
        batch.set(ownShard(post.id), shardUpdate(change), { merge: true });
        return;
      }
      const getsCrowded = several && post.writtenMsAgo < pace.crowdMs;
      batch.update(postRef(post.id), { ...countersUpdate(change), ...(getsCrowded && crowdedUpdate(post.readAt)) });
    },

    async follow(post, change) {
      if (post.isCrowded) void foldSoon(post.id);
      else await searchIndex.followPopularity(post, change);
    },

    folded: async (postId) => waiting.get(postId),

    async foldAll() {
      const { docs } = await db.collectionGroup('counterShards').select().limit(SHARDS_AT_ONCE).get();
      const postIds = new Set(docs.map(({ ref }) => ref.parent.parent?.id ?? ''));
      for (const postId of postIds) await fold(postId);
      return postIds.size;
    },
  };
}
