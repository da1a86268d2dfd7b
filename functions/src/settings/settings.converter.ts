import { DEFAULT_SETTINGS, Settings, type SettingsPatch } from '@inkwell/shared/settings';
import type * as z from 'zod/mini';

/** A setting that is changed on its own: at the top level (`name`) or inside a group (`hero.title`). */
interface Setting {
  readonly group: string | null;
  readonly name: string;
  readonly shape: z.ZodMiniType | undefined;
  readonly standard: unknown;
  /** The name in the activity. */
  readonly title: string;
  /** Whether publication.config.ts has its default. The setting then follows that file until an admin sets another value. */
  readonly isOfSite: boolean;
}

type Values = Readonly<Record<string, unknown>>;

const isGroup = (value: unknown): value is Values =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

const SHAPES: Readonly<Record<string, z.ZodMiniType & { readonly shape?: Readonly<Record<string, z.ZodMiniType>> }>> =
  Settings.shape;

const ALL = Object.entries(DEFAULT_SETTINGS).flatMap(([key, standard]: [string, unknown]): Setting[] => {
  const isOfSite = !['comments', 'menu', 'newsletter', 'traffic'].includes(key);
  if (!isGroup(standard)) return [{ group: null, name: key, shape: SHAPES[key], standard, title: key, isOfSite }];
  return Object.entries(standard).map(([name, value]) => {
    const title = isOfSite ? `${key}.${name}` : name;
    return { group: key, name, shape: SHAPES[key]?.shape?.[name], standard: value, title, isOfSite };
  });
});

const valueIn = (settings: unknown, { group, name }: Setting): unknown => {
  const values = group === null ? settings : Object(settings)[group];
  return Object(values)[name];
};

/** Each setting with the value from `pick`; settings without a value are omitted. */
function settingsWith(pick: (setting: Setting) => unknown): Record<string, unknown> {
  const settings: Record<string, unknown> = {};
  for (const setting of ALL) {
    const value = pick(setting);
    const { group, name } = setting;
    if (group === null && value !== undefined) settings[name] = value;
    if (group !== null) settings[group] = { ...Object(settings[group]), ...(value !== undefined && { [name]: value }) };
  }
  return settings;
}

const areSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Invalid and missing settings get their default. */
export const decodeSettings = (data: unknown): Settings =>
  settingsWith((setting) => {
    const parsed = setting.shape?.safeParse(valueIn(data, setting));
    return parsed?.success ? parsed.data : setting.standard;
  }) as unknown as Settings;

/** Defaults of the site are not stored, so that they follow publication.config.ts. */
export const encodeSettings = (settings: Settings): Record<string, unknown> => ({
  ...settingsWith((setting) => {
    const value = valueIn(settings, setting);
    return setting.isOfSite && areSame(value, setting.standard) ? undefined : value;
  }),
  schemaVersion: 1,
});

/** Absent values do not change. */
export const mergeSettings = (before: Settings, patch: SettingsPatch): Settings =>
  settingsWith((setting) => {
    const value = valueIn(patch, setting);
    return value === undefined ? valueIn(before, setting) : value;
  }) as unknown as Settings;

/** The settings of `from` that differ in `to`, by name. */
export const changesIn = (from: Settings, to: Settings): Values =>
  Object.fromEntries(
    ALL.filter((setting) => !areSame(valueIn(from, setting), valueIn(to, setting))).map((setting) => [
      setting.title,
      valueIn(from, setting),
    ]),
  );

/** Whether somebody else changed a setting of this patch. A value that is already stored, e.g. by a repeat, is not a conflict. */
export const isStale = (stored: Settings, { base, ...patch }: SettingsPatch): boolean =>
  ALL.some((setting) => {
    const [from, now, to] = [base, stored, patch].map((settings) => valueIn(settings, setting));
    return from !== undefined && to !== undefined && !areSame(now, from) && !areSame(now, to);
  });
