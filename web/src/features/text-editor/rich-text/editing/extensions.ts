import { cardWords, isCardAddress } from '@inkwell/shared/markdown/cards';
import { safeLink } from '@inkwell/shared/markdown/urls';
import { Extension, type Extensions } from '@tiptap/core';
import { Placeholder } from '@tiptap/extensions';
import type { Node } from '@tiptap/pm/model';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import type { RefObject } from 'react';
import type { UploadQueue } from '../../pictures/upload-queue.ts';
import { textExtensions } from '../schema/extensions.ts';
import { ACTIONS, perform } from './actions.ts';
import { FindHighlights } from './find.ts';
import { Notes } from './notes.ts';
import { PicturesInText } from './pictures-plugin.ts';
import { TabKeys } from './tab-keys.ts';
import { TypedMarks } from './typed-marks.ts';

const key = new PluginKey<DecorationSet>('cardNotes');

/** The address of a paragraph that consists of one that readers see as a card; otherwise null. */
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

const CardNotes = Extension.create({
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

/** Opens the panels and dialogs of the editor. */
export interface Openers {
  readonly link: () => void;
  readonly find: () => void;
  readonly keys: () => void;
  readonly toolbar: () => void;
  /** Opens the description of the selected picture. */
  readonly picture: () => void;
}

export const OPENER_KEYS = {
  link: 'Mod-k',
  find: 'Mod-f',
  keys: 'Mod-/',
  toolbar: 'Alt-F10',
} as const satisfies Partial<Record<keyof Openers, string>>;

/** All shortcuts of the editor. They take precedence over the shortcuts of TipTap's extensions. */
const keysExtension = (openers: RefObject<Openers>) =>
  Extension.create({
    name: 'keys',
    priority: 1_000,
    addKeyboardShortcuts() {
      const { editor } = this;
      const ofActions = ACTIONS.flatMap(({ keys, run, isPossible }) => {
        // ProseMirror tries an unhandled key again without Shift: redo with nothing to redo would undo.
        const handle = () => ((isPossible?.(editor) ?? true) ? perform(editor, { run }) : keys?.includes('Shift-'));
        return keys ? [[keys, () => handle() ?? false] as const] : [];
      });
      const ofOpeners = Object.entries(OPENER_KEYS).map(([name, keys]) => {
        const open = () => {
          openers.current[name as keyof Openers]();
          return true;
        };
        return [keys, open] as const;
      });
      // The form saves with Ctrl or Cmd and Enter. Without this entry, the editor would also insert a line break.
      return Object.fromEntries([...ofActions, ...ofOpeners, ['Mod-Enter', () => true]]);
    },
  });

export const editingExtensions = (openers: RefObject<Openers>, queue: UploadQueue, placeholder = ''): Extensions => [
  ...textExtensions,
  Placeholder.configure({ placeholder, showOnlyWhenEditable: false }),
  FindHighlights,
  CardNotes,
  Notes,
  TypedMarks,
  TabKeys,
  keysExtension(openers),
  PicturesInText.configure({ queue, onDescribe: () => openers.current.picture() }),
];
