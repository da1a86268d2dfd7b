import type { Editor } from '@tiptap/core';
import { type Action, BLOCK_ACTIONS } from './actions.ts';

/** What was typed behind a slash at the beginning of a paragraph. */
export interface SlashQuery {
  readonly from: number;
  readonly to: number;
  readonly words: string;
}

const SLASH = /^\/([\p{L}\p{N} ]{0,20})$/u;

/** The slash command that is being typed; null where there is none. */
export function slashQuery(editor: Editor): SlashQuery | null {
  const { $from, empty } = editor.state.selection;
  const { parent } = $from;
  if (!empty || parent.type.name !== 'paragraph' || $from.parentOffset !== parent.content.size) return null;
  const found = SLASH.exec(parent.textContent);
  return found ? { from: $from.start(), to: $from.pos, words: found[1] ?? '' } : null;
}

/** The actions whose names have a word that begins so. */
export function slashActions(words: string): readonly Action[] {
  const wanted = words.trim().toLowerCase();
  return BLOCK_ACTIONS.filter(({ label, also = '' }) =>
    `${label} ${also}`
      .toLowerCase()
      .split(' ')
      .some((_, index, all) => all.slice(index).join(' ').startsWith(wanted)),
  );
}
