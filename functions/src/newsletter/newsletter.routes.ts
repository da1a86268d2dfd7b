import { newsletterApi } from '@inkwell/shared/newsletter';
import { pageRequest } from '../common/paging.ts';
import { type ApiRouter, mount } from '../http/mount.ts';
import { isCounted } from '../traffic/visits.ts';
import type { NewsletterService } from './newsletter.service.ts';

export function mountNewsletterRoutes(router: ApiRouter, newsletter: NewsletterService): void {
  mount(router, newsletterApi.subscribe, ({ body, req }) =>
    newsletter.subscribe(body.email, isCounted(req) ? body.postId : undefined),
  );
  mount(router, newsletterApi.confirm, ({ body }) => newsletter.confirm(body.token));
  // A one-click request (RFC 8058) has the token in the query and `List-Unsubscribe=One-Click` in the form.
  mount(router, newsletterApi.unsubscribe, ({ query, body }) => newsletter.unsubscribe(body.token ?? query.token));
  mount(router, newsletterApi.unsubscribeLink, ({ query }) => newsletter.unsubscribePage(query.token));
  mount(router, newsletterApi.subscribers, ({ actor, query }) => newsletter.list(actor, pageRequest(query)));
}
