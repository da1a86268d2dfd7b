import type { Firestore } from 'firebase-admin/firestore';
import { underWay } from '../common/under-way.ts';
import { createPace } from '../firestore/pace.ts';
import { isMissing } from '../firestore/transaction.ts';
import { type CountedPost, countedMask, countersUpdate } from '../posts/post-counters.converter.ts';
import type { PostIndex } from '../posts/post-index.repository.ts';

/** What one visit comes to; `null` where the visitor may not see the post. */
export type VisitKind = 'counted' | 'not-counted' | null;

export interface ViewRepository {
  /**
   * Counts a visit once `judge` has seen the post. Visits of one post share a read and an increment, of which an instance writes at
   * most one in `everyMs`. The visit that begins an increment is acknowledged after it is written, which is at once where nobody came
   * for a while; those that join it are acknowledged before. So as long as a visit is not written, a request is open, and the instance has
   * a processor; one that is told to end writes first, and one that is killed loses what was acknowledged within the last `everyMs`.
   * An increment that fails is added to the next one, but for the visit that is told so. Reads 1 document, writes at most 1.
   */
  visit(postId: string, judge: (post: CountedPost) => VisitKind): Promise<VisitKind>;
}

/** An increment that is being gathered. */
interface Gathering {
  readonly post: Promise<CountedPost | null>;
  views: number;
}

export function createViewRepository(
  db: Firestore,
  { searchIndex, everyMs }: { searchIndex: Pick<PostIndex, 'followPopularity'>; everyMs: number },
): ViewRepository {
  const pace = createPace(everyMs);
  const gatherings = new Map<string, Gathering>();
  /** Increments by post that are under way. */
  const writing = new Map<string, Promise<VisitKind>>();
  /** Views by post whose increment failed. */
  const left = new Map<string, number>();
  const refOf = (postId: string) => db.collection('posts').doc(postId);

  const read = async (postId: string): Promise<CountedPost | null> => {
    const [snapshot] = await db.getAll(refOf(postId), { fieldMask: countedMask.fields });
    const post = snapshot ? countedMask.decode(snapshot) : null;
    return post && !post.deletedAt ? post : null;
  };

  const gather = (postId: string): Gathering => {
    const begun: Gathering = { post: read(postId), views: 0 };
    gatherings.set(postId, begun);
    return begun;
  };

  const isOpen = (postId: string, gathering: Gathering): boolean => gatherings.get(postId) === gathering;

  const close = (postId: string, gathering: Gathering): void => {
    if (isOpen(postId, gathering)) gatherings.delete(postId);
  };

  const add = async (post: CountedPost, views: number): Promise<VisitKind> => {
    try {
      await refOf(post.id).update(countersUpdate({ views }));
    } catch (error) {
      if (isMissing(error)) return null;
      // The visit that waits is told, the others were acknowledged.
      if (views > 1) left.set(post.id, (left.get(post.id) ?? 0) + views - 1);
      throw error;
    }
    await searchIndex.followPopularity(post, { views });
    return 'counted';
  };

  /** Writes what is gathered until the increment before is through and it is this one's turn. */
  const write = async (post: CountedPost, gathering: Gathering): Promise<VisitKind> => {
    await writing.get(post.id)?.catch(() => undefined);
    const waitMs = pace.waitMs(post.id);
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    pace.begin(post.id);
    close(post.id, gathering);
    const views = gathering.views + (left.get(post.id) ?? 0);
    left.delete(post.id);
    const written = add(post, views);
    writing.set(post.id, written);
    try {
      return await written;
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
        // Closed while we looked at the post: what is counted now would not be written.
        if (!isOpen(postId, gathering)) continue;
        gathering.views += 1;
        return gathering.views === 1 ? underWay(write(post, gathering)) : 'counted';
      }
    },
  };
}
