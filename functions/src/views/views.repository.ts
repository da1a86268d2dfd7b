import { setTimeout as sleep } from 'node:timers/promises';
import type { Firestore } from 'firebase-admin/firestore';
import { underWay } from '../common/under-way.ts';
import { createPace } from '../firestore/pace.ts';
import { isMissing } from '../firestore/transaction.ts';
import type { CounterShardRepository } from '../posts/counters/counter-shards.repository.ts';
import type { CountedPost } from '../posts/counters/post-counters.converter.ts';

/** How a visit is counted; `null` if the visitor may not see the post. */
export type VisitKind = 'counted' | 'not-counted' | null;

export interface ViewRepository {
  /**
   * Counts a visit after `judge` has seen the post. Visits of one post share a read and an increment, at most one per `everyMs` in an instance. The
   * visit that begins an increment is acknowledged after it is written, or on a crowded post after it is folded; visits that join it are acknowledged
   * earlier. So as long as visits are unwritten, a request is open and the instance has CPU. An instance that shuts down writes first; a killed
   * instance loses the visits acknowledged within the last `everyMs`. Failed increments are retried, except for the visit that gets the error. Reads
   * 1 document, writes at most 1.
   */
  visit(postId: string, judge: (post: CountedPost) => VisitKind): Promise<VisitKind>;
}

/** An increment that visits can still join. */
interface Gathering {
  readonly post: Promise<CountedPost | null>;
  views: number;
}

/** Retries of a failed increment, with growing pauses; all end before an instance shuts down. */
const RETRIES = 3;

export function createViewRepository(
  db: Firestore,
  { shards, everyMs }: { shards: CounterShardRepository; everyMs: number },
): ViewRepository {
  const pace = createPace(everyMs);
  const gatherings = new Map<string, Gathering>();
  /** Increments being written, by post. */
  const writing = new Map<string, Promise<VisitKind>>();
  /** Views of failed increments, by post. */
  const left = new Map<string, number>();
  const retrying = new Set<string>();

  const gather = (postId: string): Gathering => {
    const begun: Gathering = { post: shards.find(postId), views: 0 };
    gatherings.set(postId, begun);
    return begun;
  };

  const isOpen = (postId: string, gathering: Gathering): boolean => gatherings.get(postId) === gathering;

  const close = (postId: string, gathering: Gathering): void => {
    if (isOpen(postId, gathering)) gatherings.delete(postId);
  };

  const increment = async (post: CountedPost, views: number): Promise<void> => {
    const batch = db.batch();
    shards.move(batch, post, { views }, views > 1);
    await batch.commit();
    await shards.follow(post, { views });
  };

  const add = async (post: CountedPost, views: number): Promise<VisitKind> => {
    try {
      await increment(post, views);
      return 'counted';
    } catch (error) {
      if (isMissing(error)) return null;
      // The waiting visit gets the error. The others were already acknowledged.
      if (views > 1) leave(post.id, views - 1);
      throw error;
    }
  };

  /** Adds views to the next increment, and writes them later if no further visit arrives. */
  const leave = (postId: string, views: number): void => {
    left.set(postId, (left.get(postId) ?? 0) + views);
    if (retrying.has(postId)) return;
    retrying.add(postId);
    void underWay(retry(postId).finally(() => retrying.delete(postId)));
  };

  const takeLeft = (postId: string): number => {
    const views = left.get(postId) ?? 0;
    left.delete(postId);
    return views;
  };

  const retry = async (postId: string): Promise<void> => {
    for (let attempt = 1; attempt <= RETRIES; attempt += 1) {
      await sleep(everyMs * attempt);
      const views = takeLeft(postId);
      if (views === 0) return;
      try {
        const post = await shards.find(postId);
        if (post) await increment(post, views);
        return;
      } catch {
        // The error was already reported to the visit that waited.
        leave(postId, views);
      }
    }
  };

  /** Collects visits until the previous increment is written and the pace allows another one, then writes them. */
  const write = async (post: CountedPost, gathering: Gathering): Promise<VisitKind> => {
    await writing.get(post.id)?.catch(() => undefined);
    const waitMs = pace.waitMs(post.id);
    if (waitMs > 0) await sleep(waitMs);
    pace.begin(post.id);
    close(post.id, gathering);
    const views = gathering.views + takeLeft(post.id);
    const written = add(post, views);
    writing.set(post.id, written);
    try {
      const kind = await written;
      await shards.folded(post.id);
      return kind;
    } finally {
      if (writing.get(post.id) === written) writing.delete(post.id);
    }
  };

  return {
    async visit(postId, judge) {
      for (;;) {
        const gathering = gatherings.get(postId) ?? gather(postId);
        const post = await gathering.post.catch((error: unknown) => {
          close(postId, gathering);
          throw error;
        });
        const kind = post && judge(post);
        if (!post || kind !== 'counted') {
          if (gathering.views === 0) close(postId, gathering);
          return kind;
        }
        // The increment was closed while the post was being read, so this visit would not be written.
        if (!isOpen(postId, gathering)) continue;
        gathering.views += 1;
        return gathering.views === 1 ? underWay(write(post, gathering)) : 'counted';
      }
    },
  };
}
