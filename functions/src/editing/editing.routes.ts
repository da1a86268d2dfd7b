import { editingApi } from '@inkwell/shared/editing';
import { sitePageEditingApi } from '@inkwell/shared/site-page-editing';
import { type ApiRouter, mount } from '../http/mount.ts';
import type { EditingService } from './editing.service.ts';

export function mountEditingRoutes(router: ApiRouter, editing: EditingService): void {
  mount(router, editingApi.begin, ({ actor, params }) => editing.begin(actor, params.id));
  mount(router, editingApi.end, ({ actor, params }) => editing.end(actor, params.id));
}

export function mountPageEditingRoutes(router: ApiRouter, editing: EditingService): void {
  mount(router, sitePageEditingApi.begin, ({ actor, params }) => editing.begin(actor, params.id));
  mount(router, sitePageEditingApi.end, ({ actor, params }) => editing.end(actor, params.id));
}
