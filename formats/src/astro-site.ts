import { posix } from 'node:path';
import { wholeText } from './fitting.ts';
import { folderRedirects, type OldRule } from './folder-redirects.ts';
import { type FolderSite, isPlaceholder, type OldGroup, pathOfParts, placeIn, TEXT } from './folder-site.ts';
import { isFields, readFrontMatter, valueIn, wordsOf } from './front-matter.ts';
import { githubSlug } from './heading-fragments.ts';
import { isLanguage } from './hugo-config.ts';
import { type Literal, literalOf } from './js-literals.ts';
import type { ImportFolder } from './records.ts';

const CONFIG = /^astro\.config\.\w+$/;
const PAGES = 'src/pages/';
const CONTENT = 'src/content/';
/** The first page of Starlight, where only the folder of collections was given. */
const SPLASH = /^docs\/index\.mdx?$/;

/**
 * What Astro makes of a folder: collections below their names, Starlight's texts and the pages at the root of the site. Null for another folder.
 * @throws ImportFault with file and line for front matter that cannot be read
 */
export async function astroSite(folder: ImportFolder, paths: readonly string[]): Promise<FolderSite | null> {
  const read = (path: string) => wholeText({ name: path, open: () => folder.open(path) });
  const isWhole = paths.some((path) => CONFIG.test(path) || (path.startsWith(CONTENT) && TEXT.test(path)));
  const splash = isWhole ? undefined : paths.find((path) => SPLASH.test(path));
  const first = splash === undefined ? {} : readFrontMatter(splash, await read(splash)).fields;
  if (!isWhole && wordsOf(first, 'template') !== 'splash' && valueIn(first, 'hero') === undefined) return null;

  const content = isWhole ? CONTENT : '';
  const docs = `${content}docs/`;
  const configPath = paths.find((path) => CONFIG.test(path));
  const config = configPath === undefined ? '' : await read(configPath);
  const about = paths.includes('package.json') ? await read('package.json') : '';
  const isStarlight = !isWhole || `${config} ${about}`.includes('starlight');
  const isText = (path: string): boolean =>
    TEXT.test(path) && (path.startsWith(content) || (isWhole && path.startsWith(PAGES)));

  const rootOf = (path: string): string =>
    isWhole && path.startsWith(PAGES) ? PAGES : isStarlight && path.startsWith(docs) ? docs : content;
  // Starlight has a folder for each language but the first one.
  const configured = literalOf(config, 'locales');
  const locales = new Set(isFields(configured) ? Object.keys(configured).filter(isLanguage) : []);
  const placeOf = (path: string) => {
    const below = path.slice(rootOf(path).length);
    const folderName = below.split('/')[0] ?? '';
    const isLocale = locales.has(folderName) && rootOf(path) === docs;
    return placeIn(below, { language: isLocale ? folderName : null, isLanguage: () => false });
  };
  const site = literalOf(config, 'site');
  const url = typeof site === 'string' && /^https?:/.test(site) && URL.canParse(site) ? new URL(site) : null;
  const given = literalOf(config, 'base');
  const base = typeof given === 'string' ? pathOfParts(given).replace(/^\/$/, '') : '';
  const groups = isStarlight ? groupsIn(literalOf(config, 'sidebar'), '') : [];

  return {
    url: url && !isPlaceholder(url) ? `${url.origin}${base}` : null,
    base,
    isText,
    placeOf,
    whole: (_, fields) => fields,
    oldPathOf(path, fields) {
      const permalink = wordsOf(fields, 'permalink');
      if (permalink.startsWith('/')) return pathOfParts(permalink);
      const { folders, name, date } = placeOf(path);
      const root = rootOf(path);
      if (root === PAGES) return pathOfParts(...folders, date === null ? name : `${date}-${name}`);
      const slug = wordsOf(fields, 'slug');
      // An address of its own is the whole one below its collection.
      const above = root === docs ? [] : folders.slice(0, slug.includes('/') ? 1 : undefined);
      if (slug !== '') return pathOfParts(...above, slug);
      return pathOfParts(...[...folders, date === null ? name : `${date}-${name}`].map(githubSlug));
    },
    isResource: (path) => path.split('/').some((part) => part.startsWith('_')),
    isPost: (path) => rootOf(path) === docs && isStarlight,
    orderOf(fields) {
      const order = Number(valueIn(fields, 'sidebar.order', 'order') ?? Number.NaN);
      return Number.isFinite(order) ? order : null;
    },
    groups,
    termOf: () => null,
    termPath: (taxonomy, name) => pathOfParts(taxonomy, name),
    wordFor: () => '',
    records: (published) => folderRedirects(redirectsIn(literalOf(config, 'redirects')), { base, published }),
  };
}

/** `redirects` of the configuration. */
function redirectsIn(rules: Literal | undefined): OldRule[] {
  return Object.entries(isFields(rules) ? rules : {}).flatMap(([from, rule]) => {
    const to = isFields(rule) ? wordsOf(rule, 'destination') : typeof rule === 'string' ? rule : '';
    const status = isFields(rule) ? Number(wordsOf(rule, 'status') || 301) : 301;
    return [{ from, to, status }];
  });
}

/** The groups of Starlight's sidebar, each with its texts or the folder that it shows. */
function groupsIn(items: Literal | undefined, label: string): OldGroup[] {
  const listed = Array.isArray(items) ? (items as readonly Literal[]) : [];
  const inner: OldGroup[] = [];
  const texts: string[] = [];
  for (const item of listed) {
    const slug = typeof item === 'string' ? item : isFields(item) ? wordsOf(item, 'slug', 'link') : '';
    if (slug !== '') {
      if (!/^[a-z]+:|^\/\//i.test(slug)) texts.push(pathOfParts(slug));
    } else if (isFields(item)) {
      const name = wordsOf(item, 'label') || label;
      const directory = wordsOf(item, 'autogenerate.directory', 'directory');
      if (directory !== '')
        inner.push({ name, folder: posix.normalize(directory).replace(/^\/+|\/+$/g, ''), texts: [] });
      const below = valueIn(item, 'items');
      if (Array.isArray(below)) inner.push(...groupsIn(below as readonly Literal[], name));
    }
  }
  return texts.length > 0 && label !== '' ? [{ name: label, folder: null, texts }, ...inner] : inner;
}
