import { editingApi } from '@inkwell/shared/editing';
import { sitePageEditingApi } from '@inkwell/shared/site-page-editing';
import type { Author } from '@inkwell/shared/users';
import { useEffect, useState } from 'react';
import { call } from '../../../lib/api.ts';
import type { EditedKind } from '../edited-kind.ts';

/** The lease lasts a minute. */
const SAY_AGAIN_MS = 40_000;

const LEASES = { post: editingApi, page: sitePageEditingApi } as const;

const NOBODY: readonly Author[] = [];

/**
 * Registers this writer as an editor of the post or page while it is visible.
 * @returns the other people who are editing it
 */
export function useEditing(kind: EditedKind, id: string | null): readonly Author[] {
  const [others, setOthers] = useState(NOBODY);

  useEffect(() => {
    if (id === null) return;
    const leaving = new AbortController();
    const params = { id };
    const leases = LEASES[kind];
    const say = async () => {
      if (document.visibilityState === 'hidden') return;
      try {
        const editing = await call(leases.begin, { params }, { signal: leaving.signal });
        if (!leaving.signal.aborted) {
          setOthers(editing.others.length > 0 ? editing.others.map(({ editor }) => editor) : NOBODY);
        }
      } catch (error) {
        if (!leaving.signal.aborted) console.warn('The other editors could not be loaded', error);
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
      call(leases.end, { params }, { keepalive: true }).catch((error: unknown) => {
        console.warn('The editing lease could not be ended', error);
      });
    };
  }, [kind, id]);

  return others;
}
