import { subscriberApi } from '@inkwell/shared/subscribers';
import { pageRequest } from '../common/paging.ts';
import { type ApiRouter, mount } from '../http/mount.ts';
import type { SubscriberService } from './subscribers.service.ts';

export function mountSubscriberRoutes(router: ApiRouter, subscribers: SubscriberService): void {
  mount(router, subscriberApi.openChoices, ({ body }) => subscribers.openLinked(body.token));
  mount(router, subscriberApi.changeChoices, ({ body: { token, ...choices } }) =>
    subscribers.changeLinked(token, choices),
  );
  mount(router, subscriberApi.own, ({ actor }) => subscribers.own(actor));
  mount(router, subscriberApi.changeOwn, ({ actor, body }) => subscribers.changeOwn(actor, body));
  mount(router, subscriberApi.search, ({ actor, query }) =>
    subscribers.search(actor, query.q || undefined, pageRequest(query)),
  );
  mount(router, subscriberApi.growth, ({ actor }) => subscribers.growth(actor));
  mount(router, subscriberApi.remove, ({ actor, params }) => subscribers.remove(actor, params.id));
  mount(router, subscriberApi.importPart, ({ actor, params, body }) =>
    subscribers.importPart(actor, { id: params.id, part: Number(params.part), rows: body.rows }),
  );
  mount(router, subscriberApi.beginImport, ({ actor, params, body }) =>
    subscribers.beginImport(actor, params.id, body),
  );
  mount(router, subscriberApi.importState, ({ actor, params }) => subscribers.importState(actor, params.id));
}
