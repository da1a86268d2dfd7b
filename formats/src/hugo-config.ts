import { posix } from 'node:path';
import { LANGUAGE } from '@inkwell/shared/publication';
import { wholeText } from './fitting.ts';
import { type Fields, fieldsIn, isFields, isSet, merged, readData, valueIn, wordsOf } from './front-matter.ts';
import type { ImportFolder } from './records.ts';

/* The configuration of a site of Hugo, as far as it says where texts are and which addresses they had. */

/** A folder of texts. */
export interface ContentRoot {
  readonly folder: string;
  /** Null where the names of files say it. */
  readonly language: string | null;
}

export interface HugoConfig {
  readonly fields: Fields;
  /** Whether there is a configuration at all. */
  readonly isThere: boolean;
  /** The longest first. */
  readonly roots: readonly ContentRoot[];
  /** In small letters; null where nothing says which there are. */
  readonly languages: ReadonlySet<string> | null;
  readonly defaultLanguage: string;
  /** Whether the first language has a folder in addresses too. */
  readonly isDefaultBelow: boolean;
}

const CONFIG = /^(?:hugo|config)\.(?:toml|ya?ml|json)$/;
const IN_FOLDER = /^config\/_default\/([\w-]+?)(?:\.([\w-]+))?\.(?:toml|ya?ml|json)$/;

/** A code of a language that people have, and not the ending of `vue.js.md`. */
export function isLanguage(code: string): boolean {
  if (!/^[a-z]{2,3}(?:-[a-z\d]{2,8})*$/i.test(code) || !LANGUAGE.test(code)) return false;
  return new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' }).of(code) !== undefined;
}

/** @throws ImportFault with file and line for a configuration that cannot be read */
export async function readHugoConfig(
  folder: ImportFolder,
  paths: readonly string[],
  texts: readonly string[],
): Promise<HugoConfig> {
  const read = async (path: string): Promise<Fields> => {
    const value = readData(path, await wholeText({ name: path, open: () => folder.open(path) }));
    return isFields(value) ? value : {};
  };
  const found: Fields[] = [];
  // Hugo reads one of them: its own name before the old one.
  const whole = paths
    .filter((path) => CONFIG.test(path))
    .sort((a, b) => Number(/^c/.test(a)) - Number(/^c/.test(b)))[0];
  if (whole !== undefined) found.push(await read(whole));
  for (const path of paths) {
    const [, name, language] = IN_FOLDER.exec(path) ?? [];
    if (name === undefined) continue;
    const fields = await read(path);
    if (name === 'hugo' || name === 'config') found.push(fields);
    else if (language === undefined) found.push({ [name === 'menu' ? 'menus' : name]: fields });
  }
  const fields = merged(...found);
  const languages = fieldsIn(fields, 'languages');
  const codes = Object.keys(languages).map((code) => code.toLowerCase());
  const contentDir = plainFolder(wordsOf(fields, 'contentDir')) || (found.length > 0 ? 'content' : rootOf(texts));
  const roots = rootsOf(fields, languages, contentDir);
  const ofFolders = codes.length === 0 && roots.length === 1 ? languageFolders(texts, contentDir) : [];
  const known = codes.length > 0 ? codes : ofFolders;
  const given = wordsOf(fields, 'defaultContentLanguage').toLowerCase();
  return {
    fields,
    isThere: found.length > 0,
    roots: [...roots, ...ofFolders.map((language) => ({ folder: posix.join(contentDir, language), language }))].sort(
      (a, b) => b.folder.length - a.folder.length,
    ),
    languages: known.length > 0 ? new Set(known) : null,
    defaultLanguage: given || (known.length === 0 || known.includes('en') ? 'en' : (known[0] ?? 'en')),
    isDefaultBelow: isSet(fields, 'defaultContentLanguageInSubdir'),
  };
}

const plainFolder = (path: string): string =>
  posix
    .normalize(path)
    .replace(/^(?:\.?\/)+|\/+$/g, '')
    .replace(/^\.$/, '');

const rootOf = (texts: readonly string[]): string =>
  texts.some((path) => path.startsWith('content/')) ? 'content' : '';

function rootsOf(fields: Fields, languages: Fields, contentDir: string): ContentRoot[] {
  const roots = new Map<string, string | null>([[contentDir, null]]);
  for (const [code, value] of Object.entries(languages)) {
    const own = isFields(value) ? plainFolder(wordsOf(value, 'contentDir')) : '';
    if (own !== '') roots.set(own, code.toLowerCase());
  }
  const mounts = valueIn(fields, 'module.mounts');
  for (const mount of Array.isArray(mounts) ? mounts.filter(isFields) : []) {
    if (plainFolder(wordsOf(mount, 'target')) !== 'content') continue;
    const listed = valueIn(mount, 'sites.matrix.languages');
    const language = wordsOf(mount, 'lang') || (Array.isArray(listed) && listed.length === 1 ? String(listed[0]) : '');
    roots.set(plainFolder(wordsOf(mount, 'source')), language === '' ? null : language.toLowerCase());
  }
  return [...roots].map(([folder, language]) => ({ folder, language }));
}

/** Where nothing says it: languages, if every folder of texts is called like one. */
function languageFolders(texts: readonly string[], contentDir: string): string[] {
  const names = new Set<string>();
  for (const path of texts) {
    const below = contentDir === '' ? path : path.startsWith(`${contentDir}/`) ? path.slice(contentDir.length + 1) : '';
    if (below !== '') names.add(below.includes('/') ? (below.split('/')[0] ?? '') : '');
  }
  return names.size > 0 && [...names].every((name) => isLanguage(name)) ? [...names] : [];
}
