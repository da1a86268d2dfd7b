import { posix } from 'node:path';
import { LANGUAGE } from '@inkwell/shared/publication';
import { MARKDOWN_FILE } from '@inkwell/shared/pushed-posts';
import { type Fields, wordsOf } from './front-matter.ts';
import type { Imported } from './records.ts';
import type { TagSource } from './site-tags.ts';

/** Files with texts. */
export const TEXT = MARKDOWN_FILE;
/** Their extensions. Texts of Jekyll may be HTML. */
export const TEXT_END = /\.(?:md|mdx|markdown|html?)$/i;

/** The position of a text in its folder. */
export interface TextPlace {
  /** The folders below the content root of its language, without folders that are not part of the address. */
  readonly folders: readonly string[];
  /** The name of the file, or of the folder for `index.md`. Empty for the home page. */
  readonly name: string;
  /** The date at the beginning of the file name. */
  readonly date: string | null;
  readonly language: string | null;
  /** Whether it is `index.md`, alone in its folder with its pictures. */
  readonly isIndex: boolean;
  /** Whether it is `_index.md`, the page of a folder of texts. */
  readonly isSection: boolean;
}

/** How the builder of a site interprets a folder of texts. */
export interface FolderSite {
  /** The address of the site, if its configuration contains it. */
  readonly url: string | null;
  /** The base path of the site, such as `/manual`; empty if there is none. */
  readonly base: string;
  isText(path: string): boolean;
  placeOf(path: string): TextPlace;
  /** The front matter of a text, completed with the defaults of the site. */
  whole(path: string, fields: Fields): Fields;
  /** The old path of the text, below `base`. `doubt` is called with unsupported parts of its address. */
  oldPathOf(path: string, fields: Fields, doubt?: (what: string) => void): string;
  /** Other paths that the text may have had. */
  otherPaths?(path: string, fields: Fields): string[];
  /** Whether the text is a part of another text, which may not show it. */
  isResource(path: string): boolean;
  /** Whether the text is a post, whatever its folder. */
  isPost(path: string): boolean;
  /** Whether the text is a page, whatever its folder. */
  isPage?(path: string): boolean;
  /** Whether the text is the page of a tag or category. */
  isTerm(path: string): boolean;
  /** The old path of a tag or category page, below `base`. */
  termPath(taxonomy: string, name: string): string;
  /** The value of a configuration parameter, for shortcodes. */
  wordFor(name: string): string;
  /** The source of a text without the builder's template language. */
  prepared?(text: string, source: TagSource): string;
  /** The redirects of the site itself, and report lines. `published` returns a path with `base`, as it was public. */
  records(published: (path: string) => string): Iterable<Imported>;
}

const DATED = /^(\d{4})-(\d{1,2})-(\d{1,2})-(.+)$/;

/** Derives the position of a text from its path below the content root. */
export function placeIn(
  below: string,
  {
    language = null,
    isLanguage,
  }: { readonly language?: string | null; readonly isLanguage: (code: string) => boolean },
): TextPlace {
  const file = posix.basename(below).replace(TEXT_END, '');
  const ending = /\.([a-z]{2,3}(?:-[a-z\d]{2,8})*)$/i.exec(file)?.[1] ?? null;
  const isNamed = ending !== null && isLanguage(ending);
  const bare = isNamed ? file.slice(0, -ending.length - 1) : file;
  const isSection = bare === '_index';
  const isIndex = bare === 'index';
  const folders = posix.dirname(below) === '.' ? [] : posix.dirname(below).split('/');
  const given = isSection || isIndex ? (folders.at(-1) ?? '') : bare;
  const dated = DATED.exec(given);
  return {
    folders: (isSection || isIndex ? folders.slice(0, -1) : folders).filter(
      (name) => !/^_(?:posts|drafts|pages)$/.test(name),
    ),
    name: dated?.[4] ?? given,
    date: dated
      ? dated
          .slice(1, 4)
          .map((part) => part.padStart(2, '0'))
          .join('-')
      : null,
    language: isNamed ? ending : language,
    isIndex,
    isSection,
  };
}

/** Joins the parts of a path, with a leading slash and no trailing one. */
export const pathOfParts = (...parts: readonly string[]): string =>
  `/${parts.join('/')}`.replace(/\/{2,}/g, '/').replace(/(?<=.)\/+$/, '');

/** The address in a configuration; null for a placeholder, as in a new site. */
export function siteAddress(value: unknown): URL | null {
  const url = typeof value === 'string' && /^https?:/.test(value) && URL.canParse(value) ? new URL(value) : null;
  return url && !/^(?:(?:www\.)?example\.(?:com|net|org)|localhost|[\d.]+)$/i.test(url.hostname) ? url : null;
}

/** Whether a code is a real language, unlike the extension in `vue.js.md`. */
export function isLanguage(code: string): boolean {
  if (!/^[a-z]{2,3}(?:-[a-z\d]{2,8})*$/i.test(code) || !LANGUAGE.test(code)) return false;
  return new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' }).of(code) !== undefined;
}

/** Files in which repositories describe themselves. */
const ABOUT_CODE = /^(?:readme|license|changelog|contributing|code_of_conduct|security)\.md$/i;

/** A folder of Markdown without a known builder. Addresses follow its folders, unless a text sets its own. */
export function plainSite(paths: readonly string[]): FolderSite {
  const root = paths.some((path) => path.startsWith('content/') && TEXT.test(path)) ? 'content/' : '';
  const placeOf = (path: string) => placeIn(path.slice(root.length), { isLanguage });
  return {
    url: null,
    base: '',
    isText: (path) => TEXT.test(path) && path.startsWith(root) && !ABOUT_CODE.test(path),
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
    // Without a builder, texts at the root are posts by default.
    isPost: (path) => root === '' && placeOf(path).folders.length === 0,
    isTerm: () => false,
    termPath: (taxonomy, name) => pathOfParts(taxonomy, name),
    wordFor: () => '',
    records: () => [],
  };
}
