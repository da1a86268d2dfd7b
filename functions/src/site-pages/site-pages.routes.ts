import { sitePageApi } from '@inkwell/shared/site-pages';
import { newId } from '../common/ids.ts';
import { pageRequest } from '../common/paging.ts';
import { type ApiRouter, mount } from '../http/mount.ts';
import type { SitePageService } from './site-pages.service.ts';

export function mountSitePageRoutes(router: ApiRouter, pages: SitePageService): void {
  mount(router, sitePageApi.bySlug, ({ params }) => pages.bySlug(params.slug));
  mount(router, sitePageApi.list, ({ actor, query }) => pages.list(actor, query, pageRequest(query)));
  mount(router, sitePageApi.byId, ({ actor, params }) => pages.byId(actor, params.id));
  mount(router, sitePageApi.slugState, ({ actor, params, query }) => pages.slugState(actor, params.slug, query.id));
  mount(router, sitePageApi.create, ({ actor, body, idempotencyKey }) =>
    pages.create(actor, newId('page', actor.id, idempotencyKey), body),
  );
  mount(router, sitePageApi.update, ({ actor, params, body }) => pages.update(actor, params.id, body));
  mount(router, sitePageApi.remove, ({ actor, params }) => pages.remove(actor, params.id));
  mount(router, sitePageApi.undelete, ({ actor, params }) => pages.undelete(actor, params.id));
}
