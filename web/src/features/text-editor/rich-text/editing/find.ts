import { type Editor, Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Plugin, PluginKey, TextSelection } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';

/** A match in a document. */
export interface Match {
  readonly from: number;
  readonly to: number;
}

interface FindState {
  readonly words: string;
  readonly found: readonly Match[];
  readonly marks: DecorationSet;
}

const NOTHING: FindState = { words: '', found: [], marks: DecorationSet.empty };
const key = new PluginKey<FindState>('find');

/** The maximum number of highlighted matches, because each costs time at every keystroke. */
const MAX_MATCHES = 2_000;

/** All matches in a document, regardless of case. A match never spans two paragraphs. */
export function findMatches(doc: Node, words: string): Match[] {
  const query = words.toLowerCase();
  const found: Match[] = [];
  if (query === '') return found;
  doc.descendants((node, position) => {
    if (!node.isTextblock) return true;
    // Some letters change their length with their case. They are left unchanged, because offsets must equal positions.
    const text = Array.from(node.textBetween(0, node.content.size, '', '\ufffc').split(''), (unit) => {
      const lower = unit.toLowerCase();
      return lower.length === 1 ? lower : unit;
    }).join('');
    for (
      let at = text.indexOf(query);
      at >= 0 && found.length < MAX_MATCHES;
      at = text.indexOf(query, at + query.length)
    ) {
      found.push({ from: position + 1 + at, to: position + 1 + at + words.length });
    }
    return false;
  });
  return found;
}

function stateFor(doc: Node, words: string): FindState {
  const found = findMatches(doc, words);
  const marks = found.map(({ from, to }) => Decoration.inline(from, to, { class: 'rich-found' }));
  return { words, found, marks: DecorationSet.create(doc, marks) };
}

/** Highlights matches. */
export const FindHighlights = Extension.create({
  name: 'findHighlights',
  addProseMirrorPlugins() {
    return [
      new Plugin<FindState>({
        key,
        state: {
          init: () => NOTHING,
          apply(transaction, state) {
            const words = transaction.getMeta(key) as string | undefined;
            if (words !== undefined) return words === '' ? NOTHING : stateFor(transaction.doc, words);
            if (state.words === '' || !transaction.docChanged) return state;
            return stateFor(transaction.doc, state.words);
          },
        },
        props: { decorations: (state) => key.getState(state)?.marks },
      }),
    ];
  },
});

export const matchesIn = (editor: Editor): readonly Match[] => key.getState(editor.state)?.found ?? [];

/** Sets the search text; an empty string ends the search. */
export const setFindQuery = (editor: Editor, words: string): void =>
  editor.view.dispatch(editor.state.tr.setMeta(key, words));

/** Selects the next or previous match, and continues at the other end of the text. */
export function selectMatch(editor: Editor, direction: 1 | -1): void {
  const found = matchesIn(editor);
  const { from, to } = editor.state.selection;
  const next = direction > 0 ? found.find((place) => place.from >= to) : found.findLast((place) => place.to <= from);
  const place = next ?? (direction > 0 ? found[0] : found.at(-1));
  if (!place) return;
  const selection = TextSelection.create(editor.state.doc, place.from, place.to);
  editor.view.dispatch(editor.state.tr.setSelection(selection).scrollIntoView());
}

/** Replaces the selection if it is a match, and selects the next match. */
export function replaceMatch(editor: Editor, words: string): void {
  const { from, to } = editor.state.selection;
  if (matchesIn(editor).some((place) => place.from === from && place.to === to)) {
    editor.view.dispatch(editor.state.tr.insertText(words, from, to));
  }
  selectMatch(editor, 1);
}

/** Replaces all matches in one undo step. */
export function replaceAllMatches(editor: Editor, words: string): void {
  const { tr } = editor.state;
  for (const { from, to } of [...matchesIn(editor)].reverse()) tr.insertText(words, from, to);
  editor.view.dispatch(tr);
}
