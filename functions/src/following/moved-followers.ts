import type { StepById } from '../jobs/job.ts';
import type { FollowedMove, FollowingRepository } from './following.repository.ts';
import type { NewPostRepository } from './new-posts.repository.ts';

/** The page of a job that moves followers; no post id has a slash. */
const FOLLOWERS = 'following/';

/** The new target of a former target's followers. */
export type MoveOf<Params> = (params: Params) => FollowedMove | Promise<FollowedMove>;

/** Moves the posts of a target that was merged, joined or deleted, and then its followers. Safe to repeat, like `step`. */
export const withFollowers =
  <Params>(
    step: StepById<Params>,
    moveOf: MoveOf<Params>,
    { following, newPosts }: { following: FollowingRepository; newPosts: NewPostRepository },
  ): StepById<Params> =>
  async (params, after) => {
    const page = after === FOLLOWERS ? null : await step(params, after);
    if (page && page.next !== null) return page;
    const move = await moveOf(params);
    await newPosts.replace(move);
    const isDone = await following.moveFollowers(move);
    return { count: page?.count ?? 0, next: isDone ? null : FOLLOWERS };
  };
