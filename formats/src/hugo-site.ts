import { posix } from 'node:path';
import { MENU_LIMITS } from '@inkwell/shared/menu';
import { LANGUAGE } from '@inkwell/shared/publication';
import { SITE_LIMITS } from '@inkwell/shared/site-settings';
import { instantFrom, lineFrom, wholeText } from './fitting.ts';
import { type FolderSite, isPlaceholder, pathOfParts, placeIn, TEXT, type TextPlace } from './folder-site.ts';
import { type Fields, fieldsIn, isFields, merged, readFrontMatter, valueIn, wordsOf } from './front-matter.ts';
import { type Glob, globOf } from './globs.ts';
import { type ContentRoot, isLanguage, readHugoConfig } from './hugo-config.ts';
import { hugoPath, permalinkOf } from './hugo-permalinks.ts';
import { menuLinksOf, type OldLink } from './menu-links.ts';
import { createOldAddresses } from './old-addresses.ts';
import type { Imported, ImportFolder, ReportLine } from './records.ts';

const SECTION = /(?:^|\/)_index(?:\.[\w-]+)?\.(?:md|markdown)$/i;
const BUNDLE = /(?:^|\/)index(?:\.[\w-]+)?\.(?:md|markdown)$/i;
const CONFIG = /^(?:hugo|config)\.(?:toml|ya?ml|json)$|^config\/_default\//;

/** Fields for the texts below a section, or of the whole site. */
interface Cascade {
  readonly fields: Fields;
  readonly path: Glob | null;
  readonly kind: Glob | null;
  readonly language: Glob | null;
}

/** Old sites were built for the public. */
const ENVIRONMENT = 'production';

/** Whether a folder is a site of Hugo, or its texts. */
export const isHugo = (paths: readonly string[]): boolean =>
  paths.some((path) => CONFIG.test(path) || SECTION.test(path));

/**
 * What Hugo makes of a folder: languages, sections, bundles, fields for all texts below a section, and addresses.
 * @throws ImportFault with file and line for a configuration or section that cannot be read
 */
export async function hugoSite(folder: ImportFolder, paths: readonly string[]): Promise<FolderSite> {
  const markdown = paths.filter((path) => TEXT.test(path));
  const { fields, isThere, roots, languages, defaultLanguage, isDefaultBelow } = await readHugoConfig(
    folder,
    paths,
    markdown,
  );
  const rootOf = (path: string): ContentRoot | null =>
    roots.find(({ folder: root }) => root === '' || path.startsWith(`${root}/`)) ?? null;
  const isText = (path: string): boolean => TEXT.test(path) && rootOf(path) !== null;
  const texts = markdown.filter(isText);
  const isKnown = (code: string): boolean => (languages ? languages.has(code.toLowerCase()) : isLanguage(code));

  const places = new Map<string, TextPlace>();
  const placeOf = (path: string): TextPlace => {
    const root = rootOf(path);
    const below = root && root.folder !== '' ? path.slice(root.folder.length + 1) : path;
    const place = places.get(path) ?? placeIn(below, { language: root?.language ?? null, isLanguage: isKnown });
    places.set(path, place);
    return place;
  };
  const languageOf = (path: string): string => placeOf(path).language?.toLowerCase() ?? defaultLanguage;
  const foldersAbove = ({ folders, name, isSection }: TextPlace): readonly string[] =>
    isSection ? [...folders, name] : folders;

  const isFirst = ({ folders, name }: TextPlace): boolean => folders.length === 0 && name === '';
  const kindOf = (place: TextPlace): string => (isFirst(place) ? 'home' : place.isSection ? 'section' : 'page');
  const logicalPath = ({ folders, name }: TextPlace): string => pathOfParts(...folders, name);

  const cascades = new Map<string, readonly Cascade[]>();
  const sections = new Set<string>();
  for (const path of texts.filter((one) => SECTION.test(one))) {
    const { fields: own } = readFrontMatter(path, await wholeText({ name: path, open: () => folder.open(path) }));
    const place = placeOf(path);
    sections.add(foldersAbove(place).join('/'));
    const found = cascadesIn(valueIn(own, 'cascade'));
    if (found.length > 0) cascades.set(`${languageOf(path)} ${foldersAbove(place).filter(Boolean).join('/')}`, found);
  }
  const ofSite = cascadesIn(valueIn(fields, 'cascade'));
  const bundles = new Set(texts.filter((path) => BUNDLE.test(path)).map((path) => posix.dirname(path)));

  /** From the nearest section on. */
  function* cascadesFor(path: string): Generator<Cascade> {
    const place = placeOf(path);
    const above = foldersAbove(place).filter((name) => name !== '');
    for (let length = above.length; length >= 0; length -= 1)
      yield* cascades.get(`${languageOf(path)} ${above.slice(0, length).join('/')}`) ?? [];
    yield* ofSite;
  }

  const whole = (path: string, own: Fields): Fields => {
    const place = placeOf(path);
    const [kind, logical, language] = [kindOf(place), logicalPath(place), languageOf(path)];
    const given = [...cascadesFor(path)].filter(
      (one) => (one.path?.(logical) ?? true) && (one.kind?.(kind) ?? true) && (one.language?.(language) ?? true),
    );
    // What people add stands in `params`, or beside what Hugo knows.
    return merged(
      own,
      fieldsIn(own, 'params'),
      ...given.flatMap((one) => [one.fields, fieldsIn(one.fields, 'params')]),
    );
  };

  const permalinks = fieldsIn(fields, 'permalinks');
  function patternFor(kind: string, section: string): string {
    const ofKind = valueIn(permalinks, kind);
    const name = section === '' ? '/' : section;
    const own = isFields(ofKind) ? wordsOf(ofKind, name) : '';
    return own || (kind === 'page' ? wordsOf(permalinks, name) : '');
  }

  const listed = Object.values(fieldsIn(fields, 'taxonomies')).filter((name) => typeof name === 'string');
  const taxonomies = new Set((listed.length > 0 ? listed : ['tags', 'categories']).map((name) => name.toLowerCase()));
  const isUgly = valueIn(fields, 'uglyURLs');

  function oldPathOf(path: string, given: Fields): string {
    const place = placeOf(path);
    const language = languageOf(path);
    const prefix = language === defaultLanguage && !isDefaultBelow ? '' : language;
    const date = instantFrom(wordsOf(given, 'date', 'publishDate', 'pubDate'));
    const parts = {
      date: date === null ? null : new Date(date),
      title: wordsOf(given, 'title') || place.name,
      slug: wordsOf(given, 'slug'),
      fileName: place.date === null ? place.name : `${place.date}-${place.name}`,
      sections: foldersAbove(place).filter((_, n, all) => n === 0 || sections.has(all.slice(0, n + 1).join('/'))),
    };
    const url = wordsOf(given, 'url');
    if (url !== '' && !/^[a-z]+:\/\//i.test(url)) {
      const written = url.includes(':') ? permalinkOf(url, parts) : url;
      return pathOfParts(url.startsWith('/') ? '' : prefix, written);
    }
    if (isFirst(place)) return pathOfParts(prefix);
    const kind = kindOf(place);
    const pattern = patternFor(kind, foldersAbove(place)[0] ?? '');
    if (pattern !== '') return pathOfParts(prefix, permalinkOf(pattern, parts));
    const last = (kind === 'page' && parts.slug) || parts.fileName;
    const made = pathOfParts(prefix, ...[...place.folders, last].map(hugoPath));
    const isFile = isUgly === true || (isFields(isUgly) && valueIn(isUgly, place.folders[0] ?? '') === true);
    return kind === 'page' && isFile ? `${made}.html` : made;
  }

  const url = wordsOf(fields, 'baseURL');
  const address = URL.canParse(url) && /^https?:/.test(url) ? new URL(url) : null;

  return {
    url: address && !isPlaceholder(address) ? address.href.replace(/\/+$/, '') : null,
    base: address ? address.pathname.replace(/\/+$/, '') : '',
    isText,
    placeOf,
    whole,
    oldPathOf,
    isResource(path) {
      const parts = (BUNDLE.test(path) ? posix.dirname(path) : path).split('/');
      const root = rootOf(path)?.folder ?? '';
      return parts.some((_, n) => {
        const above = parts.slice(0, n).join('/');
        return above !== '' && above !== root && bundles.has(above);
      });
    },
    isPost: () => false,
    groups: [],
    termOf(path) {
      const { folders, name, isSection } = placeOf(path);
      const [taxonomy, ...rest] = folders;
      const isTerm = isSection && taxonomy !== undefined && rest.length === 0 && taxonomies.has(taxonomy.toLowerCase());
      return isTerm ? { taxonomy: taxonomy.toLowerCase(), term: name } : null;
    },
    termPath(taxonomy, name) {
      const pattern = patternFor('term', taxonomy) || wordsOf(permalinks, taxonomy);
      const parts = { date: null, title: name, slug: '', fileName: name, sections: [taxonomy] };
      return pattern === '' ? pathOfParts(taxonomy, hugoPath(name)) : permalinkOf(pattern, parts);
    },
    orderOf(given) {
      const weight = Number(wordsOf(given, 'weight'));
      return Number.isFinite(weight) && weight !== 0 ? weight : null;
    },
    wordFor: (name) => wordsOf(fields, `params.${name}`, name),
    records: (published) => siteRecords(fields, { url: address?.href ?? null, isThere, published }),
  };
}

function cascadesIn(value: unknown): Cascade[] {
  return (Array.isArray(value) ? value : [value]).filter(isFields).flatMap((given) => {
    const target = fieldsIn(given, '_target', 'target');
    const pattern = (name: string): Glob | null => {
      const words = wordsOf(target, name);
      // A pattern that is not understood means all: rather too much is kept from the public than too little.
      return words === '' ? null : globOf(words);
    };
    const fields = Object.fromEntries(Object.entries(given).filter(([key]) => !/^_?target$/i.test(key)));
    if (pattern('environment')?.(ENVIRONMENT) === false) return [];
    return [{ fields, path: pattern('path'), kind: pattern('kind'), language: pattern('lang') }];
  });
}

function* siteRecords(
  fields: Fields,
  {
    url,
    isThere,
    published,
  }: { readonly url: string | null; readonly isThere: boolean; readonly published: (path: string) => string },
): Generator<Imported> {
  const lines: ReportLine[] = [];
  const say = (reason: ReportLine['reason'], text: string) =>
    lines.push({ kind: 'report', reason, text, about: null, record: null, address: null });
  if (!isThere)
    say(
      'changed',
      'There is no configuration of Hugo beside the texts: old addresses are those that it makes by default. If the site had others, import the folder of the whole site',
    );
  const language = wordsOf(fields, 'locale', 'languageCode');
  const values = {
    name: lineFrom(wordsOf(fields, 'title'), SITE_LIMITS.name, 'The name of the site', say),
    description: lineFrom(
      wordsOf(fields, 'params.description'),
      SITE_LIMITS.description,
      'The description of the site',
      say,
    ),
    language: LANGUAGE.test(language) ? language : null,
  };
  for (const key of ['name', 'description', 'language'] as const) {
    const value = values[key];
    if (value) yield { kind: 'setting', key, value };
  }
  const addresses = createOldAddresses({ addresses: url === null ? [] : [url] });
  const menus = fieldsIn(fields, 'menus', 'menu');
  const linksOf = (name: string) => linksIn(menus, name).map((link) => ({ ...link, url: published(link.url) }));
  const header = menuLinksOf(linksOf('main'), { max: MENU_LIMITS.header, addresses, lines });
  const footer = menuLinksOf(linksOf('footer'), { max: MENU_LIMITS.footer, addresses, lines });
  yield* lines;
  if (header.length + footer.length > 0) yield { kind: 'menu', key: 'menu', menu: { header, footer } };
}

/** The links of a menu in their order. */
function linksIn(menus: Fields, name: string): OldLink[] {
  const list = valueIn(menus, name);
  const weight = (item: Fields): number => Number(wordsOf(item, 'weight')) || Number.MAX_SAFE_INTEGER;
  return (Array.isArray(list) ? list.filter(isFields) : [])
    .sort((a, b) => weight(a) - weight(b))
    .flatMap((item) => {
      const address = wordsOf(item, 'url') || wordsOf(item, 'pageRef');
      return address === ''
        ? []
        : [{ label: wordsOf(item, 'name', 'title') || address, url: address.replace(/^(?![a-z]+:|[/#])/i, '/') }];
    });
}
