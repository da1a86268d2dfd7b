import { NOTE_LABEL } from '@inkwell/shared/markdown/note-labels';
import { Node } from '@tiptap/core';
import { signSource } from './note-source.ts';

const LABEL = new RegExp(`^${NOTE_LABEL}$`);

/** A reference to a footnote, or the label at the beginning of a footnote (editing/notes.ts shows its number). */
export const NoteSign = Node.create({
  name: 'noteSign',
  group: 'inline',
  inline: true,
  atom: true,

  addAttributes() {
    return {
      label: { default: '', rendered: false, parseHTML: ({ dataset }) => dataset.note ?? '' },
      isNote: { default: false, rendered: false, parseHTML: ({ tagName }) => tagName !== 'SUP' },
    };
  },

  extendNodeSchema: ({ name }) => (name === 'noteSign' ? { leafText: signSource } : {}),

  // TipTap's rules for typed text assume that each character takes one position.
  renderText: () => '\ufffc',

  parseHTML() {
    const isLabel = ({ dataset }: HTMLElement) => LABEL.test(`[^${dataset.note}]`);
    return [{ tag: '[data-note]', getAttrs: (element) => (isLabel(element) ? null : false) }];
  },

  renderHTML({ node }) {
    return [node.attrs.isNote ? 'span' : 'sup', { 'data-note': node.attrs.label }, ['span', signSource(node)]];
  },
});
