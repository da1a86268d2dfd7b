import { bulkActionApi } from '@inkwell/shared/bulk-actions';
import { postApi } from '@inkwell/shared/posts';
import { userApi } from '@inkwell/shared/users';
import { pageRequest } from '../common/paging.ts';
import { type ApiRouter, mount } from '../http/mount.ts';
import type { BulkActionService } from './bulk-actions.service.ts';
import type { StaffListService } from './staff-lists.service.ts';

interface Services {
  readonly lists: StaffListService;
  readonly bulkActions: BulkActionService;
}

export function mountStaffRoutes(router: ApiRouter, { lists, bulkActions }: Services): void {
  mount(router, postApi.adminList, ({ actor, query: { limit, cursor, ...filter } }) =>
    lists.posts(actor, filter, pageRequest({ limit, cursor })),
  );
  mount(router, userApi.list, ({ actor, query: { limit, cursor, ...filter } }) =>
    lists.users(actor, filter, pageRequest({ limit, cursor })),
  );
  mount(router, bulkActionApi.posts, async ({ actor, body }) => ({ results: await bulkActions.onPosts(actor, body) }));
}
