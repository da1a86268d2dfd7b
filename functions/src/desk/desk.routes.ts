import { deskApi } from '@inkwell/shared/desk';
import { postApi } from '@inkwell/shared/posts';
import { userApi } from '@inkwell/shared/users';
import { pageRequest } from '../common/paging.ts';
import { type ApiRouter, mount } from '../http/mount.ts';
import type { DeskService } from './desk.service.ts';

export function mountDeskRoutes(router: ApiRouter, desk: DeskService): void {
  mount(router, postApi.adminList, ({ actor, query: { limit, cursor, ...choice } }) =>
    desk.posts(actor, choice, pageRequest({ limit, cursor })),
  );
  mount(router, userApi.list, ({ actor, query: { limit, cursor, ...choice } }) =>
    desk.users(actor, choice, pageRequest({ limit, cursor })),
  );
  mount(router, deskApi.bulk, async ({ actor, body }) => ({ results: await desk.act(actor, body) }));
}
