import { AppError } from '@inkwell/shared/errors';
import { canSeePost, isStaff, type Viewer } from '@inkwell/shared/permissions';
import type { ViewInput, VisitEnd } from '@inkwell/shared/traffic';
import type { CountedPost } from '../posts/counters/post-counters.converter.ts';
import { authorIdsOf } from '../posts/posts.converter.ts';
import type { TrafficCounter } from '../traffic/traffic-counter.ts';
import type { Visit } from '../traffic/visits.ts';
import type { ViewRepository } from './views.repository.ts';
import type { Visitor, VisitorMemory } from './visitors.ts';

/** How a visit is counted in the traffic. */
export interface Arrival {
  readonly visit: Visit;
  readonly from: ViewInput;
}

export interface ViewService {
  /**
   * Counts a visit of a published post, except by its authors or again within an hour; in the traffic, with `arrival`, also except by staff.
   * @throws AppError `not-found`
   */
  visit(viewer: Viewer, visitor: Visitor, postId: string, arrival?: Arrival): Promise<void>;
  /** Counts what a visit tells when it ends; how far a post was read, once an hour. Reads 1 document for a post. */
  end(visit: Visit, end: VisitEnd): Promise<void>;
}

export function createViewService({
  views,
  visitors,
  traffic,
  findPost,
}: {
  views: ViewRepository;
  visitors: VisitorMemory;
  traffic: Pick<TrafficCounter, 'view' | 'end'>;
  findPost: (id: string) => Promise<CountedPost | null>;
}): ViewService {
  return {
    async visit(viewer, visitor, postId, arrival) {
      let tallied: Promise<void> | undefined;
      // Claimed before writing, so that only one of two parallel visits counts.
      const claim = visitors.claim(visitor, postId);
      let isCounted = false;
      try {
        const kind = await views.visit(postId, (post) => {
          if (!canSeePost(viewer, post)) return null;
          const isOwn = viewer !== null && authorIdsOf(post).includes(viewer.id);
          if (!claim || !post.isPublished || isOwn) return 'not-counted';
          // At the same time, because both wait for a write.
          if (arrival && !isStaff(viewer)) tallied ??= traffic.view(arrival.visit, post, arrival.from);
          return 'counted';
        });
        if (kind === null) throw new AppError('not-found');
        isCounted = kind === 'counted';
      } finally {
        if (!isCounted) claim?.giveBack();
        await tallied;
      }
    },

    async end(visit, end) {
      const { postId } = end;
      const tells = postId !== undefined && end.read !== undefined && visit.isCounted;
      const isFirst = tells && visitors.claim(visit.visitor, `end ${postId}`) !== null;
      const post = isFirst ? await findPost(postId) : null;
      await traffic.end(visit, end, post?.isPublished ? post.id : null);
    },
  };
}
