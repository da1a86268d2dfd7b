import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { useFirstEvent } from '../../hooks/use-first-event.ts';
import { storedScroll } from '../../lib/scroll-storage.ts';

const STORAGE_KEY = 'inkwell:list-pages';
/** Nobody scrolls further, and a stored number must not cause a flood of calls. */
const MOST_PAGES = 30;
/** Events by which a reader chooses a scroll position. */
const CHOICES = ['wheel', 'touchmove', 'keydown', 'pointerdown'];

/** The number of pages in the last list that was left. */
function storedPages(entryKey: string): number {
  try {
    const { key, pages } = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}');
    return key === entryKey && Number.isInteger(pages) ? Math.min(pages, MOST_PAGES) : 0;
  } catch {
    return 0; // Storage may be off.
  }
}

function storePages(key: string, pages: number): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ key, pages }));
  } catch {
    // Storage may be off: the list then starts with its first page.
  }
}

/**
 * After a reload, loads the same number of pages and scrolls to the stored position, unless the reader has scrolled
 * meanwhile.
 */
export function useRestoredPages(list: UseInfiniteQueryResult<InfiniteData<unknown>>): void {
  const { hasNextPage, isFetching, isError, fetchNextPage } = list;
  const pageCount = list.data?.pages.length ?? 0;
  const { key } = useLocation();
  const isReturn = useNavigationType() === 'POP';
  const [goal] = useState(() => (isReturn ? { key, pages: storedPages(key), scrollY: storedScroll(key) } : null));
  const isDone = useRef(false);

  useFirstEvent(
    CHOICES,
    useCallback(() => {
      isDone.current = true;
    }, []),
  );

  useEffect(() => {
    if (isDone.current || goal === null || goal.key !== key || goal.pages <= 1 || isError) return;
    if (pageCount >= goal.pages || (pageCount > 0 && !hasNextPage)) {
      isDone.current = true;
      if (goal.scrollY !== null) window.scrollTo(0, goal.scrollY);
    } else if (pageCount > 0 && !isFetching) {
      void fetchNextPage();
    }
  }, [goal, key, pageCount, hasNextPage, isFetching, isError, fetchNextPage]);

  useEffect(() => {
    const isRestoring = !isDone.current && goal?.key === key && pageCount < goal.pages;
    if (pageCount > 0 && !isRestoring) storePages(key, pageCount);
  }, [goal, key, pageCount]);
}
