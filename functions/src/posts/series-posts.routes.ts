import { SERIES_LIMITS } from '@inkwell/shared/post-series';
import { seriesApi } from '@inkwell/shared/series';
import { type ApiRouter, mount } from '../http/mount.ts';
import type { SeriesPostService } from './series-posts.service.ts';

export function mountSeriesPostRoutes(router: ApiRouter, posts: SeriesPostService): void {
  mount(
    router,
    seriesApi.posts,
    ({ actor, params }) => posts.all(actor, params.id),
    (_query, found) => Math.max(1, found?.length ?? SERIES_LIMITS.listed),
  );
  mount(
    router,
    seriesApi.order,
    ({ actor, params, body }) => posts.order(actor, params.id, body.ids),
    () => SERIES_LIMITS.ordered,
  );
  mount(
    router,
    seriesApi.move,
    ({ actor, params, body }) => posts.move(actor, params.id, body),
    () => SERIES_LIMITS.listed,
  );
}
