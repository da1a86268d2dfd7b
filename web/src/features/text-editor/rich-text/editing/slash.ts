import type { Editor } from '@tiptap/core';
import { type Action, BLOCK_ACTIONS } from './actions.ts';

/** The words after a slash at the beginning of a paragraph, and their range. */
export interface SlashQuery {
  readonly from: number;
  readonly to: number;
  readonly words: string;
}

const SLASH = /^\/([\p{L}\p{N} ]{0,20})$/u;

/** The slash command that the writer is typing; null if there is none. */
export function slashQuery(editor: Editor): SlashQuery | null {
  const { $from, empty } = editor.state.selection;
  const { parent } = $from;
  if (!empty || parent.type.name !== 'paragraph' || $from.parentOffset !== parent.content.size) return null;
  const found = SLASH.exec(parent.textContent);
  return found ? { from: $from.start(), to: $from.pos, words: found[1] ?? '' } : null;
}

/** The actions with a label that has the typed words at the beginning of a word. */
export function slashActions(words: string, more: readonly Action[] = []): readonly Action[] {
  const wanted = words.trim().toLowerCase();
  return [...BLOCK_ACTIONS, ...more].filter(({ label, also = '' }) =>
    `${label} ${also}`
      .toLowerCase()
      .split(' ')
      .some((_, index, all) => all.slice(index).join(' ').startsWith(wanted)),
  );
}
