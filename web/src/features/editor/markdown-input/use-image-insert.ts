import { storageApi } from '@inkwell/shared/storage';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { toastError } from '../../../lib/toast.ts';
import { uploadFile } from '../../../lib/upload.ts';
import { imageProblem } from '../featured-image.ts';
import { UPLOAD_FAILED } from '../upload-failed.ts';
import { applyEdit } from './apply-edit.ts';
import { insertImage } from './commands.ts';

const describe = (fileName: string) => fileName.replace(/\.\w{1,5}$/, '').replace(/[-_]+/g, ' ');

/** Uploads pictures and puts them where the caret then is. `share` is 0 to 1 while one is on its way, else null. */
export function useImageInsert(area: RefObject<HTMLTextAreaElement | null>) {
  const [share, setShare] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function insert(file: File): Promise<void> {
    if (running.current) return;
    const problem = imageProblem(file);
    if (problem) {
      toastError('Error', problem);
      return;
    }
    const upload = new AbortController();
    running.current = upload;
    setShare(0);
    try {
      const { imageUrl } = await uploadFile(storageApi.upload, file, { signal: upload.signal, onProgress: setShare });
      if (!area.current) return;
      const { value: text, selectionStart: start, selectionEnd: end } = area.current;
      applyEdit(area.current, insertImage(imageUrl, describe(file.name))({ text, start, end }));
    } catch (error) {
      if (upload.signal.aborted) return;
      console.warn('A picture could not be uploaded', error);
      toastError('Error', UPLOAD_FAILED);
    } finally {
      running.current = null;
      if (!upload.signal.aborted) setShare(null);
    }
  }

  return { insert, share };
}
