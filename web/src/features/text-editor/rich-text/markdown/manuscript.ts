import { type MarkdownBlock, markdownBlocks } from '@inkwell/shared/markdown/blocks';
import type { ReadingOptions } from '@inkwell/shared/markdown/tokens';
import type { Node, Schema } from '@tiptap/pm/model';
import { BLANK_LINE, stayApart, textBlocks, withOtherSigns } from './neighbors.ts';
import { readBlock } from './read.ts';
import { lookOf } from './same-look.ts';
import { createBlockWriter } from './write.ts';

/** Why a text cannot be edited as rich text. `unread` is a fault of the editor; `unclosed` and `source` describe the text. */
export type Refusal = 'unread' | 'unclosed' | 'source';

/** A block as in the source. */
interface Origin {
  readonly source: string;
  readonly node: Node;
  /** Whether the block would include any text that follows, e.g. an unclosed code block. */
  readonly isOpen: boolean;
  /** Whether its links need definitions from elsewhere in the text. */
  readonly isReferring: boolean;
  readonly isDefinition: boolean;
}

/** A block as currently written, and the text between it and the previous block. */
interface Written {
  readonly node: Node;
  readonly id: number;
  readonly gap: string;
  readonly text: string;
  readonly isKept: boolean;
}

/** A text with a larger share of source blocks is edited as Markdown. */
const MAX_SOURCE_SHARE = 0.5;

const START = 0;
const END = -1;
/** The id of blocks that were never read, for which no gaps are known. */
const NEW = -2;

/**
 * Reads texts into documents and writes documents as text. Unchanged blocks, and the gaps between two of them, keep every byte; only changed blocks
 * are rewritten.
 */
export interface Manuscript {
  /**
   * Reads the blocks of a text and remembers their sources, in addition to those of earlier texts.
   * @param previous a document whose unchanged blocks at the beginning and end of the text are reused
   */
  read(text: string, previous?: Node): { readonly nodes: readonly Node[]; readonly refusal: Refusal | null };
  /** The text of a document. Writes only blocks that it has not written before. */
  write(doc: Node): string;
  /** The position of each block in the text; null for a block that writes nothing. */
  placesOf(doc: Node): readonly (Place | null)[];
}

/** The source of a block and its position in the text. */
export interface Place {
  readonly start: number;
  readonly source: string;
}

/** @param reading whether the text has formulas */
export function createManuscript(schema: Schema, reading: ReadingOptions = {}): Manuscript {
  const origins = new Map<number, Origin>();
  /** The text between two blocks, by their ids. */
  const gaps = new Map<string, string>();
  /** The text after each block. After a heading it is often only a line end, also when another paragraph follows. */
  const behind = new Map<number, string>();
  const kept = new WeakMap<Node, boolean>();
  let definitions: readonly number[] = [];
  let tail = '';
  let blank = '';
  let newestId = START;
  const plainWriter = createBlockWriter('', reading);
  let writer = plainWriter;

  const originOf = (node: Node): Origin | undefined => origins.get(Number(node.attrs.origin));

  function isKept(node: Node): boolean {
    const known = kept.get(node);
    if (known !== undefined) return known;
    const isSame = originOf(node)?.node.eq(node) ?? false;
    kept.set(node, isSame);
    return isSame;
  }

  /** The unchanged blocks of a document with the same sources, counted from the beginning and from the end. */
  function knownBlocks(sources: readonly string[], previous: Node | undefined): Map<number, Node> {
    const known = new Map<number, Node>();
    const before = previous?.children ?? [];
    const isSame = (node: Node | undefined, at: number) => {
      if (!node || !isKept(node)) return false;
      const origin = originOf(node);
      return origin?.source === sources[at] && !origin?.isReferring && !origin?.isOpen;
    };
    let start = 0;
    for (; start < sources.length && isSame(before[start], start); start += 1) known.set(start, before[start] as Node);
    for (let end = 1; end <= Math.min(sources.length, before.length) - start; end += 1) {
      const at = sources.length - end;
      const node = before[before.length - end];
      if (!node || !isSame(node, at)) break;
      known.set(at, node);
    }
    return known;
  }

  function read(text: string, previous?: Node): { nodes: Node[]; refusal: Refusal | null } {
    const tokens = markdownBlocks(text, reading);
    if (!tokens) return { nodes: [], refusal: 'unread' };
    const blocks = textBlocks(text, tokens);
    const linkDefinitions = definitionsOf(text, tokens);
    const known = knownBlocks(
      blocks.map(({ start, end }) => text.slice(start, end)),
      previous,
    );
    let end = 0;
    let lastId = START;
    let sourceChars = 0;
    const nodes = blocks.map((block, index) => {
      const source = text.slice(block.start, block.end);
      const node = known.get(index) ?? readOne(source, block.parts, linkDefinitions, index === blocks.length - 1);
      const id = Number(node.attrs.origin);
      if (node.type.name === 'sourceBlock' && !originOf(node)?.isDefinition) sourceChars += source.length;
      gaps.set(`${lastId}>${id}`, text.slice(end, block.start));
      behind.set(lastId, text.slice(end, block.start));
      lastId = id;
      end = block.end;
      return node;
    });
    definitions = nodes.filter((node) => originOf(node)?.isDefinition).map((node) => Number(node.attrs.origin));
    tail = text.slice(end);
    gaps.set(`${lastId}>${END}`, tail);
    blank = nodes.length === 0 ? text : '';
    const last = nodes.at(-1);
    const isUnclosed = last?.type.name === 'sourceBlock' && originOf(last)?.isOpen;
    const isMostlySource = sourceChars > text.length * MAX_SOURCE_SHARE;
    return { nodes, refusal: isUnclosed ? 'unclosed' : isMostlySource ? 'source' : null };
  }

  /** A block becomes its source if the schema cannot express it without changing what readers see. */
  function readOne(source: string, parts: readonly MarkdownBlock[], linkDefinitions: string, isLast: boolean): Node {
    const isReferring =
      linkDefinitions !== '' &&
      source.includes('[') &&
      lookOf(source, reading) !== lookOf(linkDefinitions + source, reading);
    const readable = nodeOf(parts);
    const rewritten = readable && plainWriter.write(readable);
    const isFaithful =
      rewritten !== null &&
      ((rewritten === source && !isReferring) ||
        lookOf(rewritten, reading) === lookOf(isReferring ? linkDefinitions + source : source, reading));
    const bare =
      readable && isFaithful
        ? readable
        : schema.node('sourceBlock', {}, source === '' ? [] : [schema.text(normal(source))]);
    newestId += 1;
    const node = bare.type.create({ ...bare.attrs, origin: newestId }, bare.content);
    const isDefinition = parts[0]?.token.type === 'def';
    origins.set(newestId, { source, node, isOpen: isLast && runsOn(source), isReferring, isDefinition });
    kept.set(node, true);
    return node;
  }

  /** Several lists without a blank line between them are one list that was too long for the parser. */
  function nodeOf(parts: readonly MarkdownBlock[]): Node | null {
    const nodes = parts.map(({ token }) => readBlock(schema, token, reading));
    const [first] = nodes;
    if (!first || nodes.length === 1) return first ?? null;
    if (nodes.some((node) => node === null || node.type !== first.type)) return null;
    const items = nodes.flatMap((node) => node?.children ?? []);
    return first.type.create({ ...first.attrs, isLoose: nodes.some((node) => node?.attrs.isLoose) }, items);
  }

  /** The block as if written alone. */
  function writtenOf(node: Node, isUnreferred: boolean): Written {
    const origin = originOf(node);
    const isSame = isKept(node) && !(isUnreferred && origin?.isReferring);
    const text = isSame && origin ? origin.source : writer.write(node);
    return { node, id: Number(node.attrs.origin ?? NEW), gap: '', text, isKept: isSame };
  }

  /** Other ways to write a block: a list with other signs, or the block rewritten. */
  const alternatives = (block: Written): Written[] => [
    ...withOtherSigns(block.text).map((text) => ({ ...block, text, isKept: false })),
    {
      ...block,
      text: block.node.type.name === 'sourceBlock' ? block.text.trim() : writer.write(block.node),
      isKept: false,
    },
  ];

  function areApart(before: Written, after: Written): boolean {
    const isOpen = before.isKept ? originOf(before.node)?.isOpen : before.node.type.name === 'sourceBlock';
    const mayJoin = /^\s/.test(after.text) || (startsList(before.text) && startsList(after.text));
    return (BLANK_LINE.test(after.gap) && !isOpen && !mayJoin) || stayApart(before.text, after.gap, after.text);
  }

  /**
   * Appends a block so that the parser reads it separately from the previous one. If the two would be read as one, the gap or one of the blocks is
   * written differently; an unchanged block only if nothing else helps.
   */
  function append(blocks: Written[], own: Written): void {
    const before = blocks.at(-1);
    if (!before) {
      blocks.push({ ...own, gap: gaps.get(`${START}>${own.id}`) ?? '' });
      return;
    }
    const known = gaps.get(`${before.id}>${own.id}`);
    if (known !== undefined && before.isKept && own.isKept) {
      blocks.push({ ...own, gap: known });
      return;
    }
    const above = blocks.at(-2);
    const fits = (one: Written, next: Written) =>
      areApart(one, next) && (one === before || !above || areApart(above, one));
    const next = { ...own, gap: '\n\n' };
    const changeBefore = () => alternatives(before).map((one) => [one, next] as const);
    const changeOwn = () => alternatives(next).map((one) => [before, one] as const);
    const changeBoth = () =>
      alternatives(before).flatMap((one) => alternatives(next).map((two) => [one, two] as const));
    const usual = known ?? (before.node.type.name === 'heading' ? behind.get(before.id) : undefined);
    const attempts = [
      () => (usual === undefined ? [] : [[before, { ...own, gap: usual }] as const]),
      () => [[before, next] as const],
      ...(own.isKept && !before.isKept ? [changeBefore, changeOwn] : [changeOwn, changeBefore]),
      changeBoth,
    ];
    for (const attempt of attempts) {
      const found = attempt().find(([one, two]) => fits(one, two));
      if (!found) continue;
      blocks.splice(-1, 1, ...found);
      return;
    }
    blocks.push(next);
  }

  /** The written text of each block; null for a block that writes nothing. */
  function layOut(doc: Node): (Written | null)[] {
    const present = new Set<number>();
    if (definitions.length > 0) {
      doc.forEach((node) => {
        if (isKept(node)) present.add(Number(node.attrs.origin));
      });
    }
    const isUnreferred = definitions.some((id) => !present.has(id));
    const defined = doc.children.map(definitionsIn).filter(Boolean).join('\n');
    if (defined !== writer.definitions) writer = createBlockWriter(defined, reading);
    const blocks: Written[] = [];
    const places = doc.children.map((node) => {
      const own = writtenOf(node, isUnreferred);
      if (own.text === '' && !own.isKept) return null;
      append(blocks, own);
      return blocks.length - 1;
    });
    return places.map((place) => (place === null ? null : (blocks[place] ?? null)));
  }

  return {
    read,
    write(doc) {
      const laid = layOut(doc).filter((one) => one !== null);
      return laid.length === 0 ? blank : laid.map(({ gap, text }) => gap + text).join('') + tail;
    },
    placesOf(doc) {
      let at = 0;
      return layOut(doc).map((laid) => {
        if (!laid) return null;
        const start = at + laid.gap.length;
        at = start + laid.text.length;
        return { start, source: laid.text };
      });
    },
  };
}

const startsList = (text: string): boolean => /^ {0,3}(?:[-+*]|\d{1,9}[.)])/.test(text);

/** Documents have one kind of line break. */
const normal = (source: string): string => source.replace(/\r\n?/g, '\n');

/** All link definitions of a text, to be put before a block that is parsed alone. */
function definitionsOf(text: string, blocks = markdownBlocks(text) ?? []): string {
  const found = blocks.filter(({ token }) => token.type === 'def').map(({ start, end }) => text.slice(start, end));
  return found.length === 0 ? '' : `${found.join('\n')}\n\n`;
}

const defined = new WeakMap<Node, string>();

/** The link definitions in a source block. */
function definitionsIn(node: Node): string {
  if (node.type.name !== 'sourceBlock' || !node.textContent.includes(']:')) return '';
  const found = defined.get(node) ?? definitionsOf(node.textContent).trim();
  defined.set(node, found);
  return found;
}

/** Whether a block would include any text written after it. */
function runsOn(source: string): boolean {
  const alone = markdownBlocks(source);
  const followed = markdownBlocks(`${source}\n\nx`);
  const last = followed?.at(-1)?.token;
  return followed?.length !== (alone?.length ?? 0) + 1 || last?.type !== 'paragraph' || last.raw !== 'x';
}
