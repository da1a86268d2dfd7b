import { revisionApi } from '@inkwell/shared/revisions';
import { sitePageRevisionApi } from '@inkwell/shared/site-page-revisions';
import type { StaffSitePage } from '@inkwell/shared/site-pages';
import { pageRequest } from '../common/paging.ts';
import { type ApiRouter, mount } from '../http/mount.ts';
import type { RevisionService } from './revisions.service.ts';

export function mountRevisionRoutes(router: ApiRouter, revisions: RevisionService): void {
  mount(router, revisionApi.list, ({ actor, params, query }) => revisions.list(actor, params.id, pageRequest(query)));
  mount(router, revisionApi.byId, ({ actor, params }) => revisions.byId(actor, params.id, params.revisionId));
  mount(router, revisionApi.restore, ({ actor, params, body }) =>
    revisions.restore(actor, params.id, params.revisionId, body),
  );
}

export function mountPageRevisionRoutes(router: ApiRouter, revisions: RevisionService<StaffSitePage>): void {
  mount(router, sitePageRevisionApi.list, ({ actor, params, query }) =>
    revisions.list(actor, params.id, pageRequest(query)),
  );
  mount(router, sitePageRevisionApi.byId, ({ actor, params }) => revisions.byId(actor, params.id, params.revisionId));
  mount(router, sitePageRevisionApi.restore, ({ actor, params, body }) =>
    revisions.restore(actor, params.id, params.revisionId, body),
  );
}
