import { type MarkdownBlock, markdownBlocks } from '@inkwell/shared/markdown/blocks';
import type { Node, Schema } from '@tiptap/pm/model';
import { BLANK_LINE, stayApart, textBlocks, withOtherSigns } from './neighbors.ts';
import { readBlock } from './read.ts';
import { lookOf } from './same-look.ts';
import { createBlockWriter } from './write.ts';

/** Why a text is written as Markdown: `unread` is a fault of ours, `unclosed` and `source` are in the text. */
export type Refusal = 'unread' | 'unclosed' | 'source';

/** A block as it stood in the source. */
interface Origin {
  readonly source: string;
  readonly node: Node;
  /** Whether it goes on to the end of the text, whatever follows. */
  readonly isOpen: boolean;
  /** Whether its links need definitions that stand elsewhere. */
  readonly isReferring: boolean;
  readonly isDefinition: boolean;
}

/** A block as it is written now, and the gap before it. */
interface Written {
  readonly node: Node;
  readonly id: number;
  readonly gap: string;
  readonly text: string;
  readonly isKept: boolean;
}

/** Texts that consist of source for more than this share of their characters are better written as such. */
const MAX_SOURCE_SHARE = 0.5;

const START = 0;
const END = -1;
/** Of blocks that were never read: nothing is known of what stands beside them. */
const NEW = -2;

/**
 * The sources of a document. It reads texts into documents and writes them back: blocks that are as they were read, and what
 * stood between two of them, keep each byte; all others are written anew.
 */
export interface Manuscript {
  /**
   * The blocks of a text. Their sources are known from now on, beside those of texts read before.
   * @param previous a document whose untouched blocks are taken again where the text begins and ends as it does
   */
  read(text: string, previous?: Node): { readonly nodes: readonly Node[]; readonly refusal: Refusal | null };
  /** The text of a document; costs little more than the blocks that were not written before. */
  write(doc: Node): string;
  /** Where each block of a document stands in its text; null where it leaves nothing there. */
  placesOf(doc: Node): readonly (Place | null)[];
}

/** A block in the text, from `start` on. */
export interface Place {
  readonly start: number;
  readonly source: string;
}

export function createManuscript(schema: Schema): Manuscript {
  const origins = new Map<number, Origin>();
  /** What stood between two blocks, by their ids. */
  const gaps = new Map<string, string>();
  const kept = new WeakMap<Node, boolean>();
  let definitions: readonly number[] = [];
  let tail = '';
  let blank = '';
  let lastId = START;
  const plainWriter = createBlockWriter('');
  let writer = plainWriter;

  const originOf = (node: Node): Origin | undefined => origins.get(Number(node.attrs.origin));

  function isKept(node: Node): boolean {
    const known = kept.get(node);
    if (known !== undefined) return known;
    const isSame = originOf(node)?.node.eq(node) ?? false;
    kept.set(node, isSame);
    return isSame;
  }

  /** For each source, from the beginning and from the end, the block of a document that has it already. */
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

  function read(text: string, before?: Node): { nodes: Node[]; refusal: Refusal | null } {
    const found = markdownBlocks(text);
    if (!found) return { nodes: [], refusal: 'unread' };
    const blocks = textBlocks(text, found);
    const defined = definitionsOf(text, found);
    const nodes: Node[] = [];
    const own: number[] = [];
    let end = 0;
    let previous = START;
    let sourceChars = 0;
    let refusal: Refusal | null = null;
    const sources = blocks.map((block) => text.slice(block.start, block.end));
    const known = knownBlocks(sources, before);
    for (const [index, { parts, start, end: blockEnd }] of blocks.entries()) {
      const source = sources[index] ?? '';
      const same = known.get(index);
      if (same) {
        const id = Number(same.attrs.origin);
        gaps.set(`${previous}>${id}`, text.slice(end, start));
        nodes.push(same);
        if (originOf(same)?.isDefinition) own.push(id);
        else if (same.type.name === 'sourceBlock') sourceChars += source.length;
        previous = id;
        end = blockEnd;
        continue;
      }
      const [first] = parts;
      const isDefinition = first?.token.type === 'def';
      const isReferring = defined !== '' && source.includes('[') && lookOf(source) !== lookOf(defined + source);
      const readable = nodeOf(parts);
      const anew = readable && plainWriter.write(readable);
      const isFaithful =
        readable !== null &&
        anew !== null &&
        ((anew === source && !isReferring) || lookOf(anew) === lookOf(isReferring ? defined + source : source));
      const bare = isFaithful
        ? readable
        : schema.node('sourceBlock', {}, source === '' ? [] : [schema.text(normal(source))]);
      if (!isFaithful && !isDefinition) sourceChars += source.length;
      lastId += 1;
      const id = lastId;
      const node = bare.type.create({ ...bare.attrs, origin: id }, bare.content);
      const isOpen = index === blocks.length - 1 && runsOn(source);
      if (isOpen && !isFaithful) refusal = 'unclosed';
      origins.set(id, { source, node, isOpen, isReferring, isDefinition });
      kept.set(node, true);
      if (isDefinition) own.push(id);
      gaps.set(`${previous}>${id}`, text.slice(end, start));
      nodes.push(node);
      previous = id;
      end = blockEnd;
    }
    definitions = own;
    tail = text.slice(end);
    gaps.set(`${previous}>${END}`, tail);
    blank = nodes.length === 0 ? text : '';
    if (!refusal && sourceChars > text.length * MAX_SOURCE_SHARE) refusal = 'source';
    return { nodes, refusal };
  }

  /** Several lists without a blank line between them are one that was too long for the parser. */
  function nodeOf(parts: readonly MarkdownBlock[]): Node | null {
    const nodes = parts.map(({ token }) => readBlock(schema, token));
    const [first] = nodes;
    if (!first || nodes.length === 1) return first ?? null;
    if (nodes.some((node) => node === null || node.type !== first.type)) return null;
    const items = nodes.flatMap((node) => node?.children ?? []);
    return first.type.create({ ...first.attrs, isLoose: nodes.some((node) => node?.attrs.isLoose) }, items);
  }

  /** What is written for a block, were it alone. */
  function writtenOf(node: Node, isUnreferred: boolean): Written {
    const origin = originOf(node);
    const isSame = isKept(node) && !(isUnreferred && origin?.isReferring);
    const text = isSame && origin ? origin.source : writer.write(node);
    return { node, id: Number(node.attrs.origin ?? NEW), gap: '', text, isKept: isSame };
  }

  /** The block in other words that mean the same: lists with another sign, and everything written anew. */
  const otherWords = (block: Written): Written[] => [
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
   * Puts a block behind those that are written, with a gap and in words that keep it apart from the one before it. Where both
   * would be read as one, a block that was changed is written in other words sooner than one that was not.
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
    const changeBefore = () => otherWords(before).map((one) => [one, next] as const);
    const changeOwn = () => otherWords(next).map((one) => [before, one] as const);
    const changeBoth = () => otherWords(before).flatMap((one) => otherWords(next).map((two) => [one, two] as const));
    const attempts = [
      () => (known === undefined ? [] : [[before, { ...own, gap: known }] as const]),
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

  /** What is written for each block; null for those that leave nothing. */
  function layOut(doc: Node): (Written | null)[] {
    const present = new Set<number>();
    if (definitions.length > 0) {
      doc.forEach((node) => {
        if (isKept(node)) present.add(Number(node.attrs.origin));
      });
    }
    const isUnreferred = definitions.some((id) => !present.has(id));
    const defined = doc.children.map(definitionsIn).filter(Boolean).join('\n');
    if (defined !== writer.definitions) writer = createBlockWriter(defined);
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

/** Documents know one kind of line break. */
const normal = (source: string): string => source.replace(/\r\n?/g, '\n');

/** All definitions of links, to be put before a block that is read alone. */
function definitionsOf(text: string, blocks = markdownBlocks(text) ?? []): string {
  const found = blocks.filter(({ token }) => token.type === 'def').map(({ start, end }) => text.slice(start, end));
  return found.length === 0 ? '' : `${found.join('\n')}\n\n`;
}

const defined = new WeakMap<Node, string>();

/** The link definitions in a block of source. */
function definitionsIn(node: Node): string {
  if (node.type.name !== 'sourceBlock' || !node.textContent.includes(']:')) return '';
  const found = defined.get(node) ?? definitionsOf(node.textContent).trim();
  defined.set(node, found);
  return found;
}

/** Whether a block would take in what is written behind it. */
function runsOn(source: string): boolean {
  const alone = markdownBlocks(source);
  const followed = markdownBlocks(`${source}\n\nx`);
  const last = followed?.at(-1)?.token;
  return followed?.length !== (alone?.length ?? 0) + 1 || last?.type !== 'paragraph' || last.raw !== 'x';
}
