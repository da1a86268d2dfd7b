import { importApi } from '@inkwell/shared/imports';
import { type ApiRouter, mount } from '../http/mount.ts';
import type { AdminImportService } from './admin-imports.service.ts';

export function mountImportRoutes(router: ApiRouter, imports: AdminImportService): void {
  mount(router, importApi.upload, ({ actor, idempotencyKey }) => imports.upload(actor, idempotencyKey));
  mount(router, importApi.create, ({ actor, body, idempotencyKey }) => imports.create(actor, body, idempotencyKey));
  mount(router, importApi.list, ({ actor }) => imports.list(actor));
  mount(router, importApi.state, ({ actor, params }) => imports.state(actor, params.id));
  mount(router, importApi.report, ({ actor, params }) => imports.report(actor, params.id, Number(params.part)));
  mount(router, importApi.start, ({ actor, params }) => imports.start(actor, params.id));
  mount(router, importApi.pause, ({ actor, params }) => imports.pause(actor, params.id));
  mount(router, importApi.cancel, ({ actor, params }) => imports.cancel(actor, params.id));
}
