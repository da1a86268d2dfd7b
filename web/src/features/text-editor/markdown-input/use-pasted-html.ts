import { type RefObject, useEffect, useRef } from 'react';
import { toastError } from '../../../lib/toast.ts';
import { applyEdit, applyQuietly } from './apply-edit.ts';
import { selectionOf } from './area-surface.ts';
import { applied } from './commands.ts';
import { exchangeAt, type PastedPlace, placeAfter } from './late-paste.ts';
import type { TextPicture } from './pending-pictures.ts';
import type { Pictures } from './use-pictures.ts';

/** Converts copied HTML to Markdown for the text `around` it. Calls `place` with the pictures, synchronously. */
export type ReadHtml = (
  html: string,
  place: (files: readonly File[], missing: readonly string[]) => readonly (TextPicture | null)[],
  around: string,
) => string;

interface Input {
  readonly pictures: Pictures;
  /** Loads the converter for this HTML. It may take long, or fail. */
  readonly loadReader: (html: string) => Promise<ReadHtml>;
  /** The text in the area. */
  readonly shown: RefObject<string>;
  /** The text of the form, and whether the area shows it. */
  readonly value: string;
  readonly isActive: boolean;
  readonly onChange: (value: string) => void;
}

interface Pending {
  place: PastedPlace | null;
}

/** Resolves when no input method is composing a character. */
const composed = (area: HTMLTextAreaElement, pictures: Pictures): Promise<void> =>
  new Promise((resolve) => {
    if (!pictures.isComposing()) resolve();
    // After the listeners that handle the composed character.
    else area.addEventListener('compositionend', () => setTimeout(resolve), { once: true });
  });

/**
 * Pastes copied HTML as Markdown. The plain text is inserted at once, and replaced by the Markdown when that is ready, unless one of its characters
 * has changed by then. The replacement is one undo step.
 */
export function usePastedHtml(input: Input) {
  const now = useRef(input);
  now.current = input;
  const pending = useRef(new Set<Pending>());
  useEffect(() => {
    const { current } = pending;
    return () => current.clear();
  }, []);

  function exchange(paste: Pending, readHtml: ReadHtml, html: string): void {
    const { pictures, shown, value, isActive, onChange } = now.current;
    const area = pictures.area.current;
    if (!area || !pending.current.has(paste)) return;
    if (!paste.place || (!isActive && value !== shown.current)) {
      if (/<img\b/i.test(html) && area.value.trim() !== '')
        toastError('Pictures Missing', 'The pasted text was changed before its pictures had loaded. Paste it again.');
      return;
    }
    const { start, end } = paste.place;
    const around = `${area.value.slice(0, start)}\n\n${area.value.slice(end)}`;
    const edit = exchangeAt(selectionOf(area), paste.place, readHtml(html, pictures.place, around));
    if (area.value.slice(edit.from, edit.to) === edit.insert) return;
    if (isActive) applyQuietly(area, edit);
    else onChange(applied(shown.current, edit));
  }

  async function paste(html: string, plain: string): Promise<void> {
    const { pictures, loadReader } = now.current;
    const area = pictures.area.current;
    if (!area) return;
    const { start, end } = selectionOf(area);
    const text = plain.replace(/\r\n?/g, '\n');
    const caret = start + text.length;
    applyEdit(area, { from: start, to: end, insert: text, start: caret, end: caret });
    const own: Pending = { place: { start, end: caret } };
    pending.current.add(own);
    try {
      const readHtml = await loadReader(html);
      await composed(area, pictures);
      exchange(own, readHtml, html);
    } catch (error) {
      console.warn('Pasted HTML could not be converted to Markdown', error);
      toastError('Error', 'The formatting could not be read, so the text is pasted without it.');
    } finally {
      pending.current.delete(own);
    }
  }

  return {
    paste: (html: string, plain: string) => void paste(html, plain),
    /** Must be called after each change of the text in the area. */
    onChanged(before: string, after: string, caret?: number): void {
      for (const one of pending.current) one.place &&= placeAfter(one.place, before, after, caret);
    },
  };
}
