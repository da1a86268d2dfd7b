import { type MarkdownBlock, markdownBlocks } from '@inkwell/shared/markdown/blocks';
import { endsInNote } from '@inkwell/shared/markdown/footnotes';
import type { Node, Schema } from '@tiptap/pm/model';
import { readBlock } from './read.ts';
import { lookOf } from './same-look.ts';
import { list, writeBlock } from './write.ts';

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

/** A block as it is written now. */
interface Written {
  readonly node: Node;
  readonly id: number;
  readonly text: string;
  readonly isKept: boolean;
  readonly sign: string;
}

/** Texts that consist of source for more than this share of their characters are better written as such. */
const MAX_SOURCE_SHARE = 0.5;

const BLANK_LINE = /\n[ \t]*\r?\n/;
const START = 0;
const END = -1;
/** Of blocks that were never read: nothing is known of what stands beside them. */
const NEW = -2;

const isList = (node: Node): boolean => /List$/.test(node.type.name);
const familyOf = (node: Node): string => (node.type.name === 'orderedList' ? 'ordered' : 'bullets');
const otherSign = (sign: string): string => ({ '-': '*', '*': '-', '+': '-', '.': ')', ')': '.' })[sign] ?? '-';

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
    const blocks = joined(text, found);
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
      const anew = readable && writeBlock(readable);
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
    const text = isSame && origin ? origin.source : writeBlock(node);
    return { node, id: Number(node.attrs.origin ?? NEW), text, isKept: isSame, sign: String(node.attrs.sign ?? '') };
  }

  /** Whether what stood between two blocks may stand there still, although one of them was changed. */
  function staysApart(gap: string, before: Written, after: Written): boolean {
    if (before.isKept && after.isKept) return true;
    if (BLANK_LINE.test(gap)) return true;
    if (!gap.includes('\n')) return false;
    const endsItself = ['heading', 'horizontalRule'].includes(before.node.type.name) && !before.text.includes('\n');
    return endsItself || /^(?:#{1,6} |```|> )/.test(after.text);
  }

  /** Sets a block behind another: the gap, and the block in words that stay apart from it. */
  function follow(before: Written, after: Written): { gap: string; after: Written; before: string } {
    const known = gaps.get(`${before.id}>${after.id}`);
    if (known !== undefined && before.isKept && after.isKept) return { gap: known, after, before: before.text };
    const gap = known !== undefined && staysApart(known, before, after) ? known : '\n\n';
    const origin = originOf(before.node);
    const closed = before.isKept && origin?.isOpen ? writeBlock(before.node) : before.text;
    const isSameList =
      isList(before.node) &&
      isList(after.node) &&
      familyOf(before.node) === familyOf(after.node) &&
      before.sign === after.sign;
    if (isSameList) {
      const sign = otherSign(after.sign);
      // Of two lists that would become one, the one that was written here gets the other sign.
      if (after.isKept && !before.isKept) return { gap, after, before: list(before.node, sign) };
      return { gap, before: closed, after: { ...after, text: list(after.node, sign), isKept: false, sign } };
    }
    const mayBeSwallowed = isList(before.node) && /^[ \t]/.test(after.text);
    if (!mayBeSwallowed) return { gap, after, before: closed };
    const text = after.node.type.name === 'sourceBlock' ? after.text.trimStart() : writeBlock(after.node);
    return { gap, before: closed, after: { ...after, text, isKept: false } };
  }

  /** What is written for each block, with the gap before it; null for those that leave nothing. */
  function layOut(doc: Node): (Laid | null)[] {
    const present = new Set<number>();
    if (definitions.length > 0) {
      doc.forEach((node) => {
        if (isKept(node)) present.add(Number(node.attrs.origin));
      });
    }
    const isUnreferred = definitions.some((id) => !present.has(id));
    let last: { laid: Laid; written: Written } | null = null;
    return doc.children.map((node) => {
      const own = writtenOf(node, isUnreferred);
      if (own.text === '' && !own.isKept) return null;
      if (last) {
        const { gap, after, before } = follow(last.written, own);
        last.laid.text = before;
        last = { laid: { gap, text: after.text }, written: after };
      } else {
        last = { laid: { gap: gaps.get(`${START}>${own.id}`) ?? '', text: own.text }, written: own };
      }
      return last.laid;
    });
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

/** A block and the gap before it as they are written. */
interface Laid {
  readonly gap: string;
  text: string;
}

/** Documents know one kind of line break. */
const normal = (source: string): string => source.replace(/\r\n?/g, '\n');

interface Joined {
  readonly parts: readonly MarkdownBlock[];
  readonly start: number;
  readonly end: number;
}

/** The blocks, of which parts of one list are one, and so are a note and what of it is indented. */
function joined(text: string, blocks: readonly MarkdownBlock[]): Joined[] {
  const all: { parts: MarkdownBlock[]; start: number; end: number }[] = [];
  for (const block of blocks) {
    const last = all.at(-1);
    const isMoreOfNote =
      block.token.type === 'code' &&
      block.token.codeBlockStyle === 'indented' &&
      last?.parts[0] !== undefined &&
      endsInNote(last.parts[0].token);
    const isMore =
      block.token.type === 'list' &&
      last?.parts.at(-1)?.token.type === 'list' &&
      !BLANK_LINE.test(text.slice(last.end, block.start));
    if (last && (isMoreOfNote || (isMore && firstSign(last.parts.at(-1)) === firstSign(block)))) {
      last.parts.push(block);
      last.end = block.end;
    } else {
      all.push({ parts: [block], start: block.start, end: block.end });
    }
  }
  return all;
}

const firstSign = (block: MarkdownBlock | undefined): string =>
  /^\s*\d*([-+*.)])/.exec(block?.token.raw ?? '')?.[1] ?? '';

/** All definitions of links, to be put before a block that is read alone. */
function definitionsOf(text: string, blocks: readonly MarkdownBlock[]): string {
  const found = blocks.filter(({ token }) => token.type === 'def').map(({ start, end }) => text.slice(start, end));
  return found.length === 0 ? '' : `${found.join('\n')}\n\n`;
}

/** Whether a block would take in what is written behind it. */
function runsOn(source: string): boolean {
  const alone = markdownBlocks(source);
  const followed = markdownBlocks(`${source}\n\nx`);
  const last = followed?.at(-1)?.token;
  return followed?.length !== (alone?.length ?? 0) + 1 || last?.type !== 'paragraph' || last.raw !== 'x';
}
