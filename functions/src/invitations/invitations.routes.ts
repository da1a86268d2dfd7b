import { invitationApi } from '@inkwell/shared/invitations';
import { pageRequest } from '../common/paging.ts';
import { type ApiRouter, mount } from '../http/mount.ts';
import type { Account } from '../users/accounts.service.ts';
import type { InvitationService } from './invitations.service.ts';

export function mountInvitationRoutes(router: ApiRouter<Account>, invitations: InvitationService): void {
  mount(router, invitationApi.list, ({ actor, query }) => invitations.list(actor, pageRequest(query)));
  mount(router, invitationApi.create, ({ actor, body, idempotencyKey }) =>
    invitations.create(actor, body, idempotencyKey),
  );
  mount(router, invitationApi.remove, ({ actor, params }) => invitations.remove(actor, params.id));
  mount(router, invitationApi.open, ({ actor, body }) => invitations.open(actor, body.token));
  mount(router, invitationApi.accept, ({ actor, body }) => invitations.accept(actor, body.token));
}
