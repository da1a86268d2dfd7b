import { ISSUE_LIMITS, newsletterIssueApi } from '@inkwell/shared/newsletter-issues';
import { newId } from '../common/ids.ts';
import { documentsOf, pageRequest } from '../common/paging.ts';
import { type ApiRouter, mount } from '../http/mount.ts';
import type { NewsletterIssueService } from './newsletter-issues.service.ts';

/** Most that counting an audience is charged with. */
const DOCUMENTS_OF_AUDIENCE = 500;
/** The issue, and its job. */
const ONE = 2;

export function mountNewsletterIssueRoutes(router: ApiRouter, issues: NewsletterIssueService): void {
  mount(
    router,
    newsletterIssueApi.list,
    ({ actor, query }) => issues.list(actor, pageRequest(query)),
    ({ limit }, page) => documentsOf(page, limit),
  );
  mount(router, newsletterIssueApi.create, ({ actor, body, idempotencyKey }) =>
    issues.create(actor, newId('issue', actor.id, idempotencyKey), body),
  );
  mount(
    router,
    newsletterIssueApi.read,
    ({ actor, params }) => issues.read(actor, params.id),
    () => ONE,
  );
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
  mount(
    router,
    newsletterIssueApi.mails,
    ({ actor, params, query }) => issues.mails(actor, params.id, query.state, pageRequest(query)),
    ({ limit }, page) => ONE + documentsOf(page, limit),
  );
  mount(
    router,
    newsletterIssueApi.decide,
    ({ actor, params, body }) => issues.decide(actor, params.id, body),
    () => ISSUE_LIMITS.decided + ONE,
  );
  mount(
    router,
    newsletterIssueApi.audience,
    ({ actor, body }) => issues.audience(actor, body.segment),
    // The whole quota of an address would be too little for two; the call has a limit of its own.
    (_query, result) => Math.min(DOCUMENTS_OF_AUDIENCE, result?.count ?? 1),
  );
  mount(router, newsletterIssueApi.preview, ({ actor, body }) =>
    issues.preview(actor, { ...body, previewText: body.previewText ?? null }),
  );
  mount(
    router,
    newsletterIssueApi.postText,
    ({ actor, body }) => issues.postText(actor, body.ids, body.isWhole),
    () => ISSUE_LIMITS.posts,
  );
}
