import { tokenApi } from '@inkwell/shared/tokens';
import { pageRequest } from '../common/paging.ts';
import { type ApiRouter, mount } from '../http/mount.ts';
import type { Account } from '../users/accounts.service.ts';
import type { TokenService } from './tokens.service.ts';

export function mountTokenRoutes(router: ApiRouter<Account>, tokens: TokenService): void {
  mount(router, tokenApi.list, ({ actor, query }) => tokens.list(actor, pageRequest(query)));
  mount(router, tokenApi.create, ({ actor, body, idempotencyKey }) => tokens.create(actor, body, idempotencyKey));
  mount(router, tokenApi.remove, ({ actor, params: { id } }) => tokens.remove(actor, id));
}
