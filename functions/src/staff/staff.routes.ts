import { bulkActionApi } from '@inkwell/shared/bulk-actions';
import { ownPostApi } from '@inkwell/shared/own-posts';
import { postApi } from '@inkwell/shared/posts';
import { userApi } from '@inkwell/shared/users';
import { pageRequest } from '../common/paging.ts';
import { type ApiRouter, mount } from '../http/mount.ts';
import type { BulkActionService } from './bulk-actions.service.ts';
import type { BulkRunService } from './bulk-runs.service.ts';
import type { StaffListService } from './staff-lists.service.ts';

interface Services {
  readonly lists: StaffListService;
  readonly bulkActions: BulkActionService;
  readonly bulkRuns: BulkRunService;
}

export function mountStaffRoutes(router: ApiRouter, { lists, bulkActions, bulkRuns }: Services): void {
  mount(router, postApi.authors, ({ actor }) => lists.authors(actor));
  mount(router, postApi.adminList, ({ actor, query: { limit, cursor, ...filter } }) =>
    lists.posts(actor, filter, pageRequest({ limit, cursor })),
  );
  mount(router, ownPostApi.list, ({ actor, query: { limit, cursor, status } }) =>
    lists.ownPosts(actor, { status }, pageRequest({ limit, cursor })),
  );
  mount(router, userApi.list, ({ actor, query: { limit, cursor, ...filter } }) =>
    lists.users(actor, filter, pageRequest({ limit, cursor })),
  );
  mount(router, bulkActionApi.posts, async ({ actor, body }) => ({ results: await bulkActions.onPosts(actor, body) }));
  mount(router, bulkActionApi.begin, ({ actor, idempotencyKey, body }) => bulkRuns.begin(actor, idempotencyKey, body));
  mount(router, bulkActionApi.run, ({ actor, params }) => bulkRuns.find(actor, params.id));
  mount(router, bulkActionApi.changeRun, ({ actor, params, body }) =>
    body.wanted === 'stopped' ? bulkRuns.stop(actor, params.id) : bulkRuns.undo(actor, params.id),
  );
}
