/* Addresses as Hugo makes them (hugo: configuration of permalinks, front matter `url` and `slug`). */

/** What a pattern is filled from. */
export interface PermalinkParts {
  /** In UTC; null for a text without a date. */
  readonly date: Date | null;
  readonly title: string;
  readonly slug: string;
  /** The name of the file, or of the folder of a bundle. */
  readonly fileName: string;
  /** From the first folder on, those that are sections. */
  readonly sections: readonly string[];
}

const EXTRA = /[\p{L}\p{N}\p{M}./\\_#+~@-]/u;

/** A word of an address: spaces are hyphens, other signs are left out. */
export function hugoPath(text: string): string {
  let made = '';
  let isSpace = false;
  for (const sign of text) {
    if (EXTRA.test(sign)) {
      made += isSpace && sign !== '-' ? `-${sign}` : sign;
      isSpace = false;
    } else if (/\s/.test(sign) && made !== '' && !made.endsWith('-')) isSpace = true;
  }
  return made.toLowerCase();
}

const two = (value: number): string => String(value).padStart(2, '0');
const named = (date: Date, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat('en', { ...options, timeZone: 'UTC' }).format(date).toLowerCase();

const DATE_PARTS: Readonly<Record<string, (date: Date) => string>> = {
  year: (date) => String(date.getUTCFullYear()).padStart(4, '0'),
  month: (date) => two(date.getUTCMonth() + 1),
  monthname: (date) => named(date, { month: 'long' }),
  day: (date) => two(date.getUTCDate()),
  weekday: (date) => String(date.getUTCDay()),
  weekdayname: (date) => named(date, { weekday: 'long' }),
  yearday: (date) => String(Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0)) / 86_400_000) + 1),
  '2006': (date) => DATE_PARTS.year?.(date) ?? '',
  '06': (date) => two(date.getUTCFullYear() % 100),
  '01': (date) => two(date.getUTCMonth() + 1),
  '1': (date) => String(date.getUTCMonth() + 1),
  '02': (date) => two(date.getUTCDate()),
  '2': (date) => String(date.getUTCDate()),
};

/** `:sections[1:]`, `:sections[last]`, `:sections[:last]`. */
function slice(sections: readonly string[], range: string | undefined): readonly string[] {
  if (range === undefined) return sections;
  const at = (text: string, missing: number): number =>
    text === '' ? missing : text === 'last' ? sections.length - 1 : Number(text);
  const [from = '', to] = range.split(':');
  if (to === undefined) return [sections[at(from, 0)] ?? ''].filter((section) => section !== '');
  return sections.slice(at(from, 0), at(to, sections.length));
}

const TOKEN = /:([a-z]+|2006|06|0?[12])(?:\[(\d*|last|\d*:(?:\d*|last))\])?/g;

/** The path that a pattern makes. A text without a date has the one that Hugo gives it: the first day of the year 1. */
export function permalinkOf(pattern: string, parts: PermalinkParts): string {
  const { title, slug, fileName, sections } = parts;
  const date = parts.date ?? new Date('0001-01-01T00:00:00Z');
  const written = pattern.replace(TOKEN, (raw: string, name: string, range?: string) => {
    const ofDate = DATE_PARTS[name];
    if (ofDate) return ofDate(date);
    switch (name) {
      case 'title':
        return hugoPath(title);
      case 'slug':
        return hugoPath(slug || title);
      case 'slugorfilename':
      case 'slugorcontentbasename':
        return hugoPath(slug || fileName);
      case 'filename':
      case 'contentbasename':
        return hugoPath(fileName);
      case 'section':
      case 'sectionslug':
        return hugoPath(sections[0] ?? '');
      case 'sections':
      case 'sectionslugs':
        return slice(sections, range).map(hugoPath).join('/');
      default:
        return raw;
    }
  });
  return `/${written}`.replace(/\/{2,}/g, '/').replace(/(?<=.)\/+$/, '');
}
