import { AppError } from '@inkwell/shared/errors';
import { type Actor, canSeePost } from '@inkwell/shared/permissions';
import type { LikeStatus } from '@inkwell/shared/posts';
import type { Clock } from '../common/clock.ts';
import type { LikeRepository } from './likes.repository.ts';

export interface LikeService {
  /** @throws AppError `not-found`, also for unpublished posts that the caller may not see */
  status(actor: Actor, postId: string): Promise<LikeStatus>;
  /** Toggles, or sets with `liked`, which is safe to repeat. Product §4. @throws AppError `not-found` */
  change(actor: Actor, postId: string, liked: boolean | undefined): Promise<LikeStatus>;
}

export function createLikeService({ likes, clock }: { likes: LikeRepository; clock: Clock }): LikeService {
  const there = (state: LikeStatus | null): LikeStatus => {
    if (!state) throw new AppError('not-found');
    return state;
  };

  return {
    status: async (actor, postId) => there(await likes.find(postId, actor.id, (post) => canSeePost(actor, post))),

    change: async (actor, postId, liked) =>
      there(
        await likes.change(postId, {
          userId: actor.id,
          liked,
          mayLike: (post) => canSeePost(actor, post),
          at: clock.now(),
        }),
      ),
  };
}
