import { AppError } from '@inkwell/shared/errors';
import { canChangeSettings, type Viewer } from '@inkwell/shared/permissions';
import type { CommentSettings, Settings, SettingsPatch } from '@inkwell/shared/settings';
import type { Clock } from '../common/clock.ts';
import { createRefreshed } from '../common/refreshed.ts';
import type { SettingsRepository } from './settings.repository.ts';

/** How long another instance may go by what was chosen before. Product §7. */
const KNOWN_FOR_MS = 10_000;

export interface SettingsService {
  /** As they are stored. @throws AppError `forbidden` for others than admins */
  read(viewer: Viewer): Promise<Settings>;
  /** Safe to repeat. @throws AppError `forbidden` for others than admins */
  change(actor: NonNullable<Viewer>, patch: SettingsPatch): Promise<Settings>;
  /** What holds for comments, as of at most 10 s ago. Reads 1 document in that time. */
  ofComments(): Promise<CommentSettings>;
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
  };
}
