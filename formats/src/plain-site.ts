import { type FolderSite, pathOfParts, placeIn, TEXT } from './folder-site.ts';
import { wordsOf } from './front-matter.ts';
import { isLanguage } from './hugo-config.ts';

/** What repositories say about themselves. */
const ABOUT_CODE = /^(?:readme|license|changelog|contributing|code_of_conduct|security)\.md$/i;

/** A folder of Markdown that no builder is known of: addresses are like its folders, unless a text says another. */
export function plainSite(paths: readonly string[]): FolderSite {
  const root = paths.some((path) => path.startsWith('content/') && TEXT.test(path)) ? 'content/' : '';
  const isText = (path: string): boolean => TEXT.test(path) && path.startsWith(root) && !ABOUT_CODE.test(path);
  const placeOf = (path: string) => placeIn(path.slice(root.length), { isLanguage });
  return {
    url: null,
    base: '',
    isText,
    placeOf,
    whole: (_, fields) => fields,
    oldPathOf(path, fields) {
      const given = wordsOf(fields, 'url', 'permalink');
      if (given.startsWith('/') && !given.includes(':')) return pathOfParts(given);
      const { folders, name } = placeOf(path);
      const slug = wordsOf(fields, 'slug') || name;
      return slug.startsWith('/') ? pathOfParts(slug) : pathOfParts(...folders, slug);
    },
    isResource: () => false,
    // Without a builder around it, nothing says that a text is a page.
    isPost: (path) => root === '' && placeOf(path).folders.length === 0,
    orderOf: () => null,
    groups: [],
    termOf: () => null,
    termPath: (taxonomy, name) => pathOfParts(taxonomy, name),
    wordFor: () => '',
    records: () => [],
  };
}
