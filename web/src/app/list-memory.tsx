import type { User } from '@inkwell/shared/users';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { paths } from '../lib/paths.ts';
import { lastList } from '../lib/way-back.ts';
import { writingPaths } from '../lib/writing-paths.ts';
import { OWN_PLACES, placeAt, placesOf } from './staff-places.ts';

/** Editors, and pages that are opened from them. */
const EDITORS: readonly string[] = [paths.createPost, writingPaths.newPage, '/revisions'];

/** Remembers the list from which the editor is opened. Leaving the staff pages clears it. */
export function ListMemory({ viewer }: { readonly viewer: User }) {
  const { pathname, search } = useLocation();
  useEffect(() => {
    if (EDITORS.includes(pathname)) return;
    const place = placeAt(
      // Staff also reach their own lists from other pages.
      [...placesOf(viewer), ...OWN_PLACES].flatMap(({ places }) => places),
      { pathname, search },
    );
    lastList.set(place && !place.isAct ? { to: pathname + search, label: place.label } : null);
  }, [pathname, search, viewer]);
  useEffect(() => () => lastList.set(null), []);
  return null;
}
