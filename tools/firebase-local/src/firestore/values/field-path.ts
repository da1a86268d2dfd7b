import { invalidArgument } from '../errors.ts';
import { type Fields, fieldsOf, mapValue, ownField, type Value } from './value.ts';

/** A field path split into its segments; `['__name__']` is the document's name. */
export type FieldPath = readonly string[];

/** "Usage and limits", maximum size of a field path. */
const maxFieldPathBytes = 1500;

const simpleSegment = /^[A-Za-z_][A-Za-z0-9_]*$/;
const cache = new Map<string, FieldPath>();

/**
 * Parses `a.b` and `` a.`x&y` `` (document.proto, Document.fields).
 * @throws FirestoreError INVALID_ARGUMENT for any other text, or more than 1,500 bytes
 */
export function parseFieldPath(text: string): FieldPath {
  const known = cache.get(text);
  if (known) return known;
  checkFieldPathSize(text);
  const segments: string[] = [];
  let position = 0;
  const fail = () => invalidArgument(`Invalid property path "${text}".`);
  while (position <= text.length) {
    let segment = '';
    if (text[position] === '`') {
      position++;
      while (position < text.length && text[position] !== '`') {
        if (text[position] === '\\') position++;
        segment += text[position] ?? '';
        position++;
      }
      if (text[position] !== '`') throw fail();
      position++;
      if (position < text.length && text[position] !== '.') throw fail();
    } else {
      const end = text.indexOf('.', position);
      segment = text.slice(position, end === -1 ? undefined : end);
      if (!simpleSegment.test(segment)) throw fail();
      position += segment.length;
    }
    if (segment === '') throw fail();
    segments.push(segment);
    if (position >= text.length) break;
    position++;
    if (position >= text.length) throw fail();
  }
  if (cache.size > 10_000) cache.clear();
  cache.set(text, segments);
  return segments;
}

/** The canonical text of a path. Segments that are not simple names are quoted. */
export function formatFieldPath(path: FieldPath): string {
  return path
    .map((segment) =>
      simpleSegment.test(segment) ? segment : `\`${segment.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``,
    )
    .join('.');
}

/** @throws FirestoreError INVALID_ARGUMENT for a field path of more than 1,500 bytes */
export function checkFieldPathSize(text: string): void {
  // A UTF-16 unit takes at most 3 bytes of UTF-8.
  if (text.length <= maxFieldPathBytes / 3 || Buffer.byteLength(text) <= maxFieldPathBytes) return;
  throw invalidArgument(`A property path is longer than ${maxFieldPathBytes} bytes.`);
}

export function getField(fields: Fields, path: FieldPath): Value | undefined {
  let value = ownField(fields, path[0] ?? '');
  for (let i = 1; i < path.length && value !== undefined; i++) {
    value = ownField(fieldsOf(value), path[i] as string);
  }
  return value;
}

/** @returns a copy of `fields` with `value` at `path`; undefined removes it. Missing maps on the path are created. */
export function withField(fields: Fields, path: FieldPath, value: Value | undefined): Fields {
  const [name = '', ...rest] = path;
  if (rest.length === 0) {
    if (value === undefined) {
      if (!Object.hasOwn(fields, name)) return fields;
      const { [name]: _removed, ...others } = fields;
      return others;
    }
    return { ...fields, [name]: value };
  }
  const inner = fieldsOf(ownField(fields, name));
  if (value === undefined && inner === undefined) return fields;
  return { ...fields, [name]: mapValue(withField(inner ?? {}, rest, value)) };
}

/** Returns only the fields under `paths`, nested as before. */
export function projectFields(fields: Fields, paths: readonly FieldPath[]): Fields {
  let result: Fields = {};
  for (const path of paths) {
    const value = getField(fields, path);
    if (value !== undefined) result = withField(result, path, value);
  }
  return result;
}
