import { previewApi } from '@inkwell/shared/previews';
import { type ApiRouter, mount } from '../http/mount.ts';
import type { PreviewService } from './previews.service.ts';

export function mountPreviewRoutes(router: ApiRouter, previews: PreviewService): void {
  mount(
    router,
    previewApi.state,
    ({ actor, params }) => previews.state(actor, params.id),
    () => 3,
  );
  mount(router, previewApi.create, ({ actor, params, idempotencyKey }) =>
    previews.create(actor, params.id, idempotencyKey),
  );
  mount(router, previewApi.remove, ({ actor, params }) => previews.remove(actor, params.id));
}
