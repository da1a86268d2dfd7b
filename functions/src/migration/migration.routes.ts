import { storageApi } from '@inkwell/shared/storage';
import { type ApiRouter, mount } from '../http/mount.ts';
import type { MigrationService } from './migration.service.ts';

export function mountMigrationRoutes(router: ApiRouter, migration: MigrationService): void {
  mount(router, storageApi.status, ({ actor }) => migration.status(actor));
  mount(router, storageApi.migrate, ({ actor }) => migration.migrate(actor));
}
