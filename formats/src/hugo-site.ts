import { posix } from 'node:path';
import { instantFrom, reportLine, wholeText } from './fitting.ts';
import { type FolderSite, isLanguage, pathOfParts, placeIn, siteAddress, TEXT, type TextPlace } from './folder-site.ts';
import {
  type Fields,
  fieldsIn,
  isFields,
  isSet,
  merged,
  readData,
  readFrontMatter,
  valueIn,
  wordsOf,
} from './front-matter.ts';
import { hugoPath, permalinkOf } from './hugo-permalinks.ts';
import type { Imported, ImportFolder } from './records.ts';

const SECTION = /(?:^|\/)_index(?:\.[\w-]+)?\.(?:md|markdown)$/i;
const BUNDLE = /(?:^|\/)index(?:\.[\w-]+)?\.(?:md|markdown)$/i;
const CONFIG = /^(?:hugo|config)\.(?:toml|ya?ml|json)$/;
const IN_FOLDER = /^config\/_default\/([\w-]+)\.(?:toml|ya?ml|json)$/;

/** Whether a folder is a Hugo site, or its content folder. */
export const isHugo = (paths: readonly string[]): boolean =>
  paths.some((path) => CONFIG.test(path) || path.startsWith('config/_default/') || SECTION.test(path));

const plainFolder = (path: string): string =>
  posix
    .normalize(path)
    .replace(/^(?:\.?\/)+|\/+$/g, '')
    .replace(/^\.$/, '');

/** A content folder, with its language unless file names contain the language. */
interface Root {
  readonly folder: string;
  readonly language: string | null;
}

/** The configuration; null if there is none. */
async function readConfig(folder: ImportFolder, paths: readonly string[]): Promise<Fields | null> {
  const found: Fields[] = [];
  // Hugo reads only one of these files: `hugo.*` before `config.*`.
  const whole = paths.filter((path) => CONFIG.test(path)).sort((a, b) => Number(/^c/.test(a)) - Number(/^c/.test(b)));
  for (const path of [...whole.slice(0, 1), ...paths.filter((one) => IN_FOLDER.test(one))]) {
    const name = IN_FOLDER.exec(path)?.[1] ?? 'hugo';
    const read = readData(path, await wholeText({ name: path, open: () => folder.open(path) }));
    const fields = isFields(read) ? read : {};
    found.push(name === 'hugo' || name === 'config' ? fields : { [name]: fields });
  }
  return found.length === 0 ? null : merged(...found);
}

/** The content folders, the longest path first. */
function rootsOf(fields: Fields, contentDir: string): Root[] {
  const roots: Root[] = [{ folder: contentDir, language: null }];
  for (const [code, value] of Object.entries(fieldsIn(fields, 'languages'))) {
    const own = isFields(value) ? plainFolder(wordsOf(value, 'contentDir')) : '';
    if (own !== '') roots.unshift({ folder: own, language: code.toLowerCase() });
  }
  const mounts = valueIn(fields, 'module.mounts');
  for (const mount of Array.isArray(mounts) ? mounts.filter(isFields) : [])
    if (plainFolder(wordsOf(mount, 'target')) === 'content')
      roots.unshift({
        folder: plainFolder(wordsOf(mount, 'source')),
        language: wordsOf(mount, 'lang').toLowerCase() || null,
      });
  return roots.sort((a, b) => b.folder.length - a.folder.length);
}

/** The language folders of an unconfigured site: if the names of all content folders are languages. */
function languageFolders(texts: readonly string[], contentDir: string): Root[] {
  const prefix = contentDir === '' ? '' : `${contentDir}/`;
  const names = new Set(
    texts
      .filter((path) => path.startsWith(prefix))
      .map((path) => path.slice(prefix.length).split('/').slice(0, -1)[0] ?? ''),
  );
  return [...names].every((name) => isLanguage(name))
    ? [...names].map((language) => ({ folder: `${prefix}${language}`, language }))
    : [];
}

/** Fields that a section, or the whole site, sets for all texts below it. */
interface Cascade {
  readonly fields: Fields;
  /** Patterns of the texts that they apply to. */
  readonly path: string;
  readonly language: string;
  readonly kind: string;
}

const cascadesIn = (value: unknown): Cascade[] =>
  (Array.isArray(value) ? value : [value]).filter(isFields).map((cascade) => {
    const target = fieldsIn(cascade, '_target', 'target');
    const fields = Object.fromEntries(Object.entries(cascade).filter(([key]) => !/^_?target$/i.test(key)));
    const pattern = (name: string) => wordsOf(target, name) || '**';
    return { fields, path: pattern('path'), language: pattern('lang'), kind: pattern('kind') };
  });

/**
 * Whether a pattern (`**` for anything, `*` for a whole segment, `?`, `{a,b}`) matches a path. A long or complex pattern matches all paths: keeping
 * too many texts private is safer than too few.
 */
function isFor(pattern: string, path: string): boolean {
  if (pattern.length > 200 || path.length > 400 || (pattern.match(/\*+|\?|\{/g) ?? []).length > 3) return true;
  const source = pattern.toLowerCase().replace(/\*\*|\{([^{}]*)\}|[\s\S]/gu, (sign, ways?: string) => {
    if (ways !== undefined) return `(?:${ways.split(',').map(escaped).join('|')})`;
    return { '**': '.*', '*': '[^/]*', '?': '[^/]' }[sign] ?? escaped(sign);
  });
  return new RegExp(`^${source}$`).test(path.toLowerCase());
}

const escaped = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '\\$&');

/**
 * A Hugo site: languages, sections, bundles, fields for all texts below a section, and addresses.
 * @throws ImportFault with file and line for an invalid configuration or section
 */
export async function hugoSite(folder: ImportFolder, paths: readonly string[]): Promise<FolderSite> {
  const markdown = paths.filter((path) => TEXT.test(path));
  const config = await readConfig(folder, paths);
  const fields = config ?? {};
  const contentDir =
    plainFolder(wordsOf(fields, 'contentDir')) ||
    (config || markdown.some((path) => path.startsWith('content/')) ? 'content' : '');
  const codes = Object.keys(fieldsIn(fields, 'languages')).map((code) => code.toLowerCase());
  const configured = rootsOf(fields, contentDir);
  const roots = [...(codes.length === 0 ? languageFolders(markdown, contentDir) : []), ...configured];
  const named = codes.length > 0 ? codes : roots.flatMap(({ language }) => language ?? []);
  const isKnown = (code: string): boolean => (named.length > 0 ? named.includes(code.toLowerCase()) : isLanguage(code));
  const defaultLanguage =
    wordsOf(fields, 'defaultContentLanguage').toLowerCase() ||
    (named.length === 0 || named.includes('en') ? 'en' : (named[0] ?? 'en'));

  const rootOf = (path: string): Root | undefined =>
    roots.find(({ folder: root }) => root === '' || path.startsWith(`${root}/`));
  const isText = (path: string): boolean => TEXT.test(path) && rootOf(path) !== undefined;
  const texts = markdown.filter(isText);
  const places = new Map<string, TextPlace>();
  const placeOf = (path: string): TextPlace => {
    const root = rootOf(path);
    const below = root && root.folder !== '' ? path.slice(root.folder.length + 1) : path;
    const place = places.get(path) ?? placeIn(below, { language: root?.language ?? null, isLanguage: isKnown });
    places.set(path, place);
    return place;
  };
  const languageOf = (path: string): string => placeOf(path).language?.toLowerCase() ?? defaultLanguage;
  const sectionsAbove = ({ folders, name, isSection }: TextPlace): readonly string[] =>
    (isSection ? [...folders, name] : folders).filter((one) => one !== '');

  const cascades = new Map<string, readonly Cascade[]>();
  const sections = new Set<string>();
  for (const path of texts.filter((one) => SECTION.test(one))) {
    const { fields: own } = readFrontMatter(path, await wholeText({ name: path, open: () => folder.open(path) }));
    const section = sectionsAbove(placeOf(path)).join('/');
    sections.add(section);
    cascades.set(`${languageOf(path)} ${section}`, cascadesIn(valueIn(own, 'cascade')));
  }
  const ofSite = cascadesIn(valueIn(fields, 'cascade'));
  const bundles = new Set(texts.filter((path) => BUNDLE.test(path)).map((path) => posix.dirname(path)));

  const permalinks = fieldsIn(fields, 'permalinks');
  function patternFor(kind: string, section: string): string {
    const ofKind = valueIn(permalinks, kind);
    const own = isFields(ofKind) ? wordsOf(ofKind, section || '/') : '';
    return own || (kind === 'page' ? wordsOf(permalinks, section || '/') : '');
  }

  const listed = Object.values(fieldsIn(fields, 'taxonomies')).map(String);
  const taxonomies = (listed.length > 0 ? listed : ['tags', 'categories']).map((name) => name.toLowerCase());
  const isUgly = valueIn(fields, 'uglyURLs');
  const url = wordsOf(fields, 'baseURL');
  const base = URL.canParse(url) ? new URL(url).pathname.replace(/\/+$/, '') : '';

  return {
    url: siteAddress(url)?.href.replace(/\/+$/, '') ?? null,
    base,
    isText,
    placeOf,

    whole(path, own) {
      const { folders, name, isSection } = placeOf(path);
      const kind = isSection ? (name === '' ? 'home' : 'section') : 'page';
      const above = sectionsAbove(placeOf(path));
      // Starting with the nearest section.
      const inherited = [...above.keys(), above.length]
        .reverse()
        .flatMap((length) => cascades.get(`${languageOf(path)} ${above.slice(0, length).join('/')}`) ?? []);
      const fitting = [...inherited, ...ofSite].filter(
        (one) =>
          isFor(one.path, pathOfParts(...folders, name)) &&
          isFor(one.language, languageOf(path)) &&
          isFor(one.kind, kind),
      );
      // Custom fields are in `params`, or next to Hugo's own fields.
      return merged(
        own,
        fieldsIn(own, 'params'),
        ...fitting.flatMap((one) => [one.fields, fieldsIn(one.fields, 'params')]),
      );
    },

    oldPathOf(path, header, doubt = () => undefined) {
      const place = placeOf(path);
      const { folders, name, isSection } = place;
      const prefix =
        languageOf(path) === defaultLanguage && !isSet(fields, 'defaultContentLanguageInSubdir')
          ? ''
          : languageOf(path);
      const date = instantFrom(wordsOf(header, 'date', 'publishDate', 'pubDate'));
      const above = isSection ? [...folders, name] : folders;
      const parts = {
        date: date === null ? null : new Date(date),
        title: wordsOf(header, 'title') || name,
        slug: wordsOf(header, 'slug'),
        fileName: place.date === null ? name : `${place.date}-${name}`,
        sections: above.filter((_, n) => n === 0 || sections.has(above.slice(0, n + 1).join('/'))),
      };
      const own = wordsOf(header, 'url');
      const isFirst = folders.length === 0 && name === '';
      if (isFirst && own === '') return pathOfParts(prefix);
      const isOwn = own !== '' && !/^[a-z]+:\/\//i.test(own);
      const pattern = isOwn ? own : patternFor(isSection ? 'section' : 'page', above[0] ?? '');
      const made = pattern.includes(':') ? permalinkOf(pattern, parts) : pattern;
      if (made === null) doubt(`the address ${pattern}`);
      if (made) return pathOfParts(isOwn && own.startsWith('/') ? '' : prefix, made);
      const last = (!isSection && parts.slug) || parts.fileName;
      const plain = pathOfParts(prefix, ...[...folders, last].map(hugoPath));
      const isFile = isUgly === true || (isFields(isUgly) && valueIn(isUgly, folders[0] ?? '') === true);
      return isFile && !isSection ? `${plain}.html` : plain;
    },

    isResource(path) {
      const parts = (BUNDLE.test(path) ? posix.dirname(path) : path).split('/');
      const root = rootOf(path)?.folder ?? '';
      return parts.some((_, n) => {
        const above = parts.slice(0, n).join('/');
        return above !== '' && above !== root && bundles.has(above);
      });
    },
    isPost: () => false,
    isTerm(path) {
      const { folders, isSection } = placeOf(path);
      return isSection && folders.length === 1 && taxonomies.includes(folders[0]?.toLowerCase() ?? '');
    },
    termPath(taxonomy, name) {
      const pattern = patternFor('term', taxonomy) || wordsOf(permalinks, taxonomy);
      const parts = { date: null, title: name, slug: '', fileName: name, sections: [taxonomy] };
      return (pattern === '' ? null : permalinkOf(pattern, parts)) ?? pathOfParts(taxonomy, hugoPath(name));
    },
    wordFor: (name) => wordsOf(fields, `params.${name}`, name),
    records: () => linesOf(config),
  };
}

/** Report lines for settings that are not imported. */
function* linesOf(config: Fields | null): Generator<Imported> {
  if (config === null)
    yield reportLine(
      'changed',
      'There is no configuration of Hugo beside the texts: old addresses are those that it makes by default. If the site had others, import the folder of the whole site',
    );
  else if (Object.keys(fieldsIn(config, 'menus', 'menu')).length > 0)
    yield reportLine('left-out', 'The menus of the configuration were left out');
}
