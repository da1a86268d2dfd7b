import { storageApi } from '@inkwell/shared/storage';
import { useCallback, useEffect, useRef, useState } from 'react';
import { failureReason } from '../../../lib/failure.ts';
import { toastError } from '../../../lib/toast.ts';
import { uploadFile } from '../../../lib/upload.ts';
import { imageProblem } from '../pictures/file-rules.ts';
import { prepared } from '../pictures/prepared.ts';
import { createUploadQueue, PictureProblem, type Upload } from '../pictures/upload-queue.ts';
import { UnsentPicture, UPLOAD_FAILED } from '../upload-failed.ts';
import { followHistory, type PictureSurface } from './area-surface.ts';
import { describe, type Outcome, placeFor, type TextPicture, withoutPending } from './pending-pictures.ts';

/** Why files cannot be pictures of a text, in words; null when all can. */
function refusalOf(files: readonly File[]): string | null {
  const refused = files.filter(imageProblem);
  const problems = [...new Set(refused.map(imageProblem))].join(' ');
  if (refused.length === 0) return null;
  return files.length === 1 ? problems : `Left out: ${refused.map(({ name }) => name).join(', ')}. ${problems}`;
}

const problemOf = (error: unknown): string | null =>
  error instanceof PictureProblem ? error.message : failureReason(error);

/** What became of an upload; undefined while something may still come of it. */
function outcomeOf(upload: Upload | undefined): Outcome | undefined {
  if (upload?.url) return { words: upload.words, url: upload.url };
  return upload?.status === 'removed' ? null : undefined;
}

const hasObjectUrls = () => typeof URL.createObjectURL === 'function';

/**
 * The pictures of a text: two are uploaded at a time, and each has a place kept for it in the text from the moment it is given. Whatever else
 * is typed meanwhile is left alone. One that fails keeps its place, until it is tried again or removed.
 */
export function usePictures() {
  const area = useRef<HTMLTextAreaElement>(null);
  /** What is written in at present; null while nothing is, so that what arrives has to wait. */
  const surface = useRef<PictureSurface | null>(null);
  /** What is undone and redone to follow the writer comes as further steps. */
  const isFollowing = useRef(false);
  /** What arrived during the composition of a character (IME), which an edit would break off. */
  const held = useRef<(() => void)[] | null>(null);

  const settle = useCallback((upload: Upload) => {
    const put = () => surface.current?.settle(upload, upload.url);
    if (held.current) held.current.push(put);
    else put();
  }, []);

  const [queue] = useState(() =>
    createUploadQueue({
      prepare: prepared,
      send: async (file, options) => (await uploadFile(storageApi.upload, file, options)).imageUrl,
      // Where nothing is written in at present, the text keeps its places.
      holds: (id) => surface.current?.holds(id) ?? true,
      onSettled: settle,
      onFailed: ({ problem }, error) => {
        console.warn('A picture could not be uploaded', error);
        toastError('Error', UPLOAD_FAILED, problem);
      },
      problemOf,
      ...(hasObjectUrls() && { previews: URL }),
    }),
  );
  useEffect(() => {
    queue.start();
    return queue.stop;
  }, [queue]);

  const outcome = useCallback((id: string) => outcomeOf(queue.get(id)), [queue]);

  /** Names what is written in from now on, and puts there what has arrived meanwhile. */
  const writeIn = useCallback(
    (next: PictureSurface | null) => {
      surface.current = next;
      for (const upload of next ? queue.all() : []) if (outcomeOf(upload) !== undefined) settle(upload);
    },
    [queue, settle],
  );

  /** Takes every picture among the files into the text at its caret, and says which files are none. */
  function insert(files: readonly File[]): void {
    const refusal = refusalOf(files);
    if (refusal) toastError('Error', refusal);
    const taken = files
      .filter((file) => !imageProblem(file))
      .map((file) => ({ file, id: crypto.randomUUID().slice(0, 8), words: describe(file.name) }));
    if (!surface.current || taken.length === 0) return;
    surface.current.put(taken.map(placeFor));
    queue.add(taken);
  }

  /**
   * Waits for the pictures on their way. @throws Error 'Failed to upload image' while the text holds one that failed; what to do about it
   * is its cause
   */
  async function settled(): Promise<void> {
    await queue.idle();
    const lost = queue.all().find(({ id, status }) => status === 'failed' && (surface.current?.holds(id) ?? true));
    if (lost) throw new Error(UPLOAD_FAILED, { cause: new UnsentPicture() });
  }

  return {
    area,
    queue,
    insert,
    /** Puts stored pictures into the text at its caret. */
    insertStored: (pictures: readonly TextPicture[]) => surface.current?.put(pictures),
    settled,
    writeIn,
    /** Whether pictures are on their way at this moment. */
    isBusy: queue.isBusy,
    /** The text as it may be kept or sent. */
    kept: useCallback((text: string) => withoutPending(text, outcome), [outcome]),
    /** What the browser has undone or redone in the text area. */
    onHistory: (step: 'undo' | 'redo', before: string) => {
      if (queue.all().length === 0 || isFollowing.current) return;
      isFollowing.current = true;
      // Browsers keep what could be redone when something is written in the midst of it, and redo it in wrong places.
      setTimeout(() => {
        const { current } = area;
        if (current) followHistory(current, step, before, outcome);
        isFollowing.current = false;
        for (const { id, status } of queue.all())
          if (status === 'skipped' && current?.value.includes(id)) queue.retry(id);
      });
    },
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
