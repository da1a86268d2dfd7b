import { personMailApi } from '@inkwell/shared/person-mails';
import { type ApiRouter, mount } from '../http/mount.ts';
import type { Account } from '../users/accounts.service.ts';
import type { PersonMailService } from './person-mails.service.ts';

export function mountPersonMailRoutes(router: ApiRouter<Account>, mails: PersonMailService): void {
  mount(router, personMailApi.choices, ({ actor }) => mails.choices(actor));
  mount(router, personMailApi.changeChoices, ({ actor, body }) => mails.choose(actor, body));
  // A one-click request (RFC 8058) has the token in the query and `List-Unsubscribe=One-Click` in the form.
  mount(router, personMailApi.stop, async ({ query, body }) => ({ kind: await mails.stop(body.token ?? query.token) }));
  mount(router, personMailApi.stopLink, ({ query }) => mails.stopPage(query.token));
}
