import { previewApi } from '@inkwell/shared/previews';
import { sitePagePreviewApi } from '@inkwell/shared/site-page-previews';
import { type ApiRouter, mount } from '../http/mount.ts';
import type { EditedDocument } from '../posts/edited-document.ts';
import type { PreviewService } from './previews.service.ts';

export function mountPreviewRoutes(router: ApiRouter, previews: PreviewService): void {
  mountRoutes(router, previews, { api: previewApi, collection: 'posts' });
  mountRoutes(router, previews, { api: sitePagePreviewApi, collection: 'pages' });
}

interface Calls {
  readonly api: typeof previewApi | typeof sitePagePreviewApi;
  readonly collection: EditedDocument['collection'];
}

function mountRoutes(router: ApiRouter, previews: PreviewService, { api, collection }: Calls): void {
  mount(router, api.state, ({ actor, params: { id } }) => previews.state(actor, { collection, id }));
  mount(router, api.create, ({ actor, params: { id }, idempotencyKey }) =>
    previews.create(actor, { collection, id }, idempotencyKey),
  );
  mount(router, api.remove, ({ actor, params: { id } }) => previews.remove(actor, { collection, id }));
}
