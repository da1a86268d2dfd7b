import { storageApi } from '@inkwell/shared/storage';
import { useCallback, useEffect, useRef, useState } from 'react';
import { toastError } from '../../../lib/toast.ts';
import { uploadFile } from '../../../lib/upload.ts';
import { imageProblem } from '../featured-image.ts';
import { UPLOAD_FAILED } from '../upload-failed.ts';
import { applyEdit, applyQuietly } from './apply-edit.ts';
import type { TextSelection } from './commands.ts';
import { describe, insertPending, type PendingPicture, settlePending, withoutPending } from './pending-pictures.ts';

const selectionOf = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): TextSelection => ({
  text: value,
  start: selectionStart,
  end: selectionEnd,
});

/** Where the places of pictures are kept, and what they become: the text area, or the rich text. */
export interface PictureSurface {
  /** Keeps places at the selection, in their order. */
  keepPlaces(pictures: readonly PendingPicture[]): void;
  /** Puts a picture (or nothing, where it was lost) into its place, wherever that is by now. */
  settle(picture: PendingPicture, url: string | null): void;
  /** Whether the place of a picture is still there. */
  holds(id: string): boolean;
}

const areaSurface = (area: HTMLTextAreaElement): PictureSurface => ({
  keepPlaces: (pictures) => applyEdit(area, insertPending(selectionOf(area), pictures)),
  settle: (picture, url) => {
    const edit = settlePending(selectionOf(area), picture, url);
    if (edit) applyQuietly(area, edit);
  },
  holds: (id) => area.value.includes(id),
});

/** Why files cannot be pictures of a text, in words; null when all can. */
function refusalOf(files: readonly File[]): string | null {
  const refused = files.filter(imageProblem);
  const problems = [...new Set(refused.map(imageProblem))].join(' ');
  if (refused.length === 0) return null;
  return files.length === 1 ? problems : `Left out: ${refused.map(({ name }) => name).join(', ')}. ${problems}`;
}

/**
 * The pictures of a text: uploaded one after the other, each with a place kept for it in the text from the moment it is
 * given. Whatever else is typed meanwhile is left alone.
 */
export function usePictures() {
  const area = useRef<HTMLTextAreaElement>(null);
  /** The rich text while it is what is written in. */
  const richText = useRef<PictureSurface | null>(null);
  const surface = () => richText.current ?? (area.current && areaSurface(area.current));
  const [progress, setProgress] = useState<number | null>(null);
  const left = useRef(new AbortController());
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const waiting = useRef(0);
  const wasLost = useRef(false);
  const arrived = useRef(new Map<string, { words: string; url: string }>());
  /** What arrived during the composition of a character (IME), which an edit would break off. */
  const held = useRef<(() => void)[] | null>(null);

  useEffect(() => {
    const leaving = new AbortController();
    left.current = leaving;
    return () => leaving.abort();
  }, []);

  function settle(picture: PendingPicture, url: string | null): void {
    if (url) arrived.current.set(picture.id, { words: picture.words, url });
    const put = () => {
      surface()?.settle(picture, url);
    };
    if (held.current) held.current.push(put);
    else put();
  }

  async function upload(file: File, picture: PendingPicture): Promise<void> {
    const { signal } = left.current;
    // A place that the writer has deleted needs no picture.
    if (signal.aborted || !surface()?.holds(picture.id)) return;
    try {
      const { imageUrl } = await uploadFile(storageApi.upload, file, { signal, onProgress: setProgress });
      settle(picture, imageUrl);
    } catch (error) {
      if (signal.aborted) return;
      console.warn('A picture could not be uploaded', error);
      wasLost.current = true;
      settle(picture, null);
      toastError('Error', UPLOAD_FAILED);
    }
  }

  async function uploadNext(file: File, picture: PendingPicture): Promise<void> {
    await upload(file, picture);
    waiting.current -= 1;
    setProgress(waiting.current > 0 ? 0 : null);
  }

  /** Takes every picture among the files into the text at its caret, and says which files are none. */
  function insert(files: readonly File[]): void {
    const refusal = refusalOf(files);
    if (refusal) toastError('Error', refusal);
    const taken = files
      .filter((file) => !imageProblem(file))
      .map((file) => ({ file, picture: { id: crypto.randomUUID().slice(0, 8), words: describe(file.name) } }));
    const here = surface();
    if (!here || taken.length === 0) return;
    here.keepPlaces(taken.map(({ picture }) => picture));
    waiting.current += taken.length;
    setProgress((now) => now ?? 0);
    for (const { file, picture } of taken) queue.current = queue.current.then(() => uploadNext(file, picture));
  }

  /** Waits for the pictures on their way. @throws Error 'Failed to upload image' when one of them is lost */
  async function settled(): Promise<void> {
    wasLost.current = false;
    while (waiting.current > 0) await queue.current;
    if (wasLost.current) throw new Error(UPLOAD_FAILED);
  }

  return {
    area,
    richText,
    insert,
    settled,
    /** 0 to 1 for the picture on its way, else null. */
    progress,
    /** Whether pictures are on their way at this moment. */
    isBusy: () => waiting.current > 0,
    /** The text as it may be kept or sent. */
    kept: useCallback((text: string) => withoutPending(text, arrived.current), []),
    /** Whether a character is being composed (IME), which nothing may break off. */
    isComposing: () => held.current !== null,
    onCompositionStart: () => {
      held.current = [];
    },
    onCompositionEnd: () => {
      const puts = held.current ?? [];
      held.current = null;
      for (const put of puts) put();
    },
  };
}

export type Pictures = ReturnType<typeof usePictures>;
