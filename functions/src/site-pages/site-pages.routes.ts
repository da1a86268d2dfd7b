import { sitePageApi } from '@inkwell/shared/site-pages';
import { newId } from '../common/ids.ts';
import { documentsOf, pageRequest } from '../common/paging.ts';
import { type ApiRouter, mount } from '../http/mount.ts';
import type { SitePageService } from './site-pages.service.ts';

/** The address, and the page that it leads to. */
export const SITE_PAGE_DOCUMENTS = 2;

export function mountSitePageRoutes(router: ApiRouter, pages: SitePageService): void {
  mount(
    router,
    sitePageApi.bySlug,
    ({ params }) => pages.bySlug(params.slug),
    () => SITE_PAGE_DOCUMENTS,
  );
  mount(
    router,
    sitePageApi.list,
    ({ actor, query }) => pages.list(actor, query, pageRequest(query)),
    ({ limit }, page) => documentsOf(page, limit),
  );
  mount(
    router,
    sitePageApi.byId,
    ({ actor, params }) => pages.byId(actor, params.id),
    () => 1,
  );
  mount(
    router,
    sitePageApi.slugState,
    ({ actor, params, query }) => pages.slugState(actor, params.slug, query.id),
    () => SITE_PAGE_DOCUMENTS,
  );
  mount(router, sitePageApi.create, ({ actor, body, idempotencyKey }) =>
    pages.create(actor, newId('page', actor.id, idempotencyKey), body),
  );
  mount(router, sitePageApi.update, ({ actor, params, body }) => pages.update(actor, params.id, body));
  mount(router, sitePageApi.remove, ({ actor, params }) => pages.remove(actor, params.id));
  mount(router, sitePageApi.undelete, ({ actor, params }) => pages.undelete(actor, params.id));
}
