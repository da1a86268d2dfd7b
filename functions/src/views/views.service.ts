import { AppError } from '@inkwell/shared/errors';
import { canSeePost, type Viewer } from '@inkwell/shared/permissions';
import { authorIdsOf } from '../posts/posts.converter.ts';
import type { ViewRepository } from './views.repository.ts';
import type { Visitor, VisitorMemory } from './visitors.ts';

export interface ViewService {
  /** Counts a visit of a published post, except by its authors or again within an hour. @throws AppError `not-found` */
  visit(viewer: Viewer, visitor: Visitor, postId: string): Promise<void>;
}

export function createViewService({
  views,
  visitors,
}: {
  views: ViewRepository;
  visitors: VisitorMemory;
}): ViewService {
  return {
    async visit(viewer, visitor, postId) {
      // Claimed before writing, so that only one of two parallel visits counts.
      const claim = visitors.claim(visitor, postId);
      let isCounted = false;
      try {
        const kind = await views.visit(postId, (post) => {
          if (!canSeePost(viewer, post)) return null;
          const isOwn = viewer !== null && authorIdsOf(post).includes(viewer.id);
          return claim && post.isPublished && !isOwn ? 'counted' : 'not-counted';
        });
        if (kind === null) throw new AppError('not-found');
        isCounted = kind === 'counted';
      } finally {
        if (!isCounted) claim?.giveBack();
      }
    },
  };
}
