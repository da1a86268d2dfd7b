import { AppError } from '@inkwell/shared/errors';
import type { Menu } from '@inkwell/shared/menu';
import { canChangeSettings, type Viewer } from '@inkwell/shared/permissions';
import type { CommentSettings, Settings, SettingsPatch } from '@inkwell/shared/settings';
import type { Clock } from '../common/clock.ts';
import { createRefreshed } from '../common/refreshed.ts';
import type { SettingsRepository } from './settings.repository.ts';

/** How long other instances may use earlier settings. Product §7. */
const KNOWN_FOR_MS = 10_000;

export interface SettingsService {
  /** @throws AppError `forbidden` unless the viewer is an admin */
  read(viewer: Viewer): Promise<Settings>;
  /** Safe to repeat. @throws AppError `forbidden` unless the actor is an admin */
  change(actor: NonNullable<Viewer>, patch: SettingsPatch): Promise<Settings>;
  /** The settings of comments, at most 10 s old. Reads 1 document in that time. */
  ofComments(): Promise<CommentSettings>;
  /** The links in header and footer, at most 10 s old. Reads 1 document in that time. */
  menu(): Promise<Menu>;
}

export function createSettingsService({
  settings,
  clock,
}: {
  readonly settings: SettingsRepository;
  readonly clock: Clock;
}): SettingsService {
  const refreshed = () => createRefreshed(() => settings.read(), { forMs: KNOWN_FOR_MS, clock });
  let known = refreshed();

  return {
    async read(viewer) {
      if (!canChangeSettings(viewer)) throw new AppError('forbidden');
      return settings.read();
    },

    async change(actor, patch) {
      if (!canChangeSettings(actor)) throw new AppError('forbidden');
      const changed = await settings.change(actor.id, patch, clock.now());
      known = refreshed();
      return changed;
    },

    ofComments: async () => (await known()).comments,
    menu: async () => (await known()).menu,
  };
}
