import '../styles/staff.css';
import { canWrite } from '@inkwell/shared/permissions';
import { type ReactNode, useLayoutEffect } from 'react';
import { useLocation } from 'react-router';
import { Mantine } from '../components/mantine.tsx';
import { VisitorPageContext } from '../components/staff-gate.tsx';
import { LandingPage } from '../features/landing/pages/landing-page.tsx';
import { isEditorPath } from '../lib/paths.ts';
import { useSession, useViewer } from '../lib/session.tsx';
import { Toaster } from './layout/layout.tsx';
import { ListMemory } from './list-memory.tsx';
import styles from './staff-nav.module.css';
import { StaffNav, StaffNavSkeleton } from './staff-nav.tsx';

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
