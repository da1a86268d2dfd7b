import { posix } from 'node:path';
import type { Fields } from './front-matter.ts';
import type { Imported } from './records.ts';

/** Files that have texts. */
export const TEXT = /\.(?:md|mdx|markdown)$/i;

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
  /** Where the text was, below `base`. */
  oldPathOf(path: string, fields: Fields): string;
  /** Whether it belonged to another text, which showed it or not. */
  isResource(path: string): boolean;
  /** Whether it is a post wherever it stands. */
  isPost(path: string): boolean;
  /** Its number in the order of its folder; null without one. */
  orderOf(fields: Fields): number | null;
  /** Texts that the site lists together. */
  readonly groups: readonly OldGroup[];
  /** The word of a list (`tags`, `linux`) whose page a text is; null for other texts. */
  termOf(path: string): { readonly taxonomy: string; readonly term: string } | null;
  /** Where the page of a word was, below `base`. */
  termPath(taxonomy: string, name: string): string;
  /** What texts say with a shortcode for a value of the configuration. */
  wordFor(name: string): string;
  /** Words, menu and redirects of the site itself. `published` gives a path of the site as it was outside, with `base`. */
  records(published: (path: string) => string): Iterable<Imported>;
}

/** A part of the navigation. */
export interface OldGroup {
  readonly name: string;
  /** Shows all texts of a folder below the root, or else those that are listed by their old paths. */
  readonly folder: string | null;
  readonly texts: readonly string[];
}

const DATED = /^(\d{4}-\d{2}-\d{2})-(.+)$/;

/** Reads the place of a text from its path below the root of texts. */
export function placeIn(
  below: string,
  {
    language = null,
    isLanguage,
  }: { readonly language?: string | null; readonly isLanguage: (code: string) => boolean },
): TextPlace {
  const file = posix.basename(below).replace(TEXT, '');
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
    name: dated?.[2] ?? given,
    date: dated?.[1] ?? null,
    language: isNamed ? ending : language,
    isIndex,
    isSection,
  };
}

/** A path of its parts, with a slash before it and none behind. */
export const pathOfParts = (...parts: readonly string[]): string =>
  `/${parts.join('/')}`.replace(/\/{2,}/g, '/').replace(/(?<=.)\/+$/, '');

/** Addresses that stand for none, as a new site has them. */
export const isPlaceholder = ({ hostname }: URL): boolean =>
  /^(?:(?:www\.)?example\.(?:com|net|org)|localhost|[\d.]+)$/i.test(hostname);
