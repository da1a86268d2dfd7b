import { seriesApi } from '@inkwell/shared/series';
import { newId } from '../common/ids.ts';
import { pageRequest } from '../common/paging.ts';
import { type ApiRouter, mount } from '../http/mount.ts';
import type { SeriesService } from './series.service.ts';

export function mountSeriesRoutes(router: ApiRouter, series: SeriesService): void {
  mount(router, seriesApi.list, ({ query }) => series.list(pageRequest(query)));
  mount(router, seriesApi.bySlug, ({ params }) => series.bySlug(params.slug));
  mount(router, seriesApi.adminList, ({ actor, query }) => series.listAll(actor, query.q, pageRequest(query)));
  mount(router, seriesApi.byId, ({ actor, params }) => series.byId(actor, params.id));
  mount(router, seriesApi.create, ({ actor, body, idempotencyKey }) =>
    series.create(actor, newId('series', actor.id, idempotencyKey), body),
  );
  mount(router, seriesApi.update, ({ actor, params, body }) => series.update(actor, params.id, body));
  mount(router, seriesApi.remove, ({ actor, params }) => series.remove(actor, params.id));
}
