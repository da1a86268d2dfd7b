import { editingApi } from '@inkwell/shared/editing';
import type { Author } from '@inkwell/shared/users';
import { useEffect, useState } from 'react';
import { call } from '../../../lib/api.ts';

/** The lease lasts a minute. */
const SAY_AGAIN_MS = 40_000;

const NOBODY: readonly Author[] = [];

/**
 * Registers this writer as an editor of the post while the page is visible.
 * @returns who else is editing it
 */
export function useEditing(postId: string | null): readonly Author[] {
  const [others, setOthers] = useState(NOBODY);

  useEffect(() => {
    if (postId === null) return;
    const leaving = new AbortController();
    const params = { id: postId };
    const say = async () => {
      if (document.visibilityState === 'hidden') return;
      try {
        const editing = await call(editingApi.begin, { params }, { signal: leaving.signal });
        if (!leaving.signal.aborted) {
          setOthers(editing.others.length > 0 ? editing.others.map(({ editor }) => editor) : NOBODY);
        }
      } catch (error) {
        if (!leaving.signal.aborted) console.warn('The other editors of this post could not be loaded', error);
      }
    };
    const sayAgain = () => void say();
    sayAgain();
    const timer = setInterval(sayAgain, SAY_AGAIN_MS);
    document.addEventListener('visibilitychange', sayAgain);
    return () => {
      leaving.abort();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', sayAgain);
      setOthers(NOBODY);
      call(editingApi.end, { params }, { keepalive: true }).catch((error: unknown) => {
        console.warn('The editing lease could not be ended', error);
      });
    };
  }, [postId]);

  return others;
}
