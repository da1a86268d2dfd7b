import { type MarkdownToken, markdownBlocks } from '@inkwell/shared/markdown/blocks';
import { decodeEntities } from '@inkwell/shared/markdown/entities';
import { noteSigns } from '@inkwell/shared/markdown/note-labels';
import { standardTokens } from '@inkwell/shared/markdown/tokens';
import type { Node } from '@tiptap/pm/model';
import { signSource } from '../schema/note-source.ts';
import type { Place } from './manuscript.ts';

/*
 * Converts the position of the caret when the mode changes: between a number of visible characters in a block and an offset in its source. Pictures,
 * signs of notes and line breaks count as one character, Markdown delimiters as none.
 */

/** Visible characters, and the start of their source. */
interface Shown {
  readonly length: number;
  readonly start: number;
  readonly sourceLength: number;
}

type Tokens = Parameters<typeof standardTokens>[0];

/** The visible pieces of a block with their positions in the source. */
function shownOf(source: string): Shown[] {
  const shown: Shown[] = [];
  let at = 0;
  const add = (length: number, text: string) => {
    const found = source.indexOf(text, at);
    const start = found < 0 ? at : found;
    const sourceLength = found < 0 ? 0 : text.length;
    shown.push({ length, start, sourceLength });
    at = start + sourceLength;
  };
  const addLines = (text: string, read: (line: string) => string) => {
    text.split('\n').forEach((line, index) => {
      const words = line.trim();
      if (index > 0) shown.push({ length: 1, start: at, sourceLength: 1 });
      if (words !== '')
        add(read(index > 0 ? line.trimStart() : line).length, words.length < line.length && index === 0 ? line : words);
    });
  };
  const addWords = (text: string) => {
    for (const part of noteSigns(text, 'begins')) {
      if (typeof part === 'string') addLines(part, decodeEntities);
      else add(1, signSource({ attrs: part }).trimEnd());
    }
  };
  const walkAll = (tokens: Tokens) => {
    for (const token of standardTokens(tokens)) walk(token);
  };
  const walk = (token: MarkdownToken) => {
    switch (token.type) {
      case 'text':
        if (token.tokens) walkAll(token.tokens);
        else if (token.escaped) addLines(token.raw, (line) => line);
        else addWords(token.raw);
        return;
      case 'escape':
      case 'codespan':
        add(token.text.length, token.raw.includes(token.text) && token.type === 'codespan' ? token.text : token.raw);
        return;
      case 'image':
      case 'br':
        add(1, token.raw);
        return;
      case 'code':
        for (const [index, line] of token.text.split('\n').entries()) {
          if (index > 0) shown.push({ length: 1, start: at, sourceLength: 1 });
          else if (token.codeBlockStyle !== 'indented') at = source.indexOf('\n', at) + 1;
          if (line !== '') add(line.length, line);
        }
        return;
      case 'list':
        for (const item of token.items) walkAll(item.tokens);
        return;
      case 'table':
        for (const cell of [...token.header, ...token.rows.flat()]) walkAll(cell.tokens);
        return;
      case 'checkbox':
      case 'space':
      case 'hr':
        return;
      default:
        if ('tokens' in token && token.tokens) walkAll(token.tokens);
        else addLines(token.raw, (line) => line);
    }
  };
  for (const { token } of markdownBlocks(source) ?? []) walk(token);
  return shown;
}

/** The offset in a block's source of its visible character `offset`. */
export function sourceOffset(source: string, offset: number): number {
  let before = 0;
  for (const { length, start, sourceLength } of shownOf(source)) {
    if (offset <= before + length) return start + Math.min(offset - before, sourceLength);
    before += length;
  }
  return source.length;
}

/** The number of visible characters before the offset `at` in a block's source. */
export function shownOffset(source: string, at: number): number {
  let before = 0;
  for (const { length, start, sourceLength } of shownOf(source)) {
    if (at <= start) return before;
    if (at < start + sourceLength) return before + Math.min(at - start, length);
    before += length;
  }
  return before;
}

const isSource = (node: Node): boolean => node.type.name === 'sourceBlock';

/** The offset in the text for the caret at `position` in the document. */
export function caretInText(doc: Node, places: readonly (Place | null)[], position: number): number {
  const resolved = doc.resolve(position);
  const index = resolved.index(0);
  const node = doc.maybeChild(index);
  const place = places[index];
  if (!node || !place) {
    const before = places.slice(0, index).findLast((one) => one !== null);
    return before ? before.start + before.source.length : 0;
  }
  const start = resolved.depth === 0 ? position : resolved.start(1);
  const shown = doc.textBetween(start, position, '', '\ufffc').length;
  return place.start + (isSource(node) ? shown : sourceOffset(place.source, shown));
}

/** The position in the document for the offset `at` in the text. */
export function caretInDocument(doc: Node, places: readonly (Place | null)[], at: number): number {
  const index = Math.max(
    0,
    places.findLastIndex((place) => place !== null && place.start <= at),
  );
  const place = places[index];
  const node = doc.maybeChild(index);
  if (!node || !place) return 0;
  let position = 0;
  for (let before = 0; before < index; before += 1) position += doc.child(before).nodeSize;
  const inner = Math.max(0, at - place.start);
  return position + 1 + positionOf(node, isSource(node) ? inner : shownOffset(place.source, inner));
}

/** The position in a block of its visible character `offset`. */
function positionOf(node: Node, offset: number): number {
  let left = offset;
  let found = node.content.size;
  let isFound = false;
  node.descendants((child, position) => {
    if (isFound) return false;
    if (!child.isText && !child.isLeaf) return true;
    const length = child.isText ? (child.text ?? '').length : Number(child.isInline);
    if (length > 0 && left <= length) {
      found = position + left;
      isFound = true;
    }
    left -= length;
    return false;
  });
  return found;
}
