import { AppError } from '@inkwell/shared/errors';
import { canSeePost, type Viewer } from '@inkwell/shared/permissions';
import type { ViewRepository } from './views.repository.ts';

export interface ViewService {
  /** Counts a visit of a published post by anyone but its author. @throws AppError `not-found` */
  visit(viewer: Viewer, postId: string): Promise<void>;
}

export function createViewService({ views }: { views: ViewRepository }): ViewService {
  return {
    async visit(viewer, postId) {
      const kind = await views.visit(postId, (post) => {
        if (!canSeePost(viewer, post)) return null;
        return post.isPublished && post.authorId !== viewer?.id ? 'counted' : 'not-counted';
      });
      if (kind === null) throw new AppError('not-found');
    },
  };
}
