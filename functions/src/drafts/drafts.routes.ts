import { draftApi } from '@inkwell/shared/drafts';
import { type ApiRouter, mount } from '../http/mount.ts';
import type { DraftService } from './drafts.service.ts';

export function mountDraftRoutes(router: ApiRouter, drafts: DraftService): void {
  mount(router, draftApi.list, ({ actor }) => drafts.list(actor));
  mount(router, draftApi.byKey, ({ actor, params }) => drafts.byKey(actor, params.key));
  mount(router, draftApi.put, ({ actor, params, body }) => drafts.put(actor, params.key, body));
  mount(router, draftApi.patch, ({ actor, params, body }) => drafts.patch(actor, params.key, body));
  mount(router, draftApi.remove, ({ actor, params, query }) => drafts.remove(actor, params.key, query.version));
}
