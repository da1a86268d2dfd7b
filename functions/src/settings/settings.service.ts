import { AppError } from '@inkwell/shared/errors';
import type { Menu } from '@inkwell/shared/menu';
import { canChangeSettings, type Viewer } from '@inkwell/shared/permissions';
import type {
  CommentSettings,
  NewsletterSettings,
  Settings,
  SettingsPatch,
  ShownSettings,
  TrafficSettings,
} from '@inkwell/shared/settings';
import { SITE_LIMITS, SITE_TEXTS } from '@inkwell/shared/site-settings';
import type { Clock } from '../common/clock.ts';
import { createRefreshed } from '../common/refreshed.ts';
import type { PictureFacts } from '../uploads/image-processing.ts';
import type { SettingsRepository } from './settings.repository.ts';

/** How long other instances may use earlier settings. Product §7. */
const KNOWN_FOR_MS = 10_000;
/** How long a page waits if earlier settings are cached. */
const PAGE_WAIT_MS = 1_000;

export interface SettingsService {
  /** @throws AppError `forbidden` unless the viewer is an admin */
  read(viewer: Viewer): Promise<Settings>;
  /**
   * Safe to repeat.
   * @throws AppError `forbidden` unless the actor is an admin; `conflict` with the stored settings; `bad-request` for a picture that is not stored
   * here, or has the wrong type or size
   */
  change(actor: NonNullable<Viewer>, patch: SettingsPatch): Promise<Settings>;
  /**
   * The settings of comments, at most 10 s old. Reads 1 document in that time. Rejects while they cannot be read. Earlier settings could accept a
   * comment that an admin has just disallowed, while a refused comment can be sent again.
   */
  ofComments(): Promise<CommentSettings>;
  /**
   * The links in header and footer, at most 10 s old. Reads 1 document in that time. While they cannot be read, returns the last known ones, because
   * they are harmless and pages need them. Rejects only if none were ever read.
   * @param onFailure called with the reason
   */
  menu(onFailure?: (error: unknown) => void): Promise<Menu>;
  /** Name, look and words of the site, and the promises of its forms, under the same conditions. */
  site(onFailure?: (error: unknown) => void): Promise<ShownSettings>;
  /** The settings of automatic emails, at most 10 s old. Rejects while they cannot be read, so that nothing is sent that was switched off. */
  ofNewsletter(): Promise<NewsletterSettings>;
  /** Whether visits and clicks are counted, and the time zone; at most 10 s old. Rejects while it cannot be read. */
  ofTraffic(): Promise<TrafficSettings & Pick<Settings, 'timeZone'>>;
}

/** The settings that are stored pictures. */
export const SITE_PICTURES = ['logo', 'icon', 'cardPicture'] as const;
type PictureField = (typeof SITE_PICTURES)[number];

/** Why a picture is unsuitable for its place; null if it is suitable. Logos may be wide; icons are square on phones. */
export function pictureProblem(field: PictureField, facts: PictureFacts | null): string | null {
  if (!facts) return SITE_TEXTS.stored;
  if (field === 'cardPicture') return null;
  if (facts.type !== 'image/png' && facts.type !== 'image/webp') return SITE_TEXTS.pictureType;
  const { width, height } = facts;
  if (field === 'logo') return Math.max(width, height) < SITE_LIMITS.picture ? SITE_TEXTS.logoSize : null;
  return Math.min(width, height) < SITE_LIMITS.picture ? SITE_TEXTS.iconSize : null;
}

export function createSettingsService({
  settings,
  pictureFacts,
  clock,
}: {
  readonly settings: SettingsRepository;
  /** The properties of a stored picture, from its bytes; null if it is not stored here. */
  readonly pictureFacts: (url: string) => Promise<PictureFacts | null>;
  readonly clock: Clock;
}): SettingsService {
  const known = createRefreshed(() => settings.read(), { forMs: KNOWN_FOR_MS, clock });

  /** Pictures that the site already shows are not checked again. */
  async function checkPictures(patch: SettingsPatch): Promise<void> {
    const given = SITE_PICTURES.filter((field) => patch[field]);
    if (given.length === 0) return;
    const before = await settings.read();
    for (const field of given) {
      const url = patch[field];
      const problem = url && url !== before[field] ? pictureProblem(field, await pictureFacts(url)) : null;
      if (problem !== null) throw new AppError('bad-request', problem);
    }
  }

  return {
    async read(viewer) {
      if (!canChangeSettings(viewer)) throw new AppError('forbidden');
      return settings.read();
    },

    async change(actor, patch) {
      if (!canChangeSettings(actor)) throw new AppError('forbidden');
      await checkPictures(patch);
      const { kind, settings: stored } = await settings.change(actor.id, patch, clock.now());
      known.expire();
      if (kind === 'conflict') throw new AppError('conflict', undefined, { body: stored });
      return stored;
    },

    ofComments: async () => (await known()).comments,
    ofNewsletter: async () => (await known()).newsletter,
    ofTraffic: async () => {
      const { traffic, timeZone } = await known();
      return { ...traffic, countsClicks: traffic.isOn && traffic.countsClicks, timeZone };
    },
    menu: async (onFailure = () => undefined) => (await known.orLast(PAGE_WAIT_MS, onFailure)).menu,
    site: (onFailure = () => undefined) => known.orLast(PAGE_WAIT_MS, onFailure),
  };
}
