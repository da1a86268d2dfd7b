import { authorApi } from '@inkwell/shared/authors';
import { AppError } from '@inkwell/shared/errors';
import { idsIn, newId } from '../common/ids.ts';
import { pageRequest } from '../common/paging.ts';
import { type ApiRouter, mount } from '../http/mount.ts';
import { GUEST_PREFIX } from '../users/authors.ts';
import type { AuthorService } from './authors.service.ts';

export function mountAuthorRoutes(router: ApiRouter, authors: AuthorService): void {
  mount(router, authorApi.byId, async ({ params }) => {
    const author = await authors.byId(params.id);
    if (!author) throw new AppError('not-found');
    return author;
  });
  mount(router, authorApi.adminList, ({ actor, query }) => authors.listGuests(actor, query.q, pageRequest(query)));
  mount(router, authorApi.choices, ({ actor, query }) => authors.choices(actor, query.q));
  mount(router, authorApi.named, ({ actor, query }) => authors.named(actor, idsIn(query.ids)));
  mount(router, authorApi.create, ({ actor, body, idempotencyKey }) =>
    authors.create(actor, GUEST_PREFIX + newId('author', actor.id, idempotencyKey), body),
  );
  mount(router, authorApi.update, ({ actor, params, body }) => authors.update(actor, params.id, body));
  mount(router, authorApi.remove, ({ actor, params }) => authors.remove(actor, params.id));
  mount(router, authorApi.join, ({ actor, params, body }) => authors.join(actor, params.id, body.userId));
}
