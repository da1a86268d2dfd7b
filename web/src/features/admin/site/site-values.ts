import { DEFAULT_SETTINGS, type Settings, SomeSettings } from '@inkwell/shared/settings';

/** The fields of the form, named as in the settings: with a colon, because a dot would name a field of a field. */
export const SITE_FIELDS = [
  ...['name', 'tagLine', 'descriptions:long', 'descriptions:short', 'logo', 'icon', 'cardPicture'],
  ...['accentLight', 'accentDark', 'hero:kicker', 'hero:title', 'hero:lead', 'footer:about', 'footer:note'],
  ...['language', 'timeZone', 'contact', 'postalAddress'],
  ...['newsletter:digestIsOn', 'newsletter:digestDay', 'newsletter:digestHour'],
  ...['newsletter:mailsPerHour', 'newsletter:dkimSelector'],
  ...['robots:search', 'robots:answers', 'robots:training'],
] as const;
export type SiteField = string;

/** Settings as form values: texts as typed, empty for none, `yes` for what is allowed. */
export type SiteValues = Record<SiteField, string>;

/** Whole numbers without a default. */
const NUMBERS = new Set(['newsletter:mailsPerHour']);

/** Empty means none here; elsewhere it is a problem. */
const MAY_BE_NONE = new Set([
  ...['logo', 'icon', 'cardPicture', 'contact', 'postalAddress', 'newsletter:dkimSelector'],
  ...NUMBERS,
]);

const settingOf = (settings: object, field: SiteField): unknown =>
  field.split(':').reduce<unknown>((part, key) => Object(part)[key], settings);

const textOf = (value: unknown): string => (typeof value === 'boolean' ? (value ? 'yes' : '') : String(value ?? ''));

export const siteValuesOf = (settings: Settings): SiteValues =>
  Object.fromEntries(SITE_FIELDS.map((field) => [field, textOf(settingOf(settings, field))]));

export const changedFields = (values: SiteValues, from: SiteValues): SiteField[] =>
  SITE_FIELDS.filter((field) => values[field] !== from[field]);

/** A typed text as the setting that it is. */
function settingFrom(field: SiteField, text: string): unknown {
  const kind = typeof settingOf(DEFAULT_SETTINGS, field);
  if (kind === 'boolean') return text === 'yes';
  if (text.trim() === '' && MAY_BE_NONE.has(field)) return null;
  return kind === 'number' || NUMBERS.has(field) ? Number(text) : text;
}

/** These fields as settings. All are one line, so line breaks of a long text become spaces. */
export function settingsWith(values: SiteValues, fields: readonly SiteField[]): SomeSettings {
  const settings: Record<string, unknown> = {};
  for (const field of fields) {
    const [key = '', name] = field.split(':');
    const text = (values[field] ?? '').replace(/\s*[\r\n]\s*/g, ' ');
    const value = settingFrom(field, text);
    settings[key] = name === undefined ? value : { ...Object(settings[key]), [name]: value };
  }
  return settings as SomeSettings;
}

/** What is wrong with the changed fields, as the server would say it. */
export function siteProblems(values: SiteValues, from: SiteValues): Record<SiteField, string> {
  const parsed = SomeSettings.safeParse(settingsWith(values, changedFields(values, from)));
  const issues = parsed.error?.issues ?? [];
  return Object.fromEntries(issues.map(({ path, message }) => [path.join(':'), message]).reverse());
}
