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
import { describe, type Outcome, placeholderFor, type TextPicture, withoutPending } from './pending-pictures.ts';

/** Why files cannot be used as pictures; null if all can be. */
function refusalOf(files: readonly File[]): string | null {
  const refused = files.filter(imageProblem);
  const problems = [...new Set(refused.map(imageProblem))].join(' ');
  if (refused.length === 0) return null;
  return files.length === 1 ? problems : `Left out: ${refused.map(({ name }) => name).join(', ')}. ${problems}`;
}

const withId = (file: File) => ({ file, id: crypto.randomUUID().slice(0, 8), alt: describe(file.name) });

const NAMED = 5;

/** The pictures of a copied text that could not be copied. */
function missingText(names: readonly string[]): string {
  const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : '';
  return `Other people cannot see these pictures where they are now: ${names.slice(0, NAMED).join(', ')}${more}. Save them and insert them as files.`;
}

const problemOf = (error: unknown): string | null =>
  error instanceof PictureProblem ? error.message : failureReason(error);

/** The result of an upload; undefined while it may still succeed. */
function outcomeOf(upload: Upload | undefined): Outcome | undefined {
  if (upload?.url) return { alt: upload.alt, url: upload.url };
  return upload?.status === 'removed' ? null : undefined;
}

const hasObjectUrls = () => typeof URL.createObjectURL === 'function';

/**
 * Uploads the pictures of a text, two at a time. Each picture has a placeholder in the text from the start. A failed upload keeps
 * its placeholder until the writer retries or removes it.
 */
export function usePictures() {
  const area = useRef<HTMLTextAreaElement>(null);
  /** The editor in use; null if there is none, and finished uploads wait. */
  const surface = useRef<PictureSurface | null>(null);
  /** Set while `followHistory` runs, whose own steps must be ignored. */
  const isFollowing = useRef(false);
  /** Uploads that finished while an input method composed a character, which an edit would interrupt. */
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
      // While no editor is in use, the text keeps its placeholders.
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

  /** Sets the editor in use and inserts the uploads that have finished meanwhile. */
  const writeIn = useCallback(
    (next: PictureSurface | null) => {
      surface.current = next;
      for (const upload of next ? queue.all() : []) if (outcomeOf(upload) !== undefined) settle(upload);
    },
    [queue, settle],
  );

  /** Inserts files at the caret, and reports files that cannot be used as pictures. */
  function insert(files: readonly File[]): void {
    const refusal = refusalOf(files);
    if (refusal) toastError('Error', refusal);
    const pictures = files.filter((file) => !imageProblem(file)).map(withId);
    if (!surface.current || pictures.length === 0) return;
    surface.current.put(pictures.map(placeholderFor));
    queue.add(pictures);
  }

  /**
   * Returns a placeholder for each picture of a copied text, which the caller inserts at once; null for a picture that cannot be used. Tells the
   * writer the names of those pictures, and of pictures that were not on the clipboard.
   */
  function place(files: readonly File[], missing: readonly string[]): (TextPicture | null)[] {
    const pictures = files.map((file) => (imageProblem(file) ? null : withId(file)));
    const lost = [...missing, ...files.filter(imageProblem).map(({ name }) => name)];
    if (lost.length > 0) toastError('Pictures Missing', missingText(lost));
    // The queue skips pictures that are not in the text yet.
    queueMicrotask(() => queue.add(pictures.filter((picture) => picture !== null)));
    return pictures.map((picture) => picture && placeholderFor(picture));
  }

  /** Waits for all uploads. @throws Error 'Failed to upload image', with an UnsentPicture as cause, if the text contains a failed one */
  async function settled(): Promise<void> {
    await queue.idle();
    const lost = queue.all().find(({ id, status }) => status === 'failed' && (surface.current?.holds(id) ?? true));
    if (lost) throw new Error(UPLOAD_FAILED, { cause: new UnsentPicture() });
  }

  return {
    area,
    queue,
    insert,
    place,
    /** Inserts stored pictures at the caret. */
    insertStored: (pictures: readonly TextPicture[]) => surface.current?.put(pictures),
    settled,
    writeIn,
    /** Whether any upload is running. */
    isBusy: queue.isBusy,
    /** The text to save. */
    kept: useCallback((text: string) => withoutPending(text, outcome), [outcome]),
    /** Called after the browser has undone or redone a step in the text area. */
    onHistory: (step: 'undo' | 'redo', before: string) => {
      if (queue.all().length === 0 || isFollowing.current) return;
      isFollowing.current = true;
      // An edit in the middle of an undo would make browsers redo later steps in the wrong places.
      setTimeout(() => {
        const { current } = area;
        if (current) followHistory(current, step, before, outcome);
        isFollowing.current = false;
        for (const { id, status } of queue.all())
          if (status === 'skipped' && current?.value.includes(id)) queue.retry(id);
      });
    },
    /** Whether an input method is composing a character, which must not be interrupted. */
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
