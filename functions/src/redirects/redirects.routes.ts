import { REDIRECT_LIMITS, redirectApi } from '@inkwell/shared/redirects';
import { documentsOf, pageRequest } from '../common/paging.ts';
import { type ApiRouter, mount } from '../http/mount.ts';
import type { RedirectService } from './redirects.service.ts';

/** Both ends, what leads there, the patterns, and the number of redirects. */
const CHECKED = 10;
/** Of each row both ends, and what leads to the old one. */
const ROW = 4;

export function mountRedirectRoutes(router: ApiRouter, redirects: RedirectService): void {
  mount(
    router,
    redirectApi.list,
    ({ actor, query }) => redirects.list(actor, query.q || undefined, pageRequest(query)),
    ({ limit }, page) => documentsOf(page, limit),
  );
  mount(
    router,
    redirectApi.patterns,
    ({ actor }) => redirects.patterns(actor),
    () => 1,
  );
  mount(
    router,
    redirectApi.create,
    ({ actor, body }) => redirects.create(actor, body),
    () => CHECKED,
  );
  mount(
    router,
    redirectApi.importRows,
    ({ actor, body }) => redirects.importRows(actor, body.rows),
    () => REDIRECT_LIMITS.imported * ROW + CHECKED,
  );
  mount(
    router,
    redirectApi.change,
    ({ actor, params, body }) => redirects.change(actor, params.id, body),
    () => CHECKED,
  );
  mount(router, redirectApi.remove, ({ actor, params }) => redirects.remove(actor, params.id));
}
