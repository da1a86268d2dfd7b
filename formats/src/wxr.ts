import { SaxesParser, type SaxesTagNS } from 'saxes';
import { createXmlCutter } from './long-values.ts';
import { IMPORT_LIMITS, ImportFault, type ImportSource } from './records.ts';

/* Streams the parts of a WXR file (RSS 2.0 with WordPress namespaces). Names get the prefixes of WordPress, whatever the prefixes in the document. */

/** An element without child elements: its text and attributes. */
export interface Leaf {
  readonly name: string;
  readonly text: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** An element of the channel: a leaf, or `item`, `wp:author`, `wp:category`, `wp:tag`, `wp:term` with their leaves. */
export interface Part {
  readonly name: string;
  readonly leaf: Leaf | null;
  readonly leaves: readonly Leaf[];
  /** The `wp:postmeta`, `wp:termmeta` and `wp:comment` elements in it. */
  readonly groups: readonly { readonly name: string; readonly leaves: readonly Leaf[] }[];
  readonly line: number;
  /** The number of the item, from 1; 0 for other parts. */
  readonly record: number;
}

/** http and https, and all versions: WordPress writes 1.2 (https://developer.wordpress.org/), older sites wrote 1.0 and 1.1. */
const NAMESPACES: readonly (readonly [RegExp, string])[] = [
  [/^https?:\/\/wordpress\.org\/export\/1\.[0-2]\/?$/, 'wp:'],
  [/^https?:\/\/wordpress\.org\/export\/1\.[0-2]\/excerpt\/?$/, 'excerpt:'],
  [/^https?:\/\/purl\.org\/rss\/1\.0\/modules\/content\/?$/, 'content:'],
  [/^https?:\/\/purl\.org\/dc\/elements\/1\.1\/?$/, 'dc:'],
];

const nameOf = ({ uri, local }: { readonly uri: string; readonly local: string }): string =>
  uri === '' ? local : `${NAMESPACES.find(([known]) => known.test(uri))?.[1] ?? 'other:'}${local}`;

const CONTAINERS = new Set(['item', 'wp:author', 'wp:category', 'wp:tag', 'wp:term']);
const GROUPS = new Set(['wp:postmeta', 'wp:termmeta', 'wp:comment']);

/** Characters that XML does not allow, but old exports contain. */
const CONTROLS = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu;

const PIECE = 64 * 1024;
/** One more than an import accepts, so that texts that are too long are still recognized. */
const MAX_VALUE = IMPORT_LIMITS.sourceText + 1;

/** @throws ImportFault with line or item if the file is not WXR, has a doctype, is truncated, or has values that exceed the limits */
export async function* readParts(source: ImportSource): AsyncGenerator<Part> {
  const parts: Part[] = [];
  const parser = new SaxesParser<{ xmlns: true; position: true }>({ xmlns: true, position: true });
  const reading = { record: 0, quiet: 0, read: 0, size: 0, isWxr: false };
  const open: { name: string; attributes: Record<string, string>; text: string }[] = [];
  let part: { name: string; leaves: Leaf[]; groups: { name: string; leaves: Leaf[] }[]; line: number } | null = null;
  let group: { name: string; leaves: Leaf[] } | null = null;

  const fault = (reason: string, cause?: unknown) =>
    new ImportFault(
      reason,
      { file: source.name, line: parser.line, ...(reading.record > 0 && { record: reading.record }) },
      { cause },
    );

  parser.on('doctype', () => {
    throw fault('A document type is refused');
  });
  parser.on('error', (error) => {
    // Old exports contain HTML entities, which are kept.
    if (!/undefined entity/i.test(error.message)) throw fault('This is no XML', error);
  });
  parser.on('opentag', (node: SaxesTagNS) => {
    reading.quiet = reading.read;
    const name = nameOf(node);
    if (open.length >= IMPORT_LIMITS.depth) throw fault('The elements are nested too deeply');
    const attributes = Object.fromEntries(Object.values(node.attributes).map(({ local, value }) => [local, value]));
    open.push({ name, attributes, text: '' });
    if (open.length === 1 && name !== 'rss') throw fault('This is no export of WordPress');
    if (open.length === 3 && CONTAINERS.has(name)) {
      if (name === 'item') reading.record += 1;
      reading.size = 0;
      part = { name, leaves: [], groups: [], line: parser.line };
    }
    if (open.length === 4 && part && GROUPS.has(name)) {
      group = { name, leaves: [] };
      part.groups.push(group);
    }
  });
  const words = (text: string): void => {
    reading.quiet = reading.read;
    const top = open.at(-1);
    if (!top || open.length < 3) return;
    if (top.text.length < MAX_VALUE) top.text += text;
    reading.size += text.length;
    if (reading.size > 8 * IMPORT_LIMITS.valueBytes) throw fault('A record is too long');
  };
  parser.on('text', words);
  parser.on('cdata', words);
  parser.on('closetag', () => {
    reading.quiet = reading.read;
    const closed = open.pop();
    if (!closed) return;
    const leaf: Leaf = { name: closed.name, text: closed.text, attributes: closed.attributes };
    const depth = open.length;
    if (depth === 2) {
      if (part) parts.push({ ...part, leaf: null, record: part.name === 'item' ? reading.record : 0 });
      else {
        reading.isWxr ||= closed.name === 'wp:wxr_version';
        parts.push({ name: closed.name, leaf, leaves: [], groups: [], line: parser.line, record: 0 });
      }
      part = null;
    } else if (depth === 3 && part) {
      if (GROUPS.has(closed.name)) group = null;
      else part.leaves.push(leaf);
    } else if (depth === 4 && group) group.leaves.push(leaf);
  });

  const decoder = new TextDecoder('utf-8');
  const cut = createXmlCutter(MAX_VALUE);
  const write = (text: string, isLast = false): void => {
    const shortened = cut(text, isLast);
    reading.read += shortened.length;
    parser.write(shortened.replace(CONTROLS, ''));
    if (reading.read - reading.quiet > IMPORT_LIMITS.valueBytes) throw fault('A tag is too long');
  };
  for await (const chunk of source.open()) {
    for (let at = 0; at < chunk.length; at += PIECE) {
      write(decoder.decode(chunk.subarray(at, at + PIECE), { stream: true }));
      if (parts.length > 0) yield* parts.splice(0);
    }
  }
  write(decoder.decode(), true);
  try {
    parser.close();
  } catch (error) {
    throw fault('The file ends too early', error);
  }
  if (!reading.isWxr)
    throw new ImportFault('This is no export of WordPress: it has no wp:wxr_version', { file: source.name });
  yield* parts;
}
