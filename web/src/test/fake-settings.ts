import { DEFAULT_SETTINGS, type Settings, settingsApi } from '@inkwell/shared/settings';
import { type FakeApi, Refusal } from './fake-api.ts';

const isGroup = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether all fields of the input are as stored. */
const isWithin = (given: unknown, stored: unknown): boolean =>
  isGroup(given)
    ? Object.entries(given).every(([key, value]) => isWithin(value, Object(stored)[key]))
    : JSON.stringify(given) === JSON.stringify(stored);

/** The stored settings with the changed fields of each group. */
const merged = (stored: object, patch: object): object => ({
  ...stored,
  ...Object.fromEntries(
    Object.entries(patch).map(([name, value]) => [name, isGroup(value) ? merged(Object(stored)[name], value) : value]),
  ),
});

/** Answers like the server: stores the input, unless the stored settings differ from `base`. */
export function fakeSettings(api: FakeApi, first: Partial<Settings> = {}) {
  let now: Settings = { ...DEFAULT_SETTINGS, ...first };
  api
    .on(settingsApi.read, () => now)
    .on(settingsApi.change, ({ body: { base = {}, ...patch } }) => {
      const isStale = Object.entries(base).some(
        ([field, value]) =>
          !isWithin(value, now[field as keyof Settings]) &&
          !isWithin(patch[field as keyof typeof patch], now[field as keyof Settings]),
      );
      if (isStale) throw new Refusal('conflict', JSON.stringify(now));
      now = merged(now, patch) as Settings;
      return now;
    });
  return {
    stored: () => now,
    /** Another admin's change meanwhile. */
    change(theirs: Partial<Settings>) {
      now = { ...now, ...theirs };
    },
  };
}
