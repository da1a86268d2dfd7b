import { seriesApi } from '@inkwell/shared/series';
import { type ApiRouter, mount } from '../../http/mount.ts';
import type { SeriesPostService } from './series-posts.service.ts';

export function mountSeriesPostRoutes(router: ApiRouter, posts: SeriesPostService): void {
  mount(router, seriesApi.posts, ({ actor, params }) => posts.all(actor, params.id));
  mount(router, seriesApi.order, ({ actor, params, body }) => posts.order(actor, params.id, body.ids));
  mount(router, seriesApi.move, ({ actor, params, body }) => posts.move(actor, params.id, body));
}
