import { revisionApi } from '@inkwell/shared/revisions';
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
