import { cardWords, isCardAddress } from '@inkwell/shared/markdown/cards';
import { safeLink } from '@inkwell/shared/markdown/urls';
import { Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';

const key = new PluginKey<DecorationSet>('cardNotes');

/** The address if a paragraph consists of one that readers see as a card; else null. */
function loneAddress(node: Node): string | null {
  if (node.type.name !== 'paragraph' || node.childCount > 3) return null;
  const [text, ...more] = node.children.filter((child) => !child.isText || child.text?.trim() !== '');
  if (more.length > 0) return null;
  const [mark, ...others] = text?.marks ?? [];
  if (mark?.type.name !== 'link' || mark.attrs.title || others.length > 0) return null;
  const target = safeLink(String(mark.attrs.href));
  return target?.kind === 'external' && isCardAddress(text?.text ?? '', target.href) ? target.href : null;
}

function note(address: string): HTMLElement {
  const words = document.createElement('div');
  words.className = 'rich-card-note';
  words.textContent = `Readers see a card: ${cardWords(address).title}`;
  return words;
}

/** Hints below paragraphs that readers see as cards. They are decorations, not part of the document. */
function notesOf(doc: Node): DecorationSet {
  const notes: Decoration[] = [];
  doc.forEach((node, position) => {
    const address = loneAddress(node);
    if (address === null) return;
    notes.push(Decoration.widget(position + node.nodeSize, () => note(address), { side: -1, key: `card ${address}` }));
  });
  return notes.length === 0 ? DecorationSet.empty : DecorationSet.create(doc, notes);
}

export const CardNotes = Extension.create({
  name: 'cardNotes',
  addProseMirrorPlugins() {
    return [
      new Plugin<DecorationSet>({
        key,
        state: {
          init: (_, { doc }) => notesOf(doc),
          apply: (transaction, notes) => (transaction.docChanged ? notesOf(transaction.doc) : notes),
        },
        props: { decorations: (state) => key.getState(state) },
      }),
    ];
  },
});
