import { AppError } from '@inkwell/shared/errors';
import { canSeePost, isStaff, type Viewer } from '@inkwell/shared/permissions';
import type { ViewInput, VisitEnd } from '@inkwell/shared/traffic';
import type { CountedPost } from '../posts/counters/post-counters.converter.ts';
import { authorIdsOf } from '../posts/posts.converter.ts';
import type { TrafficCounter } from '../traffic/traffic-counter.ts';
import { byAddress, plain, type Visit } from '../traffic/visits.ts';
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
  /**
   * Counts what a visit reports when it ends: how far a post was read and, once an hour for each visitor, the same search and the speed of a kind of
   * page. Reads 1 document for a post.
   */
  end(visit: Visit, end: VisitEnd): Promise<void>;
}

export function createViewService({
  views,
  visitors,
  ends,
  traffic,
  findPost,
}: {
  views: ViewRepository;
  visitors: VisitorMemory;
  /** For ends of visits, whose many keys must not displace views. */
  ends: VisitorMemory;
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
          // In parallel, because both wait for a write.
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
      if (!visit.isCounted) return;
      const { page, postId, read, searches, ...speed } = end;
      const isNew = (what: string, visitor = visit.visitor) => ends.claim(visitor, what) !== null;
      const isNewFrom = (what: string) => isNew(what, byAddress(visit.visitor));
      const post =
        postId !== undefined && read !== undefined && isNew(`read ${postId}`) ? await findPost(postId) : null;
      const isMeasured = Object.keys(speed).length > 0 && isNewFrom(`speed ${page}`);
      const told: VisitEnd = {
        page,
        read,
        searches: searches?.filter(({ words }) => isNewFrom(`search ${plain(words)}`)),
        ...(isMeasured && speed),
      };
      await traffic.end(visit, told, post?.isPublished ? post.id : null);
    },
  };
}
