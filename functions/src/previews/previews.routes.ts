import { previewApi } from '@inkwell/shared/previews';
import { type ApiRouter, mount } from '../http/mount.ts';
import type { PreviewService } from './previews.service.ts';

export function mountPreviewRoutes(router: ApiRouter, previews: PreviewService): void {
  mount(router, previewApi.state, ({ actor, params }) => previews.state(actor, params.id));
  mount(router, previewApi.create, ({ actor, params }) => previews.create(actor, params.id));
  mount(router, previewApi.remove, ({ actor, params }) => previews.remove(actor, params.id));
}
