import { posix } from 'node:path';
import { LANGUAGE } from '@inkwell/shared/publication';
import { type Fields, wordsOf } from './front-matter.ts';
import type { Imported } from './records.ts';
import type { TagSource } from './site-tags.ts';

/** Files that have texts. */
export const TEXT = /\.(?:md|mdx|markdown)$/i;
/** The ends of their names; texts of Jekyll may be HTML. */
export const TEXT_END = /\.(?:md|mdx|markdown|html?)$/i;

/** Where a text stands among the others. */
export interface TextPlace {
  /** Below the root of all texts of its language, without those that the address leaves out. */
  readonly folders: readonly string[];
  /** Of its file, or of its folder for `index.md`. Empty for the first page. */
  readonly name: string;
  /** The date that begins its name. */
  readonly date: string | null;
  readonly language: string | null;
  /** `index.md`, alone in its folder with its pictures. */
  readonly isIndex: boolean;
  /** `_index.md`, the page of a folder of texts. */
  readonly isSection: boolean;
}

/** What the builder of a site makes of a folder of texts. */
export interface FolderSite {
  /** Its address, where its configuration says it. */
  readonly url: string | null;
  /** The path below which the site was, such as `/manual`; empty for none. */
  readonly base: string;
  isText(path: string): boolean;
  placeOf(path: string): TextPlace;
  /** The fields of a text, with those that the site gives it. */
  whole(path: string, fields: Fields): Fields;
  /** Where the text was, below `base`. `doubt` hears what of its address is not understood. */
  oldPathOf(path: string, fields: Fields, doubt?: (what: string) => void): string;
  /** Further paths that it may have had. */
  otherPaths?(path: string, fields: Fields): string[];
  /** Whether it belonged to another text, which showed it or not. */
  isResource(path: string): boolean;
  /** Whether it is a post wherever it stands. */
  isPost(path: string): boolean;
  /** Whether it is a page wherever it stands. */
  isPage?(path: string): boolean;
  /** Whether it is the page of a tag or category. */
  isTerm(path: string): boolean;
  /** Where the page of a word was, below `base`. */
  termPath(taxonomy: string, name: string): string;
  /** What texts say with a shortcode for a value of the configuration. */
  wordFor(name: string): string;
  /** The source of a text without the language of the builder's templates. */
  prepared?(text: string, source: TagSource): string;
  /** Redirects of the site itself, and lines for the report. `published` gives a path as it was outside, with `base`. */
  records(published: (path: string) => string): Iterable<Imported>;
}

const DATED = /^(\d{4})-(\d{1,2})-(\d{1,2})-(.+)$/;

/** Reads the place of a text from its path below the root of texts. */
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

/** A path of its parts, with a slash before it and none behind. */
export const pathOfParts = (...parts: readonly string[]): string =>
  `/${parts.join('/')}`.replace(/\/{2,}/g, '/').replace(/(?<=.)\/+$/, '');

/** The address of a configuration; null for one that stands for none, as a new site has it. */
export function siteAddress(value: unknown): URL | null {
  const url = typeof value === 'string' && /^https?:/.test(value) && URL.canParse(value) ? new URL(value) : null;
  return url && !/^(?:(?:www\.)?example\.(?:com|net|org)|localhost|[\d.]+)$/i.test(url.hostname) ? url : null;
}

/** A code of a language that people have, and not the ending of `vue.js.md`. */
export function isLanguage(code: string): boolean {
  if (!/^[a-z]{2,3}(?:-[a-z\d]{2,8})*$/i.test(code) || !LANGUAGE.test(code)) return false;
  return new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' }).of(code) !== undefined;
}

/** What repositories say about themselves. */
const ABOUT_CODE = /^(?:readme|license|changelog|contributing|code_of_conduct|security)\.md$/i;

/** A folder of Markdown that no builder is known of: addresses are like its folders, unless a text says another. */
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
    // Without a builder around it, nothing says that a text is a page.
    isPost: (path) => root === '' && placeOf(path).folders.length === 0,
    isTerm: () => false,
    termPath: (taxonomy, name) => pathOfParts(taxonomy, name),
    wordFor: () => '',
    records: () => [],
  };
}
