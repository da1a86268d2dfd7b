import { Extension, type Extensions } from '@tiptap/core';
import { Placeholder } from '@tiptap/extensions';
import type { UploadQueue } from '../../pictures/upload-queue.ts';
import { textExtensions } from '../schema/extensions.ts';
import { BLOCK_ACTIONS, HISTORY_ACTIONS, LIST_ACTIONS, MARK_ACTIONS, perform } from './actions.ts';
import { CardNotes } from './card-notes.ts';
import { FindMarks } from './find.ts';
import { PicturesInText } from './pictures-plugin.ts';

/** What opens beside the text. */
export interface Openers {
  readonly link: () => void;
  readonly find: () => void;
  readonly keys: () => void;
  readonly toolbar: () => void;
  /** What is said of the selected picture. */
  readonly picture: () => void;
}

export const OPENER_KEYS = {
  link: 'Mod-k',
  find: 'Mod-f',
  keys: 'Mod-/',
  toolbar: 'Alt-F10',
} as const satisfies Partial<Record<keyof Openers, string>>;

/** Keys that are not taken are tried without Shift: where nothing can be redone, that would undo. */
const isTakenAnyway = (keys: string): boolean => keys.includes('Shift-');

/** All keys of the editor; ahead of those that TipTap's extensions have. */
const keysExtension = (openers: Openers) =>
  Extension.create({
    name: 'keys',
    priority: 1_000,
    addKeyboardShortcuts() {
      const { editor } = this;
      const actions = [...MARK_ACTIONS, ...BLOCK_ACTIONS, ...LIST_ACTIONS, ...HISTORY_ACTIONS];
      const ofActions = actions.flatMap(({ keys, run, isPossible }) =>
        keys
          ? [[keys, () => ((isPossible?.(editor) ?? true) ? perform(editor, { run }) : isTakenAnyway(keys))] as const]
          : [],
      );
      const ofOpeners = Object.entries(OPENER_KEYS).map(([name, keys]) => {
        const open = () => {
          openers[name as keyof Openers]();
          return true;
        };
        return [keys, open] as const;
      });
      // Ctrl and Cmd with Enter save, which the form does; a break would come into the text besides.
      return Object.fromEntries([...ofActions, ...ofOpeners, ['Mod-Enter', () => true]]);
    },
  });

export const editingExtensions = (openers: Openers, queue: UploadQueue): Extensions => [
  ...textExtensions,
  Placeholder.configure({ placeholder: 'Write your story. Markdown works here.', showOnlyWhenEditable: false }),
  FindMarks,
  CardNotes,
  keysExtension(openers),
  PicturesInText.configure({ queue, onDescribe: openers.picture }),
];
