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

/** A word of an address: spaces are hyphens, other signs are left out. */
export const hugoPath = (text: string): string =>
  text
    .replace(/[^\p{L}\p{N}\p{M}./\\_#+~@\s-]/gu, '')
    .trim()
    .replace(/-?\s+-?/g, '-')
    .toLowerCase();

const TOKEN = /:([a-z]+)(?:\[(\d*)(:?)(\d*)\]|\[(last)\])?/g;

/** The path that a pattern makes; null where the pattern is not understood. */
export function permalinkOf(
  pattern: string,
  { title, slug, fileName, sections, ...rest }: PermalinkParts,
): string | null {
  // As Hugo dates a text without a date.
  const [year = '', month = '', day = ''] = (rest.date?.toISOString() ?? '0001-01-01').slice(0, 10).split('-');
  const values: Readonly<Record<string, string>> = {
    ...{
      year,
      month,
      day,
      title: hugoPath(title),
      slug: hugoPath(slug || title),
      section: hugoPath(sections[0] ?? ''),
    },
    ...{ filename: hugoPath(fileName), contentbasename: hugoPath(fileName) },
    ...{ slugorfilename: hugoPath(slug || fileName), slugorcontentbasename: hugoPath(slug || fileName) },
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
