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

/** The editor that receives pictures: the text area or the rich text editor. */
export interface PictureSurface {
  /** Inserts pictures at the selection, each as a paragraph. */
  put(pictures: readonly TextPicture[]): void;
  /** Replaces the placeholder of a picture, wherever it is; with `null`, removes it. */
  settle(picture: PendingPicture, url: string | null): void;
  /** Whether the text still has the placeholder of a picture. */
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

/** The maximum number of editor steps that one undo skips. */
const MOST_STEPS = 200;

/**
 * For the browser's undo, the arrival of a picture is a step like any typing. Repeats the writer's undo or redo until a change by the writer is
 * reverted, then replaces restored placeholders of finished uploads.
 * @param before the text before the writer's undo or redo
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
    from: range.start,
    to,
    insert: range.insert,
    start: moved(area.selectionStart),
    end: moved(area.selectionEnd),
  });
}
