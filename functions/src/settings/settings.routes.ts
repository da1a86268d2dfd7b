import { menuApi } from '@inkwell/shared/menu';
import { settingsApi } from '@inkwell/shared/settings';
import { type ApiRouter, mount } from '../http/mount.ts';
import type { SettingsService } from './settings.service.ts';

export function mountSettingsRoutes(router: ApiRouter, settings: SettingsService): void {
  mount(router, settingsApi.read, ({ actor }) => settings.read(actor));
  mount(router, menuApi.read, () => settings.menu());
  mount(router, settingsApi.change, ({ actor, body }) => settings.change(actor, body));
}
