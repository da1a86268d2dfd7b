import { authorApi } from '@inkwell/shared/authors';
import { AppError } from '@inkwell/shared/errors';
import { DocumentId } from '@inkwell/shared/fields';
import { newId } from '../common/ids.ts';
import { documentsOf, pageRequest } from '../common/paging.ts';
import { type ApiRouter, mount } from '../http/mount.ts';
import { GUEST_PREFIX } from '../users/authors.ts';
import type { AuthorService } from './authors.service.ts';

/** A guest author, the account that they were joined to, and its number of posts. */
export const AUTHOR_DOCUMENTS = 3;

const MAX_IDS = 50;

export function mountAuthorRoutes(router: ApiRouter, authors: AuthorService): void {
  mount(
    router,
    authorApi.byId,
    async ({ params }) => {
      const author = await authors.byId(params.id);
      if (!author) throw new AppError('not-found');
      return author;
    },
    () => AUTHOR_DOCUMENTS,
  );
  mount(
    router,
    authorApi.adminList,
    ({ actor, query }) => authors.listGuests(actor, query.q, pageRequest(query)),
    ({ limit }, page) => documentsOf(page, limit),
  );
  mount(
    router,
    authorApi.choices,
    ({ actor, query }) => authors.choices(actor, query.q),
    (_query, found) => 2 + (found?.length ?? MAX_IDS),
  );
  mount(
    router,
    authorApi.named,
    ({ actor, query }) => authors.named(actor, idsIn(query.ids)),
    ({ ids }) => idsIn(ids).length,
  );
  mount(router, authorApi.create, ({ actor, body, idempotencyKey }) =>
    authors.create(actor, GUEST_PREFIX + newId('author', actor.id, idempotencyKey), body),
  );
  mount(router, authorApi.update, ({ actor, params, body }) => authors.update(actor, params.id, body));
  mount(router, authorApi.remove, ({ actor, params }) => authors.remove(actor, params.id));
  mount(router, authorApi.join, ({ actor, params, body }) => authors.join(actor, params.id, body.userId));
}

const idsIn = (text: string): string[] =>
  text
    .split(',')
    .filter((id) => DocumentId.safeParse(id).success)
    .slice(0, MAX_IDS);
