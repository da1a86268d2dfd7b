import type { Firestore } from 'firebase-admin/firestore';
import { createGroupCommit } from '../firestore/group-commit.ts';
import { isMissing } from '../firestore/transaction.ts';
import { type CountedPost, countedMask, countersUpdate } from '../posts/post-counters.converter.ts';
import type { PostIndex } from '../posts/post-index.repository.ts';

/** What one visit comes to; `null` where the visitor may not see the post. */
export type VisitKind = 'counted' | 'not-counted' | null;

export interface ViewRepository {
  /**
   * Counts a visit once `judge` has seen the post. Visits of one post that come while an increment is under way share the next
   * one; each is acknowledged after it is written. Reads 1 document, writes at most 1.
   */
  visit(postId: string, judge: (post: CountedPost) => VisitKind): Promise<VisitKind>;
}

export function createViewRepository(db: Firestore, searchIndex: Pick<PostIndex, 'followPopularity'>): ViewRepository {
  const visit = createGroupCommit<(post: CountedPost) => VisitKind, VisitKind>(
    async (postId, judges) => {
      const ref = db.collection('posts').doc(postId);
      const [snapshot] = await db.getAll(ref, { fieldMask: countedMask.fields });
      const post = snapshot ? countedMask.decode(snapshot) : null;
      if (!post || post.deletedAt) return judges.map(() => null);

      const kinds = judges.map((judge) => judge(post));
      const views = kinds.filter((kind) => kind === 'counted').length;
      if (views === 0) return kinds;
      try {
        await ref.update(countersUpdate({ views }));
      } catch (error) {
        if (isMissing(error)) return judges.map(() => null);
        throw error;
      }
      await searchIndex.followPopularity(post, { views });
      return kinds;
    },
    { maxOps: 10_000 },
  );
  return { visit };
}
