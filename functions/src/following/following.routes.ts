import { followingApi } from '@inkwell/shared/following';
import { type ApiRouter, mount } from '../http/mount.ts';
import type { FollowingService } from './following.service.ts';

export function mountFollowingRoutes(router: ApiRouter, following: FollowingService): void {
  mount(
    router,
    followingApi.list,
    ({ actor }) => following.list(actor),
    () => 1,
  );
  mount(
    router,
    followingApi.posts,
    ({ actor, query }) => following.posts(actor, query),
    ({ limit, only }) => 3 + (only ? limit : 2 * limit),
  );
  // Before the calls about one target.
  mount(
    router,
    followingApi.look,
    async ({ actor }) => ({ newPosts: await following.look(actor) }),
    () => 7,
  );
  mount(
    router,
    followingApi.status,
    async ({ actor, params }) => ({ isFollowed: await following.isFollowed(actor, params) }),
    () => 1,
  );
  mount(router, followingApi.follow, ({ actor, params }) => following.follow(actor, params));
  mount(router, followingApi.unfollow, ({ actor, params }) => following.unfollow(actor, params));
}
