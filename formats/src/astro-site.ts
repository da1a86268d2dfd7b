import { parse } from 'yaml';
import { reportLine, wholeText } from './fitting.ts';
import { folderRedirects, type OldRule } from './folder-redirects.ts';
import { type FolderSite, isLanguage, pathOfParts, placeIn, siteAddress, TEXT } from './folder-site.ts';
import { isFields, wordsOf } from './front-matter.ts';
import { githubSlug } from './heading-fragments.ts';
import type { Imported, ImportFolder } from './records.ts';

const CONFIG = /^astro\.config\.\w+$/;
const PAGES = 'src/pages/';
const CONTENT = 'src/content/';
const DOCS = `${CONTENT}docs/`;

/**
 * A site of Astro: its collections, Starlight's texts, and the pages at the root of the site. Null if the folder is not an Astro site.
 * @throws ImportFault with file and line for invalid front matter
 */
export async function astroSite(folder: ImportFolder, paths: readonly string[]): Promise<FolderSite | null> {
  if (!paths.some((path) => CONFIG.test(path) || (path.startsWith(CONTENT) && TEXT.test(path)))) return null;
  const read = async (path: string | undefined): Promise<string> =>
    path === undefined ? '' : wholeText({ name: path, open: () => folder.open(path) });
  const config = withoutComments(await read(paths.find((path) => CONFIG.test(path))));
  const about = await read(paths.find((path) => path === 'package.json'));
  const isStarlight = `${config} ${about}`.includes('starlight');

  const rootOf = (path: string): string =>
    path.startsWith(PAGES) ? PAGES : isStarlight && path.startsWith(DOCS) ? DOCS : CONTENT;
  // Starlight has a folder for each language except the default one.
  const configured = literalOf(config, 'locales');
  const locales = new Set(isFields(configured) ? Object.keys(configured).filter(isLanguage) : []);
  const placeOf = (path: string) => {
    const below = path.slice(rootOf(path).length);
    const [first = ''] = below.split('/');
    return placeIn(below, {
      language: locales.has(first) && rootOf(path) === DOCS ? first : null,
      isLanguage: () => false,
    });
  };
  const given = literalOf(config, 'base');
  const base = typeof given === 'string' ? pathOfParts(given).replace(/^\/$/, '') : '';
  const url = siteAddress(literalOf(config, 'site'));

  return {
    url: url && `${url.origin}${base}`,
    base,
    isText: (path) => TEXT.test(path) && (path.startsWith(CONTENT) || path.startsWith(PAGES)),
    placeOf,
    whole: (_, fields) => fields,
    oldPathOf(path, fields) {
      const permalink = wordsOf(fields, 'permalink');
      if (permalink.startsWith('/')) return pathOfParts(permalink);
      const { folders, name, date } = placeOf(path);
      const root = rootOf(path);
      const last = date === null ? name : `${date}-${name}`;
      if (root === PAGES) return pathOfParts(...folders, last);
      const slug = wordsOf(fields, 'slug');
      // A slug with a slash is the whole path below its collection.
      const above = root === DOCS ? [] : folders.slice(0, slug.includes('/') ? 1 : undefined);
      return slug === '' ? pathOfParts(...[...folders, last].map(githubSlug)) : pathOfParts(...above, slug);
    },
    isResource: (path) => path.split('/').some((part) => part.startsWith('_')),
    isPost: (path) => rootOf(path) === DOCS,
    isTerm: () => false,
    termPath: (taxonomy, name) => pathOfParts(taxonomy, name),
    wordFor: () => '',
    records: (published) => redirectRecords(literalOf(config, 'redirects'), base, published),
  };
}

const withoutComments = (source: string): string =>
  source.replace(/("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`]*`)|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, '$1');

/**
 * The first value of a name in a JavaScript configuration, which is parsed but never run: a string, or an object with literals as in YAML. Undefined
 * if there is none, null if it is computed.
 */
function literalOf(source: string, name: string): unknown {
  const at = new RegExp(`\\b${name}\\s*:\\s*(?=["'{])`).exec(source);
  if (!at) return new RegExp(`\\b${name}\\s*:`).test(source) ? null : undefined;
  const value = source.slice(at.index + at[0].length);
  let depth = 0;
  let end = 0;
  for (const { 0: part, index } of value.matchAll(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|[{}[\]]/g)) {
    if ('{['.includes(part)) depth += 1;
    else if ('}]'.includes(part)) depth -= 1;
    end = index + part.length;
    if (depth <= 0) break;
  }
  try {
    return parse(value.slice(0, end), { maxAliasCount: 0 });
  } catch {
    return null;
  }
}

/** The redirects of the configuration. */
function* redirectRecords(given: unknown, base: string, published: (path: string) => string): Generator<Imported> {
  if (given === null)
    yield reportLine(
      'redirect-left-out',
      'The redirects of the configuration are computed: they were left out',
      'astro.config',
    );
  const rules = Object.entries(isFields(given) ? given : {}).map(([from, rule]): OldRule => {
    const to = isFields(rule) ? wordsOf(rule, 'destination') : String(rule ?? '');
    return { from, to, status: isFields(rule) ? Number(wordsOf(rule, 'status') || 301) : 301 };
  });
  yield* folderRedirects(rules, { base, published });
}
