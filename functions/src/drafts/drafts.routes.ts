import { draftApi } from '@inkwell/shared/drafts';
import { type ApiRouter, mount } from '../http/mount.ts';
import type { DraftService } from './drafts.service.ts';

export function mountDraftRoutes(router: ApiRouter, drafts: DraftService): void {
  mount(router, draftApi.list, ({ actor }) => drafts.list(actor));
  mount(router, draftApi.byKey, ({ actor, params, query }) => drafts.byKey(actor, params.key, query.sitting));
  mount(router, draftApi.put, ({ actor, params, body }) => drafts.put(actor, params.key, body));
  mount(router, draftApi.patch, ({ actor, params, body }) => drafts.patch(actor, params.key, body));
  mount(router, draftApi.remove, ({ actor, params, query }) => drafts.remove(actor, params.key, query.version));
  mount(router, draftApi.discarded, ({ actor }) => drafts.discarded(actor));
  mount(router, draftApi.discardedById, ({ actor, params }) => drafts.discardedById(actor, params.id));
  mount(router, draftApi.discard, ({ actor, params, body }) => drafts.discard(actor, params.id, body));
  mount(router, draftApi.removeDiscarded, ({ actor, params }) => drafts.removeDiscarded(actor, params.id));
}
