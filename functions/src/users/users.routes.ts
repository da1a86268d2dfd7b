import { userApi } from '@inkwell/shared/users';
import { type ApiRouter, mount } from '../http/mount.ts';
import type { Account } from './accounts.service.ts';
import type { UserService } from './users.service.ts';

/** The number of accounts is mounted with the other figures (analytics). */
export function mountUserRoutes(router: ApiRouter<Account>, users: UserService): void {
  mount(router, userApi.current, ({ actor }) => users.current(actor));
  mount(router, userApi.updateProfile, ({ actor, params, body }) => users.updateProfile(actor, params.id, body));
  mount(router, userApi.block, ({ actor, params, body }) => users.setBlocked(actor, params.id, true, body));
  mount(router, userApi.unblock, ({ actor, params, body }) => users.setBlocked(actor, params.id, false, body));
  mount(router, userApi.changeWriting, ({ actor, params, body }) =>
    users.changeWriting(actor, params.id, body.writing),
  );
  mount(router, userApi.changeRole, ({ actor, params, body }) => users.changeRole(actor, params.id, body.role));
}
