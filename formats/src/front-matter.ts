import { parse as parseToml, TomlDate, TomlError } from 'smol-toml';
import { parse as parseYaml, YAMLParseError } from 'yaml';
import { ImportFault } from './records.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** A Markdown file: its front matter fields, and the text below them. */
export interface MarkdownFile {
  readonly fields: Fields;
  readonly text: string;
}

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Reads front matter in Hugo's formats (YAML between `---`, TOML between `+++`, or a JSON object). Other builders use YAML. It may be missing.
 * @throws ImportFault with the line
 */
export function readFrontMatter(file: string, source: string): MarkdownFile {
  const text = source.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  const fence = /^(---|\+\+\+)[ \t]*\n/.exec(text);
  if (fence) {
    const mark = fence[1] ?? '---';
    const from = fence[0].length;
    const end = endOf(text, mark, from);
    if (end === null) {
      if (mark === '---') return { fields: {}, text };
      throw new ImportFault('The front matter is never closed', { file, line: 1 });
    }
    return { fields: read(file, mark, text.slice(from, end.start)), text: text.slice(end.after) };
  }
  if (!/^\{\s*["}]/.test(text)) return { fields: {}, text };
  const end = endOfObject(text);
  if (end === null) return { fields: {}, text };
  return { fields: read(file, '{', text.slice(0, end)), text: text.slice(end).replace(/^[ \t]*\n/, '') };
}

/** The end of the object at the beginning of a text; null if there is none. */
function endOfObject(text: string): number | null {
  let depth = 0;
  for (const { 0: part, index } of text.matchAll(/"(?:[^"\\\n]|\\.)*"|[{}]/g)) {
    if (part === '{') depth += 1;
    else if (part === '}') depth -= 1;
    if (depth === 0) return index + part.length;
  }
  return null;
}

function endOf(text: string, mark: string, from: number): { start: number; after: number } | null {
  const found = new RegExp(`^${mark === '+++' ? '\\+\\+\\+' : '---'}[ \\t]*$`, 'm');
  const match = found.exec(text.slice(from));
  return match
    ? { start: from + match.index, after: Math.min(text.length, from + match.index + match[0].length + 1) }
    : null;
}

/** The maximum length of front matter, in UTF-16 units. People write a hundredth of it. */
const MAX_LENGTH = 256 * 1024;

function read(file: string, mark: string, source: string): Fields {
  if (source.length > MAX_LENGTH)
    throw new ImportFault(`The front matter has more than ${MAX_LENGTH / 1024} kB`, { file, line: 1 });
  let fields: unknown;
  try {
    fields = parsed(mark === '+++' ? 'toml' : mark === '{' ? 'json' : 'yaml', source);
  } catch (error) {
    throw new ImportFault('The front matter cannot be read', { file, line: lineOf(error) + 1 }, { cause: error });
  }
  if (isFields(fields)) return fields;
  throw new ImportFault('The front matter is no list of fields', { file, line: 1 });
}

function parsed(form: 'toml' | 'json' | 'yaml', source: string): unknown {
  if (form === 'toml') return parseToml(source);
  if (form === 'json') return JSON.parse(source);
  // Checking keys for uniqueness takes quadratic time. The last value counts.
  return parseYaml(source, { maxAliasCount: 20, uniqueKeys: false }) ?? {};
}

const lineOf = (error: unknown): number =>
  (error instanceof YAMLParseError ? error.linePos?.[0].line : error instanceof TomlError ? error.line : 0) ?? 0;

/** Reads a data file, in the format of its extension. @throws ImportFault with the line */
export function readData(file: string, source: string): unknown {
  const text = source.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  try {
    return parsed(/\.toml$/i.test(file) ? 'toml' : /\.json$/i.test(file) ? 'json' : 'yaml', text);
  } catch (error) {
    throw new ImportFault('The file cannot be read', { file, line: Math.max(1, lineOf(error)) }, { cause: error });
  }
}

const lowered = new WeakMap<Fields, ReadonlyMap<string, unknown>>();

/** The value of a field in any case, as in Hugo. Ignores properties of `Object.prototype`. */
function fieldOf(fields: Fields, name: string): unknown {
  let known = lowered.get(fields);
  if (!known) {
    known = new Map(Object.entries(fields).map(([key, value]) => [key.toLowerCase(), value]));
    lowered.set(fields, known);
  }
  return Object.hasOwn(fields, name) ? fields[name] : known.get(name.toLowerCase());
}

/** The first of these fields with a value, at any depth: `cover.image`. */
export function valueIn(fields: Fields, ...names: readonly string[]): unknown {
  for (const name of names) {
    const value = name
      .split('.')
      .reduce<unknown>((inner, key) => (isFields(inner) ? fieldOf(inner, key) : undefined), fields);
    if (value !== undefined && value !== null && value !== '') return value;
  }
  return undefined;
}

/** The object in a field; empty if there is none. */
export function fieldsIn(fields: Fields, ...names: readonly string[]): Fields {
  const value = valueIn(fields, ...names);
  return isFields(value) ? value : {};
}

/** Merges objects; earlier ones take precedence. Keys such as `constructor` are ordinary fields. */
export function merged(...list: readonly Fields[]): Fields {
  const all = new Map<string, [string, unknown]>();
  for (const fields of list)
    for (const [key, value] of Object.entries(fields))
      if (!all.has(key.toLowerCase())) all.set(key.toLowerCase(), [key, value]);
  return Object.fromEntries(all.values());
}

/** The text of the first of these fields that has one. `cover` may be an address or an object with one. */
export function wordsOf(fields: Fields, ...names: readonly string[]): string {
  for (const name of names) {
    const words = wordsIn(valueIn(fields, name));
    if (words !== '') return words;
  }
  return '';
}

function wordsIn(value: unknown): string {
  if (value instanceof Date || value instanceof TomlDate)
    return Number.isNaN(value.getTime()) ? '' : value.toISOString();
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value).trim()
    : '';
}

/** The first of these fields as a list: from a list, or from comma-separated words. */
export function listOf(fields: Fields, ...names: readonly string[]): string[] {
  const value = valueIn(fields, ...names);
  const items: unknown[] = Array.isArray(value)
    ? value
    : typeof value === 'string'
      ? value.split(',')
      : value === undefined
        ? []
        : [value];
  return items.flatMap((item) => {
    const words = typeof item === 'string' || typeof item === 'number' ? String(item).trim() : '';
    return words === '' ? [] : [words];
  });
}

export const isSet = (fields: Fields, ...names: readonly string[]): boolean => {
  const value = valueIn(fields, ...names);
  return value === true || value === 'true' || value === 1;
};
