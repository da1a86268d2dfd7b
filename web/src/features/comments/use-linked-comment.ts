import type { Comment } from '@inkwell/shared/comments';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { commentQueries } from './api/queries.ts';
import { anchorOf, holds, withLinked } from './threads.ts';

/** How long a linked comment is kept in place while the page grows above it. */
const SETTLE_MS = 3_000;

const SIGNS_OF_READING = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

interface LinkedComment {
  /** The comment in the address. */
  readonly id: string | null;
  readonly threads: Comment[];
  /** Its thread, if it was fetched separately. */
  readonly thread: Comment | undefined;
  /** Whether the comment does not exist, or no longer exists. */
  readonly isGone: boolean;
}

/**
 * The comment in the address: fetched separately if it is not listed, scrolled to once it is rendered, and kept in place while the page above it
 * grows.
 * @param listed the listed threads; null before they have loaded
 */
export function useLinkedComment(listed: readonly Comment[] | null): LinkedComment {
  const { hash, key } = useLocation();
  const id = /^#comment-([\w-]+)$/.exec(hash)?.[1] ?? null;
  const isElsewhere = id !== null && listed !== null && !holds(listed, id) && !document.getElementById(anchorOf(id));
  const wasElsewhere = useRef<string | null>(null);
  if (isElsewhere) wasElsewhere.current = id;
  const isAskedFor = id !== null && wasElsewhere.current === id;
  const linked = useQuery({ ...commentQueries.thread(id ?? ''), enabled: isAskedFor });
  const thread = isAskedFor ? linked.data : undefined;
  const threads = withLinked(listed ?? [], thread);
  const isThere = id !== null && holds(threads, id);

  // biome-ignore lint/correctness/useExhaustiveDependencies: clicking the same link scrolls there again
  useEffect(() => {
    const element = id === null ? null : document.getElementById(anchorOf(id));
    return element ? holdInView(element) : undefined;
  }, [id, isThere, key]);

  return { id, threads, thread, isGone: isAskedFor && linked.isError && !isThere };
}

/**
 * Scrolls to an element and focuses it.
 * @returns a function that stops keeping it in place
 */
function holdInView(element: HTMLElement): () => void {
  const show = () => element.scrollIntoView({ block: 'center' });
  show();
  element.focus({ preventScroll: true });
  const controller = new AbortController();
  const growth = new ResizeObserver(show);
  growth.observe(document.body);
  const stop = () => {
    growth.disconnect();
    controller.abort();
    clearTimeout(timer);
  };
  const timer = setTimeout(stop, SETTLE_MS);
  for (const name of SIGNS_OF_READING) addEventListener(name, stop, { passive: true, signal: controller.signal });
  return stop;
}
