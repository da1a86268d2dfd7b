import { type Post, postApi } from '@inkwell/shared/posts';
import type { ViewInput } from '@inkwell/shared/traffic';
import { useEffect, useRef } from 'react';
import { call } from '../../lib/api.ts';
import { openedAt, postIdAt } from '../../lib/open-post.ts';
import { useSession } from '../../lib/session.tsx';

/** Longer ones are refused (TRAFFIC_LIMITS, whose module would load its schemas on the article page). */
const LONGEST = 200;

/** The source of a view: the referrer of the document that began with this post, or a page of the site. */
function originOf(id: string): ViewInput {
  const { pathname, searchParams, origin } = openedAt();
  if (postIdAt(pathname) !== id) return { referrer: origin };
  const [source, campaign] = ['utm_source', 'utm_campaign'].map((name) => searchParams.get(name)?.slice(0, LONGEST));
  const referrer = source || document.referrer.slice(0, LONGEST);
  return { ...(referrer && { referrer }), ...(campaign && { campaign }) };
}

/** Counts one view per visit, once the session is known. Unpublished posts and authors' own visits do not count. */
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
    call(postApi.view, { params: { id }, body: originOf(id) }).catch((error: unknown) =>
      console.info('The view was not counted', error),
    );
  }, [id, isPublished, isOwn, isKnown]);
}
