import '../styles/staff.css';
import { canWrite } from '@inkwell/shared/permissions';
import type { User } from '@inkwell/shared/users';
import { type ReactNode, useEffect, useLayoutEffect } from 'react';
import { useLocation } from 'react-router';
import { Mantine } from '../components/mantine.tsx';
import { VisitorPageContext } from '../components/staff-gate.tsx';
import { LandingPage } from '../features/landing/pages/landing-page.tsx';
import { isEditorPath, paths } from '../lib/paths.ts';
import { useSession, useViewer } from '../lib/session.tsx';
import { lastList } from '../lib/way-back.ts';
import { writingPaths } from '../lib/writing-paths.ts';
import { Toaster } from './layout/layout.tsx';
import styles from './staff-nav.module.css';
import { StaffNav, StaffNavSkeleton } from './staff-nav.tsx';
import { OWN_PLACES, placeAt, placesOf } from './staff-places.ts';

// A first call without a session shows a toast, half a second before the page is left.
await Toaster.preload();

/** Applies the measures of styles/staff.css to the whole document, because dialogs and footer are outside the page's element. */
function StaffScale() {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    dataset.staff = '';
    return () => {
      delete dataset.staff;
    };
  }, []);
  return null;
}

/** Editors, and pages that are opened from them. */
const EDITORS: readonly string[] = [paths.createPost, writingPaths.newPage, '/revisions'];

/** Remembers the list from which the editor is opened. Leaving the staff pages clears it. */
function ListMemory({ viewer }: { readonly viewer: User }) {
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

/** Wraps the pages of staff and writers, which use Mantine. Visitors see the landing page instead. Product §2. */
export function StaffLayout({ children }: { readonly children: ReactNode }) {
  const viewer = useViewer();
  const writer = canWrite(viewer) ? viewer : null;
  const isUnknown = useSession().status === 'loading';
  const isFolded = isEditorPath(useLocation().pathname);
  return (
    <Mantine>
      <VisitorPageContext value={<LandingPage />}>
        {/* The page keeps its place in the tree when somebody signs in or out. */}
        {/* Readers may have drafts from a former role. */}
        {viewer && <StaffScale />}
        <div className={writer || isUnknown ? styles.page : undefined} data-folded={isFolded || undefined}>
          {writer && <StaffNav viewer={writer} />}
          {writer && <ListMemory viewer={writer} />}
          {isUnknown && <StaffNavSkeleton />}
          {/* A separate element beside a folded navigation, so that the replaced content does not move. */}
          <div key={String(isFolded)}>{children}</div>
        </div>
      </VisitorPageContext>
    </Mantine>
  );
}
