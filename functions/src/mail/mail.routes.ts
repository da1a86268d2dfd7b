import { mailApi } from '@inkwell/shared/mail';
import { pageRequest } from '../common/paging.ts';
import { type ApiRouter, mount } from '../http/mount.ts';
import type { MailEventService } from './mail-events.service.ts';
import type { MailSenderService } from './mail-sender.service.ts';
import type { SuppressionService } from './suppressions.service.ts';

export function mountMailRoutes(
  router: ApiRouter,
  {
    suppressions,
    sender,
    events,
  }: { suppressions: SuppressionService; sender: MailSenderService; events: MailEventService },
): void {
  mount(router, mailApi.standing, ({ actor }) => suppressions.standing(actor));
  mount(router, mailApi.sender, ({ actor }) => sender.check(actor));
  mount(router, mailApi.suppressions, ({ actor, query }) => suppressions.list(actor, pageRequest(query), query.email));
  mount(router, mailApi.suppress, ({ actor, body }) => suppressions.suppress(actor, body));
  mount(router, mailApi.free, ({ actor, params, body }) => suppressions.free(actor, params.id, body.remark));
  mount(router, mailApi.sesEvents, ({ body }) => events.takeSns(body));
  mount(router, mailApi.postmarkEvents, ({ req, body }) => events.takePostmark(req.headers.authorization, body));
}
