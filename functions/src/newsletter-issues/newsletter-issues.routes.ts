import { newsletterIssueApi } from '@inkwell/shared/newsletter-issues';
import { trafficApi } from '@inkwell/shared/traffic';
import type { Request } from 'express';
import { newId } from '../common/ids.ts';
import { pageRequest } from '../common/paging.ts';
import { clientAddress } from '../http/address.ts';
import { type ApiRouter, mount } from '../http/mount.ts';
import { visitOf } from '../traffic/visits.ts';
import type { IssueClickService } from './issue-clicks.service.ts';
import type { NewsletterIssueService } from './newsletter-issues.service.ts';

export function mountNewsletterIssueRoutes(
  router: ApiRouter,
  issues: NewsletterIssueService,
  clicks: IssueClickService,
): void {
  // Programs that preview a link request only its head.
  const clickOf = (req: Request) => {
    const visit = visitOf(req, { address: clientAddress(req, router.trustedHops) });
    return { ...visit, isCounted: visit.isCounted && req.method === 'GET' };
  };
  mount(router, trafficApi.click, ({ params, req }) => clicks.follow(clickOf(req), params.id, Number(params.link)));
  mount(router, newsletterIssueApi.list, ({ actor, query }) => issues.list(actor, pageRequest(query)));
  mount(router, newsletterIssueApi.create, ({ actor, body, idempotencyKey }) =>
    issues.create(actor, newId('issue', actor.id, idempotencyKey), body),
  );
  mount(router, newsletterIssueApi.read, ({ actor, params }) => issues.read(actor, params.id));
  mount(router, newsletterIssueApi.change, ({ actor, params, body }) => issues.change(actor, params.id, body));
  mount(router, newsletterIssueApi.remove, ({ actor, params }) => issues.remove(actor, params.id));
  mount(router, newsletterIssueApi.test, ({ actor, params, idempotencyKey }) =>
    issues.test(actor, params.id, newId('issue-test', actor.id, idempotencyKey)),
  );
  mount(router, newsletterIssueApi.send, ({ actor, params, body }) =>
    issues.send(actor, params.id, body.at === undefined ? null : new Date(body.at)),
  );
  mount(router, newsletterIssueApi.pause, ({ actor, params }) => issues.pause(actor, params.id));
  mount(router, newsletterIssueApi.resume, ({ actor, params }) => issues.resume(actor, params.id));
  mount(router, newsletterIssueApi.cancel, ({ actor, params }) => issues.cancel(actor, params.id));
  mount(router, newsletterIssueApi.archive, ({ actor, params, body }) =>
    issues.archive(actor, params.id, body.isInArchive),
  );
  mount(router, newsletterIssueApi.mails, ({ actor, params, query }) =>
    issues.mails(actor, params.id, query.state, pageRequest(query)),
  );
  mount(router, newsletterIssueApi.decide, ({ actor, params, body }) => issues.decide(actor, params.id, body));
  mount(router, newsletterIssueApi.audience, ({ actor, body }) => issues.audience(actor, body.segment));
  mount(router, newsletterIssueApi.preview, ({ actor, body }) =>
    issues.preview(actor, { ...body, previewText: body.previewText ?? null }),
  );
  mount(router, newsletterIssueApi.postText, ({ actor, body }) => issues.postText(actor, body.ids, body.isWhole));
}
