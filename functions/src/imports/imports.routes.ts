import { IMPORT_LIMITS, importApi } from '@inkwell/shared/imports';
import { type ApiRouter, mount } from '../http/mount.ts';
import type { AdminImportService } from './admin-imports.service.ts';

export function mountImportRoutes(router: ApiRouter, imports: AdminImportService): void {
  mount(router, importApi.upload, ({ actor, idempotencyKey }) => imports.upload(actor, idempotencyKey));
  mount(router, importApi.create, ({ actor, body, idempotencyKey }) => imports.create(actor, body, idempotencyKey));
  mount(
    router,
    importApi.list,
    ({ actor }) => imports.list(actor),
    (_, found) => 2 * (found?.length ?? IMPORT_LIMITS.listed) + 1,
  );
  mount(
    router,
    importApi.state,
    ({ actor, params }) => imports.state(actor, params.id),
    () => 2,
  );
  mount(
    router,
    importApi.report,
    ({ actor, params }) => imports.report(actor, params.id, Number(params.part)),
    () => 1,
  );
  mount(router, importApi.start, ({ actor, params }) => imports.start(actor, params.id));
  mount(router, importApi.pause, ({ actor, params }) => imports.pause(actor, params.id));
  mount(router, importApi.cancel, ({ actor, params }) => imports.cancel(actor, params.id));
}
