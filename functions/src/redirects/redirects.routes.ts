import { redirectApi } from '@inkwell/shared/redirects';
import { pageRequest } from '../common/paging.ts';
import { type ApiRouter, mount } from '../http/mount.ts';
import type { RedirectService } from './redirects.service.ts';

export function mountRedirectRoutes(router: ApiRouter, redirects: RedirectService): void {
  mount(router, redirectApi.list, ({ actor, query }) =>
    redirects.list(actor, query.q || undefined, pageRequest(query)),
  );
  mount(router, redirectApi.patterns, ({ actor }) => redirects.patterns(actor));
  mount(router, redirectApi.create, ({ actor, body }) => redirects.create(actor, body));
  mount(router, redirectApi.importRows, ({ actor, body }) => redirects.importRows(actor, body.rows));
  mount(router, redirectApi.change, ({ actor, params, body }) => redirects.change(actor, params.id, body));
  mount(router, redirectApi.remove, ({ actor, params }) => redirects.remove(actor, params.id));
}
