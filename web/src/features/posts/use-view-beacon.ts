import { type Post, postApi } from '@inkwell/shared/posts';
import { useEffect, useRef } from 'react';
import { call } from '../../lib/api.ts';
import { useSession } from '../../lib/session.tsx';

/** Counts one view per visit, once the session is known: unpublished posts and the authors' own visits do not count. */
export function useViewBeacon(post: Pick<Post, 'id' | 'isPublished' | 'authorIds'> | undefined): void {
  const session = useSession();
  const countedId = useRef<string | null>(null);
  const readerId = session.status === 'signed-in' ? session.user.id : null;
  const isKnown = session.status === 'visitor' || session.status === 'signed-in';
  const { id, isPublished } = post ?? {};
  const isOwn = readerId !== null && post?.authorIds.includes(readerId);

  useEffect(() => {
    if (!id || !isPublished || !isKnown || countedId.current === id) return;
    countedId.current = id;
    if (isOwn) return;
    call(postApi.view, { params: { id } }).catch((error: unknown) => console.info('The view was not counted', error));
  }, [id, isPublished, isOwn, isKnown]);
}
