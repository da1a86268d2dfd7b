/* Addresses as in Hugo (permalinks in the configuration, `url` and `slug` in front matter). */

/** The values for a pattern. */
export interface PermalinkParts {
  /** In UTC; null for a text without a date. */
  readonly date: Date | null;
  readonly title: string;
  readonly slug: string;
  /** The name of the file, or of a bundle's folder. */
  readonly fileName: string;
  /** The folders that are sections, starting at the first one. */
  readonly sections: readonly string[];
}

/** A part of an address: spaces become hyphens, and other special characters are removed. */
export const hugoPath = (text: string): string =>
  text
    .replace(/[^\p{L}\p{N}\p{M}./\\_#+~@\s-]/gu, '')
    .trim()
    .replace(/-?\s+-?/g, '-')
    .toLowerCase();

const TOKEN = /:([a-z]+)(?:\[(\d*)(:?)(\d*)\]|\[(last)\])?/g;

/** The path for a pattern; null if the pattern is not supported. */
export function permalinkOf(
  pattern: string,
  { title, slug, fileName, sections, ...rest }: PermalinkParts,
): string | null {
  // Hugo's date for texts without one.
  const [year = '', month = '', day = ''] = (rest.date?.toISOString() ?? '0001-01-01').slice(0, 10).split('-');
  const values: Readonly<Record<string, string>> = {
    year,
    month,
    day,
    title: hugoPath(title),
    slug: hugoPath(slug || title),
    section: hugoPath(sections[0] ?? ''),
    filename: hugoPath(fileName),
    contentbasename: hugoPath(fileName),
    slugorfilename: hugoPath(slug || fileName),
    slugorcontentbasename: hugoPath(slug || fileName),
    monthname: new Date(`2000-${month}-01`).toLocaleDateString('en', { month: 'long', timeZone: 'UTC' }).toLowerCase(),
  };
  let isKnown = true;
  const written = pattern.replace(TOKEN, (whole, name: string, from = '', colon = '', to = '', last = '') => {
    if (name === 'sections') {
      const start = last ? -1 : Number(from);
      const end = whole === ':sections' || last || (colon && to === '') ? undefined : colon ? Number(to) : start + 1;
      return sections.slice(start, end).map(hugoPath).join('/');
    }
    isKnown &&= Object.hasOwn(values, name) && !whole.endsWith(']');
    return values[name] ?? '';
  });
  return isKnown && !/:\d/.test(written) ? `/${written}`.replace(/\/{2,}/g, '/').replace(/(?<=.)\/+$/, '') : null;
}
