import { postApi } from '@inkwell/shared/posts';
import { type ApiRouter, mount } from '../http/mount.ts';
import type { LikeService } from './likes.service.ts';

export function mountLikeRoutes(router: ApiRouter, likes: LikeService): void {
  mount(router, postApi.likeStatus, ({ actor, params }) => likes.status(actor, params.id));
  mount(router, postApi.like, ({ actor, params, body }) => likes.change(actor, params.id, body.liked));
}
