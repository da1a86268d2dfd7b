import { takeNotes } from '@inkwell/shared/markdown/footnotes';
import { noteKey, noteSigns } from '@inkwell/shared/markdown/note-labels';
import { parseMarkdown, standardTokens } from '@inkwell/shared/markdown/tokens';
import { Extension, InputRule } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { type EditorState, NodeSelection, Plugin, PluginKey, TextSelection } from '@tiptap/pm/state';
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view';

/* Shows the numbers of footnotes, as readers see them, and the text of a note at its references. */

/** A reference, or the beginning of a note, in a block of the document. */
interface Sign {
  readonly key: string;
  readonly isNote: boolean;
  /** Its position in the block; null in a block of source. */
  readonly at: number | null;
  /** The text of a note. */
  text: string;
}

type Tokens = Parameters<typeof standardTokens>[0];

const blocksOf = (source: string) => standardTokens(parseMarkdown(source));

/** The parts of a source that can contain references, in text order. Links cannot. */
const wordsIn = (tokens: Tokens): string[] =>
  standardTokens(tokens).flatMap((token): string[] => {
    if (token.type === 'link' || (token.type === 'text' && token.escaped)) return [];
    if (token.type === 'text' && !token.tokens) return [token.text];
    if (token.type === 'list') return token.items.flatMap((item) => [...wordsIn(item.tokens), ' ']);
    if (token.type === 'table') return [...token.header, ...token.rows.flat()].flatMap((cell) => wordsIn(cell.tokens));
    return 'tokens' in token ? [...wordsIn(token.tokens), ' '] : [];
  });

const signs = new WeakMap<Node, readonly Sign[]>();

/** The signs in a block. A block never changes, and a keystroke replaces only one. */
function signsIn(block: Node): readonly Sign[] {
  const known = signs.get(block);
  if (known) return known;
  const found: Sign[] = [];
  const add = (label: string, isNote: boolean, at: number | null) =>
    found.push({ key: noteKey(label), isNote, at, text: '' });
  const say = (text: string) => {
    const note = found.findLast(({ isNote }) => isNote);
    if (note) note.text += text;
  };
  if (block.type.name === 'sourceBlock') {
    const refer = (tokens: Tokens) => {
      for (const part of wordsIn(tokens).flatMap((words) => noteSigns(words, 'nested')))
        if (typeof part === 'string') say(part);
        else add(part.label, false, null);
    };
    const { body, notes } = takeNotes(blocksOf(block.textContent), blocksOf);
    refer([...body]);
    for (const [label, tokens] of notes) {
      add(label, true, null);
      refer([...tokens]);
    }
  } else {
    const isParagraph = block.type.name === 'paragraph';
    block.descendants((node, at) => {
      if (node.type.name === 'noteSign') add(String(node.attrs.label), isParagraph && node.attrs.isNote === true, at);
      else if (node.isText) say(node.text ?? '');
      else if (node.isInline) say(' ');
    });
  }
  signs.set(block, found);
  return found;
}

/** A sign in the document. */
export interface PlacedSign extends Sign {
  /** Its position; for a sign in source, its block's position. */
  readonly position: number;
  readonly number: number;
}

/** The signs whose notes exist, numbered as for readers: by first reference in the text, then by first reference in notes. */
export function noteSignsOf(doc: Node): PlacedSign[] {
  const placed: Omit<PlacedSign, 'number'>[] = [];
  const body: string[] = [];
  const notes = new Map<string, { readonly text: string; readonly references: string[] }>();
  doc.forEach((block, offset) => {
    let references = body;
    for (const sign of signsIn(block)) {
      const { key, isNote, text, at } = sign;
      // Readers see a second note with the same label as plain text.
      const isSecond = isNote && notes.has(key);
      if (isNote) references = isSecond ? body : [];
      if (isSecond) continue;
      if (isNote) notes.set(key, { text: text.trim(), references });
      else references.push(key);
      placed.push({ ...sign, position: offset + 1 + (at ?? 0) });
    }
  });
  const order: string[] = [];
  const numbers = new Map<string, number>();
  const count = (key: string) => {
    if (notes.has(key) && !numbers.has(key)) numbers.set(key, order.push(key));
  };
  body.forEach(count);
  let done = 0;
  for (const key of ['', ...notes.keys()]) {
    for (count(key); done < order.length; done += 1) notes.get(order[done] ?? '')?.references.forEach(count);
  }
  return placed.flatMap((sign) => {
    const number = numbers.get(sign.key);
    return number === undefined ? [] : [{ ...sign, number, text: notes.get(sign.key)?.text ?? '' }];
  });
}

/** The text of a note is shown and spoken up to this length. */
const MAX_SHOWN = 300;

interface NotesState {
  readonly placed: readonly PlacedSign[];
  readonly marks: DecorationSet;
}

const key = new PluginKey<NotesState>('notes');

function stateFor(doc: Node): NotesState {
  const placed = noteSignsOf(doc);
  const marks = placed.flatMap(({ at, isNote, position, number, text }) => {
    if (at === null) return [];
    const words = text.slice(0, MAX_SHOWN);
    const shown = { title: words, role: 'doc-noteref', 'aria-label': `Footnote ${number}: ${words}` };
    return Decoration.node(position, position + 1, { 'data-number': String(number), ...(!isNote && shown) });
  });
  return { placed, marks: marks.length === 0 ? DecorationSet.empty : DecorationSet.create(doc, marks) };
}

/**
 * The selected sign of a note, or null, and its other end. For a reference, that is after the note's label; for a label, after the first reference,
 * or null without one.
 */
export function selectedSign(state: EditorState): (PlacedSign & { readonly otherEnd: number | null }) | null {
  const { selection } = state;
  if (!(selection instanceof NodeSelection) || selection.node.type.name !== 'noteSign') return null;
  const { placed = [] } = key.getState(state) ?? {};
  const sign = placed.find(({ at, position }) => at !== null && position === selection.from);
  if (!sign) return null;
  const other = placed.find((one) => one.key === sign.key && one.isNote !== sign.isNote);
  return { ...sign, otherEnd: other ? other.position + (other.at === null ? 0 : 1) : null };
}

/** Moves the caret from the selected reference to its note, or back. */
export function goToOtherEnd(view: Pick<EditorView, 'state' | 'dispatch'>): boolean {
  const { state } = view;
  const sign = selectedSign(state);
  if (!sign) return false;
  const to = sign.otherEnd;
  if (to !== null) view.dispatch(state.tr.setSelection(TextSelection.create(state.doc, to)).scrollIntoView());
  return true;
}

/** Text typed before the label, where Home puts the caret, or over a whole note goes into the note, which keeps its label. */
function typeBehindLabel(
  { state: { doc, tr }, dispatch }: EditorView,
  from: number,
  to: number,
  text: string,
): boolean {
  const $from = doc.resolve(from);
  if ($from.parentOffset > 0 || $from.nodeAfter?.attrs.isNote !== true || to > $from.end()) return false;
  tr.insertText(text, from + 1, Math.max(from + 1, to));
  dispatch(tr.setSelection(TextSelection.create(tr.doc, from + 1 + text.length)).scrollIntoView());
  return true;
}

const REFERENCE = /(?<!\\)\[\^([\p{L}\p{N}-]{1,100})\]$/u;
/** A colon typed after the only reference in a paragraph. */
const COLON = '\ufffc: ';

/** Turns typed Markdown into the signs of notes. */
export const typedNotes = (): InputRule[] => [
  new InputRule({
    find: REFERENCE,
    handler({ state: { tr, schema }, range, match }) {
      tr.replaceWith(range.from, range.to, schema.node('noteSign', { label: match[1] }));
    },
  }),
  new InputRule({
    find: (text) => (text === COLON ? { index: 1, text: COLON.slice(1) } : null),
    handler({ state: { tr, schema, selection }, range }) {
      const { firstChild } = selection.$from.parent;
      if (firstChild?.type.name !== 'noteSign' || selection.$from.depth > 1) return;
      tr.replaceWith(range.from - 1, range.to, schema.node('noteSign', { ...firstChild.attrs, isNote: true }));
    },
  }),
];

/** Numbers footnotes. Enter on a selected number moves to the note, or back. */
export const Notes = Extension.create({
  name: 'notes',
  addKeyboardShortcuts() {
    return { Enter: () => goToOtherEnd(this.editor.view) };
  },
  addProseMirrorPlugins() {
    return [
      new Plugin<NotesState>({
        key,
        state: {
          init: (_, { doc }) => stateFor(doc),
          apply: ({ docChanged, doc }, state) => (docChanged ? stateFor(doc) : state),
        },
        props: {
          decorations: (state) => key.getState(state)?.marks,
          handleTextInput: typeBehindLabel,
        },
      }),
    ];
  },
});
