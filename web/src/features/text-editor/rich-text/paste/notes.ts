import { freeNoteLabels, NOTE_LABEL, noteKey, noteSigns } from '@inkwell/shared/markdown/note-labels';
import type { ReadingOptions } from '@inkwell/shared/markdown/tokens';
import { Fragment, type Node, Slice } from '@tiptap/pm/model';
import { createManuscript } from '../markdown/manuscript.ts';

/*
 * A copied passage brings its footnotes. In the new text they keep their words: a label that another note has is replaced, and a note that the text
 * already has is left out.
 */

const NOTE_LINES = new RegExp(`^ {0,3}${NOTE_LABEL}:`, 'gm');
const LABELS = new RegExp(NOTE_LABEL, 'g');

const beginsNote = (node: Node | null): boolean => node?.attrs.isNote === true;

/** A block that begins with a note. */
export const isNoteBlock = (block: Node | null): boolean =>
  block?.type.name === 'sourceBlock'
    ? block.textContent.search(NOTE_LINES) === 0
    : block?.type.name === 'paragraph' && beginsNote(block.firstChild);

/** The notes of a block by the keys of their labels, each as its own block. */
function notesIn(block: Node): [string, Node][] {
  const { schema } = block.type;
  const starts: [string, number][] = [];
  const isSource = block.type.name === 'sourceBlock';
  if (isSource && isNoteBlock(block))
    for (const { index, 1: label = '' } of block.textContent.matchAll(NOTE_LINES)) starts.push([label, index]);
  if (block.type.name === 'paragraph')
    block.forEach((node, at) => {
      if (beginsNote(node)) starts.push([String(node.attrs.label), at]);
    });
  return starts.map(([label, start], n) => {
    const end = starts[n + 1]?.[1] ?? block.content.size;
    const source = isSource && schema.text(block.textContent.slice(start, end).trimEnd());
    return [noteKey(label), source ? block.copy(Fragment.from(source)) : block.cut(start, end)];
  });
}

/** By key. Of two notes with the same label, readers see the first as a note. */
const notesOf = (blocks: readonly Node[]): Map<string, Node> => new Map(blocks.flatMap(notesIn).reverse());

/** The notes that a passage refers to. */
function referencesIn(content: Fragment): Set<string> {
  const keys = new Set<string>();
  content.descendants((node) => {
    if (node.type.name === 'noteSign' && !beginsNote(node)) keys.add(noteKey(String(node.attrs.label)));
    if (node.type.name !== 'sourceBlock') return;
    for (const part of noteSigns(node.textContent, 'begins'))
      if (typeof part !== 'string' && !part.isNote) keys.add(noteKey(part.label));
  });
  return keys;
}

/** A copied passage with the notes that it refers to. */
export function withNotes(slice: Slice, doc: Node): Slice {
  const { content, openStart } = slice;
  const areCells = content.firstChild?.type.spec.tableRole === 'row';
  const all = notesOf(doc.children);
  if (all.size === 0 || areCells) return slice;
  const own = notesOf(content.content);
  const wanted = referencesIn(content);
  const added: Node[] = [];
  for (const key of wanted) {
    const note = own.has(key) ? undefined : all.get(key);
    if (!note) continue;
    added.push(note);
    for (const inner of referencesIn(Fragment.from(note))) wanted.add(inner);
  }
  if (added.length === 0) return slice;
  const isInline = content.firstChild?.isInline === true;
  const blocks = isInline ? [doc.type.schema.node('paragraph', null, content)] : content.content;
  return new Slice(Fragment.from([...blocks, ...added]), isInline ? 1 : openStart, 0);
}

/** A part of a slice. Its ends are open at the slice's own open ends and at cuts. Text next to a table is not moved into its cells. */
function partOf(slice: Slice, blocks: readonly Node[]): Slice {
  const { content, openStart, openEnd } = slice;
  const open = Slice.maxOpen(Fragment.from(blocks), false);
  const isSame = (one: Node | null, other: Node | undefined) => one === (other ?? null);
  return new Slice(
    open.content,
    isSame(content.firstChild, blocks[0]) ? openStart : open.openStart,
    isSame(content.lastChild, blocks.at(-1)) ? openEnd : open.openEnd,
  );
}

function relabeled(content: Fragment, labels: ReadonlyMap<string, string>): Fragment {
  const written = (whole: string, label: string) => {
    const other = labels.get(noteKey(label));
    return other === undefined ? whole : `[^${other}]`;
  };
  return Fragment.from(
    content.content.map((node): Node => {
      if (node.type.name === 'noteSign') {
        const label = labels.get(noteKey(String(node.attrs.label))) ?? node.attrs.label;
        return node.type.create({ ...node.attrs, label }, null, node.marks);
      }
      if (node.type.name !== 'sourceBlock') return node.isLeaf ? node : node.copy(relabeled(node.content, labels));
      const text = node.textContent.replace(LABELS, written);
      return text === '' ? node : node.copy(Fragment.from(node.type.schema.text(text)));
    }),
  );
}

/**
 * Prepares a passage for a text that may use the same labels: taken labels are replaced, and notes that the text already has are left out.
 * @param doc the text
 * @param replaced the range that the passage replaces: the selection, or its earlier position if it is moved
 */
export function settledNotes(
  slice: Slice,
  doc: Node,
  replaced: { readonly from: number; readonly to: number } = { from: 0, to: 0 },
  reading: ReadingOptions = {},
): Slice {
  const own = notesOf(slice.content.content);
  if (own.size === 0) return slice;
  const staying: Node[] = [];
  doc.forEach((block, at) => {
    if (at < replaced.from - 1 || at + block.nodeSize > replaced.to + 1) staying.push(block);
  });
  const others = notesOf(staying);
  const referred = referencesIn(slice.content);
  const wordsOf = (block: Node | undefined) =>
    block &&
    createManuscript(doc.type.schema, reading)
      .write(doc.copy(Fragment.from(block)))
      .replace(/\s+/g, ' ');
  const isKnown = ([key, block]: readonly [string, Node]) =>
    referred.has(key) && wordsOf(others.get(key)) === wordsOf(block);
  const blocks = slice.content.content.filter((block) => !isNoteBlock(block) || !notesIn(block).every(isKnown));
  if (blocks.length === 0) return slice;
  const nextLabel = freeNoteLabels(`${doc.textContent} ${slice.content.textBetween(0, slice.content.size)}`);
  const labels = new Map<string, string>();
  for (const key of notesOf(blocks).keys()) if (others.has(key)) labels.set(key, nextLabel());
  const part = partOf(slice, blocks);
  return labels.size === 0 ? part : new Slice(relabeled(part.content, labels), part.openStart, part.openEnd);
}

/** Removes the notes at a passage's end that it refers to, which go to the end of a text. */
export function apart(slice: Slice): { readonly passage: Slice; readonly notes: readonly Node[] } {
  const blocks = slice.content.content;
  const end = blocks.findLastIndex((block) => !isNoteBlock(block)) + 1;
  const notes = blocks.slice(end);
  const passage = partOf(slice, blocks.slice(0, end));
  const referred = referencesIn(slice.content);
  const areItsOwn = notes.flatMap(notesIn).every(([key]) => referred.has(key));
  return end === 0 || !areItsOwn ? { passage: slice, notes: [] } : { passage, notes };
}
