import { exportApi } from '@inkwell/shared/exports';
import { type ApiRouter, mount } from '../http/mount.ts';
import type { AdminExportService } from './exports.service.ts';

export function mountExportRoutes(router: ApiRouter, exports: AdminExportService): void {
  mount(router, exportApi.state, ({ actor }) => exports.state(actor));
  mount(router, exportApi.create, ({ actor }) => exports.create(actor));
}
