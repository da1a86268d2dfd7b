import { SUBSCRIBER_LIMITS, subscriberApi } from '@inkwell/shared/subscribers';
import { documentsOf, pageRequest } from '../common/paging.ts';
import { type ApiRouter, mount } from '../http/mount.ts';
import type { SubscriberService } from './subscribers.service.ts';

export function mountSubscriberRoutes(router: ApiRouter, subscribers: SubscriberService): void {
  mount(router, subscriberApi.openChoices, ({ body }) => subscribers.openLinked(body.token));
  mount(router, subscriberApi.changeChoices, ({ body: { token, ...choices } }) =>
    subscribers.changeLinked(token, choices),
  );
  mount(
    router,
    subscriberApi.own,
    ({ actor }) => subscribers.own(actor),
    () => 1,
  );
  mount(router, subscriberApi.changeOwn, ({ actor, body }) => subscribers.changeOwn(actor, body));
  mount(
    router,
    subscriberApi.search,
    ({ actor, query }) => subscribers.search(actor, query.q || undefined, pageRequest(query)),
    ({ limit }, page) => documentsOf(page, limit),
  );
  mount(
    router,
    subscriberApi.growth,
    ({ actor }) => subscribers.growth(actor),
    () => SUBSCRIBER_LIMITS.weeks + 4,
  );
  mount(router, subscriberApi.remove, ({ actor, params }) => subscribers.remove(actor, params.id));
  mount(router, subscriberApi.importPart, ({ actor, params, body }) =>
    subscribers.importPart(actor, { id: params.id, part: Number(params.part), rows: body.rows }),
  );
  mount(router, subscriberApi.beginImport, ({ actor, params, body }) =>
    subscribers.beginImport(actor, params.id, body),
  );
  mount(
    router,
    subscriberApi.importState,
    ({ actor, params }) => subscribers.importState(actor, params.id),
    () => 1,
  );
}
