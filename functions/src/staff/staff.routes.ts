import { type BulkRun, bulkActionApi } from '@inkwell/shared/bulk-actions';
import { ownPostApi } from '@inkwell/shared/own-posts';
import { postApi } from '@inkwell/shared/posts';
import { userApi } from '@inkwell/shared/users';
import { documentsOf, pageRequest } from '../common/paging.ts';
import { type ApiRouter, mount } from '../http/mount.ts';
import type { BulkActionService } from './bulk-actions.service.ts';
import type { BulkRunService } from './bulk-runs.service.ts';
import type { StaffListService } from './staff-lists.service.ts';

/** Charged for each post of a bulk action, deletion included. */
const DOCUMENTS_OF_BULK = 5;

interface Services {
  readonly lists: StaffListService;
  readonly bulkActions: BulkActionService;
  readonly bulkRuns: BulkRunService;
}

export function mountStaffRoutes(router: ApiRouter, { lists, bulkActions, bulkRuns }: Services): void {
  mount(
    router,
    postApi.authors,
    ({ actor }) => lists.authors(actor),
    (_query, people) => 3 + 3 * (people?.length ?? 0),
  );
  mount(
    router,
    postApi.adminList,
    ({ actor, query: { limit, cursor, ...filter } }) => lists.posts(actor, filter, pageRequest({ limit, cursor })),
    ({ limit }, page) => documentsOf(page, limit),
  );
  mount(
    router,
    ownPostApi.list,
    ({ actor, query: { limit, cursor, status } }) => lists.ownPosts(actor, { status }, pageRequest({ limit, cursor })),
    ({ limit }, page) => documentsOf(page, limit),
  );
  mount(
    router,
    userApi.list,
    ({ actor, query: { limit, cursor, ...filter } }) => lists.users(actor, filter, pageRequest({ limit, cursor })),
    ({ limit }, page) => documentsOf(page, limit),
  );
  mount(
    router,
    bulkActionApi.posts,
    async ({ actor, body }) => ({ results: await bulkActions.onPosts(actor, body) }),
    (_query, answer) => DOCUMENTS_OF_BULK * (answer?.results.length ?? 1),
  );
  const documentsOfRun = (_query: unknown, run: BulkRun | null) =>
    DOCUMENTS_OF_BULK * (run?.done ?? 0) + DOCUMENTS_OF_BULK;
  mount(
    router,
    bulkActionApi.begin,
    ({ actor, idempotencyKey, body }) => bulkRuns.begin(actor, idempotencyKey, body),
    (query, run) => documentsOfRun(query, run) + (run?.total ?? 0),
  );
  mount(
    router,
    bulkActionApi.run,
    ({ actor, params }) => bulkRuns.find(actor, params.id),
    () => 2,
  );
  mount(
    router,
    bulkActionApi.changeRun,
    ({ actor, params, body }) =>
      body.wanted === 'stopped' ? bulkRuns.stop(actor, params.id) : bulkRuns.undo(actor, params.id),
    documentsOfRun,
  );
}
