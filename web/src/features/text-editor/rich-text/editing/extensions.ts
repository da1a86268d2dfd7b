import { Extension, type Extensions } from '@tiptap/core';
import { Placeholder } from '@tiptap/extensions';
import type { RefObject } from 'react';
import type { UploadQueue } from '../../pictures/upload-queue.ts';
import { textExtensions } from '../schema/extensions.ts';
import { ACTIONS, perform } from './actions.ts';
import { CardNotes } from './card-notes.ts';
import { FindHighlights } from './find.ts';
import { PicturesInText } from './pictures-plugin.ts';
import { TabKeys } from './tab-keys.ts';
import { TypedMarks } from './typed-marks.ts';

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

/** All shortcuts of the editor. They take precedence over those of TipTap's extensions. */
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

export const editingExtensions = (openers: RefObject<Openers>, queue: UploadQueue): Extensions => [
  ...textExtensions,
  Placeholder.configure({ placeholder: 'Write your story. Markdown works here.', showOnlyWhenEditable: false }),
  FindHighlights,
  CardNotes,
  TypedMarks,
  TabKeys,
  keysExtension(openers),
  PicturesInText.configure({ queue, onDescribe: () => openers.current.picture() }),
];
