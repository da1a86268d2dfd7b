import { type Settings, SomeSettings } from '@inkwell/shared/settings';

/** `name`, or `group:name` for a field in a group: a dot would name a nested field. */
type NameIn<S> = {
  [K in keyof S & string]: S[K] extends object ? `${K}:${keyof S[K] & string}` : K;
}[keyof S & string];

/** Comments and the menu have their own forms, the setup list has a button. */
export type SiteField = NameIn<Omit<Settings, 'comments' | 'menu' | 'setupIsDismissed'>>;

/** Every setting of the form, in order. An empty text means no value if the setting may be `none`; otherwise it is an error. */
const FIELDS: Readonly<Record<SiteField, 'text' | 'text or none' | 'number' | 'number or none' | 'flag'>> = {
  name: 'text',
  tagLine: 'text',
  'descriptions:long': 'text',
  'descriptions:short': 'text',
  logo: 'text or none',
  logoReplacesName: 'flag',
  icon: 'text or none',
  cardPicture: 'text or none',
  accentLight: 'text',
  accentDark: 'text',
  edition: 'text',
  'hero:kicker': 'text or none',
  'hero:title': 'text or none',
  'hero:lead': 'text or none',
  'hero:trust': 'text or none',
  'features:heading': 'text or none',
  'features:title1': 'text or none',
  'features:text1': 'text or none',
  'features:title2': 'text or none',
  'features:text2': 'text or none',
  'features:title3': 'text or none',
  'features:text3': 'text or none',
  'footer:about': 'text',
  'footer:note': 'text',
  language: 'text',
  timeZone: 'text',
  contact: 'text or none',
  postalAddress: 'text or none',
  math: 'flag',
  'newsletter:digestIsOn': 'flag',
  'newsletter:digestDay': 'number',
  'newsletter:digestHour': 'number',
  'newsletter:mailsPerHour': 'number or none',
  'newsletter:dkimSelector': 'text or none',
  'newsletter:archive': 'text',
  'traffic:isOn': 'flag',
  'traffic:countsClicks': 'flag',
  'robots:search': 'flag',
  'robots:answers': 'flag',
  'robots:training': 'flag',
};
export const SITE_FIELDS = Object.keys(FIELDS) as SiteField[];

/** Settings as form values: texts as they are, empty for none, `yes` for enabled flags. */
export type SiteValues = Record<SiteField, string>;

const settingOf = (settings: object, field: SiteField): unknown =>
  field.split(':').reduce<unknown>((part, key) => Object(part)[key], settings);

const textOf = (value: unknown): string => (typeof value === 'boolean' ? (value ? 'yes' : '') : String(value ?? ''));

export const siteValuesOf = (settings: Settings): SiteValues =>
  Object.fromEntries(SITE_FIELDS.map((field) => [field, textOf(settingOf(settings, field))])) as SiteValues;

export const changedFields = (values: SiteValues, from: SiteValues): SiteField[] =>
  SITE_FIELDS.filter((field) => values[field] !== from[field]);

/** Converts a typed text to the setting's type. */
function settingFrom(field: SiteField, text: string): unknown {
  const kind = FIELDS[field];
  if (kind === 'flag') return text === 'yes';
  if (text.trim() === '' && kind.endsWith('none')) return null;
  return kind.startsWith('number') ? Number(text) : text;
}

/** These fields as settings. All are single lines, so line breaks of a long text become spaces. */
export function settingsWith(values: SiteValues, fields: readonly SiteField[]): SomeSettings {
  const settings: Record<string, unknown> = {};
  for (const field of fields) {
    const [key = '', name] = field.split(':');
    const text = values[field].replace(/\s*[\r\n]\s*/g, ' ');
    const value = settingFrom(field, text);
    settings[key] = name === undefined ? value : { ...Object(settings[key]), [name]: value };
  }
  return settings as SomeSettings;
}

/** Errors of the changed fields, in the server's words. */
export function siteProblems(values: SiteValues, from: SiteValues): Record<string, string> {
  const parsed = SomeSettings.safeParse(settingsWith(values, changedFields(values, from)));
  const issues = parsed.error?.issues ?? [];
  return Object.fromEntries(issues.map(({ path, message }) => [path.join(':'), message]).reverse());
}
