import type { Note } from '@inkwell/shared/notes';
import type { Quote } from '@inkwell/shared/quotes';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { editedElement, quotedRanges, watchText } from '../passages.ts';
import styles from './notes-panel.module.css';

/** The minimum margin width for notes. */
const MIN_WIDTH = 168;
/** Gap between two notes. */
const GAP = 12;

/** Whether the text's margin currently has room for notes. */
export function useHasRoom(margin: HTMLElement | null): boolean {
  const [hasRoom, setHasRoom] = useState(false);
  useLayoutEffect(() => {
    if (!margin) return;
    const look = () => setHasRoom(margin.clientWidth >= MIN_WIDTH);
    look();
    const observer = new ResizeObserver(look);
    observer.observe(margin);
    return () => observer.disconnect();
  }, [margin]);
  return hasRoom;
}

/** Notes in the order of their passages, followed by notes on the whole post, then notes whose passage is gone. */
export function inOrderOfText(notes: readonly Note[], placeOf: (quote: Quote) => number | null): Note[] {
  const rank = ({ quote }: Note): number =>
    quote === null ? Number.MAX_SAFE_INTEGER : (placeOf(quote) ?? Number.POSITIVE_INFINITY);
  return [...notes].sort((a, b) => (rank(a) === rank(b) ? 0 : rank(a) - rank(b)));
}

interface Box {
  /** The preferred position; null without a passage. */
  readonly wanted: number | null;
  readonly height: number;
}

/** The positions of boxes in a column: each at its preferred one, or below the previous box. */
export function stacked(boxes: readonly Box[], start: number): number[] {
  let end = start;
  return boxes.map(({ wanted, height }) => {
    const top = Math.max(end, wanted ?? end);
    end = top + height + GAP;
    return top;
  });
}

function place(list: HTMLElement, quotes: readonly (Quote | null)[]): void {
  const origin = list.getBoundingClientRect().top;
  const topOf = (shown: Range | Element) => shown.getBoundingClientRect().top - origin;
  const items = [...list.children].filter((item) => item instanceof HTMLElement);
  const ranges = quotedRanges(quotes);
  const boxes = items.map((item, n) => {
    const range = ranges[n];
    return { wanted: range ? topOf(range) : null, height: item.offsetHeight };
  });
  const text = editedElement();
  const tops = stacked(boxes, text ? Math.max(0, topOf(text)) : 0);
  for (const [n, item] of items.entries()) item.style.insetBlockStart = `${tops[n]}px`;
  // The page is at least as high as its notes.
  list.style.height = `${(tops.at(-1) ?? 0) + (boxes.at(-1)?.height ?? 0)}px`;
}

interface MarginNotesProps {
  readonly margin: HTMLElement;
  /** In display order. */
  readonly notes: readonly Note[];
  readonly children: (note: Note) => ReactNode;
}

/** Notes beside their passages, in the margin of the text. They move with the text and never move it. */
export function MarginNotes({ margin, notes, children }: MarginNotesProps) {
  const list = useRef<HTMLUListElement>(null);
  const order = notes.map(({ id }) => id).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the passage of a note never changes; while somebody types, an update after a pause is enough
  useLayoutEffect(() => {
    const { current } = list;
    if (!current) return;
    const all = notes.map(({ quote }) => quote);
    const again = () => place(current, all);
    again();
    const sizes = new ResizeObserver(again);
    for (const item of current.children) sizes.observe(item);
    const text = editedElement();
    if (text) sizes.observe(text);
    const end = watchText(again);
    return () => {
      sizes.disconnect();
      end();
    };
  }, [order]);
  return createPortal(
    <section aria-label="Notes beside the text">
      <ul ref={list} className={styles.beside}>
        {notes.map(children)}
      </ul>
    </section>,
    margin,
  );
}
