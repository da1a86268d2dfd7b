import { changedRange } from '../../../lib/changed-range.ts';
import { applyEdit, applyQuietly } from './apply-edit.ts';
import type { TextSelection } from './commands.ts';
import {
  insertPictures,
  type Outcome,
  type PendingPicture,
  settlePending,
  type TextPicture,
  withOutcomes,
} from './pending-pictures.ts';

/** Where pictures stand, and what their places become: the text area, or the rich text. */
export interface PictureSurface {
  /** Puts pictures at the selection, in their order, each a paragraph of its own. */
  put(pictures: readonly TextPicture[]): void;
  /** Puts a picture (or nothing, where none comes any more) into its place, wherever that is by now. */
  settle(picture: PendingPicture, url: string | null): void;
  /** Whether the place of a picture is still there. */
  holds(id: string): boolean;
}

export const selectionOf = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): TextSelection => ({
  text: value,
  start: selectionStart,
  end: selectionEnd,
});

export const areaSurface = (area: HTMLTextAreaElement): PictureSurface => ({
  put: (pictures) => applyEdit(area, insertPictures(selectionOf(area), pictures)),
  settle: (picture, url) => {
    const edit = settlePending(selectionOf(area), picture, url);
    if (edit) applyQuietly(area, edit);
  },
  holds: (id) => area.value.includes(id),
});

/** Steps of ours that one key may go back over. */
const MOST_STEPS = 200;

/**
 * Follows the browser's own undo or redo, which knows the arrival of a picture as a step like what is typed: goes on until something
 * of the writer's has changed, and lets no place stand that nothing comes to any more.
 * @param before the text before the step that the writer asked for
 */
export function followHistory(
  area: HTMLTextAreaElement,
  step: 'undo' | 'redo',
  before: string,
  outcomeOf: (id: string) => Outcome | undefined,
): void {
  const settled = (text: string) => withOutcomes(text, outcomeOf);
  const start = settled(before);
  for (let count = 0; count < MOST_STEPS && settled(area.value) === start; count += 1) {
    const text = area.value;
    document.execCommand(step);
    if (area.value === text) break;
  }
  const text = area.value;
  const range = changedRange(text, settled(text));
  if (range.remove === 0 && range.insert === '') return;
  const to = range.start + range.remove;
  const moved = (at: number) =>
    at <= range.start ? at : Math.max(range.start, at + range.insert.length - range.remove);
  applyQuietly(area, {
    ...{ from: range.start, to, insert: range.insert },
    ...{ start: moved(area.selectionStart), end: moved(area.selectionEnd) },
  });
}
