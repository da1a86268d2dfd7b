import { posix } from 'node:path';
import { instantFrom, wholeText } from './fitting.ts';
import { type FolderSite, pathOfParts, plainSite, siteAddress, TEXT_END } from './folder-site.ts';
import { type Fields, fieldsIn, isFields, isSet, listOf, merged, readData, valueIn, wordsOf } from './front-matter.ts';
import { withoutLiquid } from './liquid.ts';
import type { ImportFolder } from './records.ts';

const CONFIG = /^_config\.ya?ml$/;
const POST = /(?:^|\/)_(?:posts|drafts)\//;

/** The date as written, in any time zone. */
const DAY = /^(\d{4})-(\d\d?)-(\d\d?)/;

/** Whether a folder has posts or a configuration in Jekyll's format. */
export const isJekyll = (paths: readonly string[]): boolean =>
  paths.some((path) => CONFIG.test(path) || POST.test(path));

/** Jekyll's names for its built-in patterns. */
const STYLES: Readonly<Record<string, string>> = {
  date: '/:categories/:year/:month/:day/:title:output_ext',
  pretty: '/:categories/:year/:month/:day/:title/',
  ordinal: '/:categories/:year/:y_day/:title:output_ext',
  none: '/:categories/:title:output_ext',
};

/**
 * A Jekyll site, with its configuration if there is one.
 * @throws ImportFault for an invalid configuration
 */
export async function jekyllSite(folder: ImportFolder, paths: readonly string[]): Promise<FolderSite> {
  const file = paths.find((path) => CONFIG.test(path));
  const read = file && readData(file, await wholeText({ name: file, open: () => folder.open(file) }));
  const config: Fields = isFields(read) ? read : {};
  const plain = plainSite([]);
  const collectionOf = (path: string): string | null =>
    POST.test(path) ? 'posts' : (/^_([^/]+)\//.exec(path)?.[1] ?? null);
  const collections = fieldsIn(config, 'collections');
  const isShown = (name: string): boolean => isSet(fieldsIn(collections, name), 'output');
  const base = wordsOf(config, 'baseurl').replace(/\/+$/, '');
  const ofSite = wordsOf(config, 'permalink') || 'date';
  /** The ending of the addresses of pages and collections, which is the same as that of posts. */
  const ending = STYLES[ofSite] ?? ofSite;
  const suffix = ending.endsWith('/') ? '/' : ending.endsWith(':output_ext') ? ':output_ext' : '';
  const permalinkFor = (path: string, fields: Fields): string => {
    const collection = collectionOf(path) ?? 'pages';
    const own = wordsOf(fields, 'permalink', 'url');
    const permalink = own || wordsOf(fieldsIn(collections, collection), 'permalink');
    if (permalink !== '') return STYLES[permalink] ?? permalink;
    if (collection === 'posts') return ending;
    return collection === 'pages' ? `/:path/:basename${suffix}` : `/:collection/:path${suffix}`;
  };

  /** The path for a pattern; null if the pattern is not supported. */
  function pathFor(pattern: string, path: string, fields: Fields, categories: readonly string[]): string | null {
    const { date, name } = plain.placeOf(path);
    const [, year = '', month = '', day = ''] =
      DAY.exec(wordsOf(fields, 'date')) ?? DAY.exec(instantFrom(wordsOf(fields, 'date')) ?? date ?? '') ?? [];
    const title = wordsOf(fields, 'slug') || name;
    const dayOfYear = (Date.UTC(Number(year), Number(month) - 1, Number(day)) - Date.UTC(Number(year), 0)) / 86_400_000;
    const inside = path.replace(/^_(?:pages|drafts)\//, '').replace(/^_[^/]+\//, '');
    const values: Readonly<Record<string, string>> = {
      year,
      month: month.padStart(2, '0'),
      day: day.padStart(2, '0'),
      short_year: year.slice(2),
      i_month: String(Number(month)),
      i_day: String(Number(day)),
      y_day: String(dayOfYear + 1).padStart(3, '0'),
      title,
      slug: title,
      name,
      basename: posix.basename(path).replace(TEXT_END, ''),
      output_ext: '.html',
      categories: categories.map((one) => one.toLowerCase()).join('/'),
      collection: collectionOf(path) ?? '',
      path:
        collectionOf(path) === 'pages' || !path.startsWith('_') ? posix.dirname(inside) : inside.replace(TEXT_END, ''),
    };
    let isKnown = true;
    const made = pattern.replace(/:([a-z_]+)/g, (_, key: string) => {
      isKnown &&= Object.hasOwn(values, key) && (year !== '' || !/year|month|day/.test(key));
      return values[key] ?? '';
    });
    return isKnown ? pathOfParts(made.replace(/\/\.(?=\/)/g, '').replace(/\/index\.html$/, '/')) : null;
  }

  const categoriesOf = (path: string, fields: Fields): string[] => [
    ...(/^(.*)\/_(?:posts|drafts)\//.exec(path)?.[1]?.split('/') ?? []),
    ...listOf(fields, 'categories', 'category'),
  ];

  return {
    ...plain,
    url: siteAddress(wordsOf(config, 'url') + base)?.href.replace(/\/+$/, '') ?? null,
    base,
    isText: (path) =>
      (plain.isText(path) || (POST.test(path) && TEXT_END.test(path))) &&
      !/^_(?:includes|layouts|data|sass|site)\/|^vendor\//.test(path),

    whole(path, own) {
      const type = collectionOf(path) ?? 'pages';
      const defaults = valueIn(config, 'defaults');
      const fitting = (Array.isArray(defaults) ? defaults.filter(isFields) : []).filter((one) => {
        const [below, scopeType] = [wordsOf(one, 'scope.path').replace(/^\/|\/$/g, ''), wordsOf(one, 'scope.type')];
        return (
          (scopeType === '' || scopeType === type) && (below === '' || path === below || path.startsWith(`${below}/`))
        );
      });
      const all = merged(own, ...fitting.reverse().map((one) => fieldsIn(one, 'values')));
      // Words separated by spaces are separate values.
      const lists = ['tags', 'categories'].flatMap((name) => {
        const words = valueIn(all, name);
        return typeof words === 'string' && !words.includes(',') ? [[name, words.trim().split(/\s+/)]] : [];
      });
      return { ...all, ...Object.fromEntries(lists) };
    },

    oldPathOf(path, fields, doubt = () => undefined) {
      const pattern = permalinkFor(path, fields);
      const made = pathFor(pattern, path, fields, categoriesOf(path, fields));
      // A draft has no date, and had no address.
      if (made === null && !path.includes('_drafts/')) doubt(`the address ${pattern}`);
      return made ?? pathOfParts(plain.placeOf(path).name);
    },
    otherPaths(path, fields) {
      const isGiven = wordsOf(config, 'permalink') !== '' || wordsOf(fields, 'permalink') !== '';
      const bare = POST.test(path) && !isGiven ? pathFor(permalinkFor(path, fields), path, fields, []) : null;
      return bare === null ? [] : [bare];
    },
    isPost: (path) => POST.test(path),
    isPage: (path) => collectionOf(path) === null,
    isResource(path) {
      const collection = collectionOf(path);
      return collection !== null && !['posts', 'pages'].includes(collection) && !isShown(collection);
    },
    wordFor: (name) => (name.startsWith('site.') ? wordsOf(config, name.slice('site.'.length)) : ''),
    prepared: withoutLiquid,
    *records() {
      for (const key of ['title', 'description'] as const) {
        const value = wordsOf(config, key);
        if (value) yield { kind: 'setting', key: key === 'title' ? 'name' : key, value: value.slice(0, 500) };
      }
    },
  };
}
