import { followingApi } from '@inkwell/shared/following';
import { type ApiRouter, mount } from '../http/mount.ts';
import { isCounted } from '../traffic/visits.ts';
import type { FollowingService } from './following.service.ts';

export function mountFollowingRoutes(router: ApiRouter, following: FollowingService): void {
  mount(router, followingApi.list, ({ actor }) => following.list(actor));
  mount(router, followingApi.posts, ({ actor, query }) => following.posts(actor, query));
  // Mounted before the calls about one target.
  mount(router, followingApi.look, async ({ actor }) => ({ newPosts: await following.look(actor) }));
  mount(router, followingApi.status, async ({ actor, params }) => ({
    isFollowed: await following.isFollowed(actor, params),
  }));
  mount(router, followingApi.follow, ({ actor, params, body, req }) =>
    following.follow(actor, params, isCounted(req) ? body.postId : undefined),
  );
  mount(router, followingApi.unfollow, ({ actor, params }) => following.unfollow(actor, params));
}
