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

// A first call without a session is told by a toast, half a second before the page is left.
await Toaster.preload();

/** Gives the whole page the measures of styles/staff.css, with dialogs and footer, which are outside of the page's element. */
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

/** Wraps the pages of staff and of those who only write, which use Mantine; visitors see the landing page instead. Product §2. */
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
          {/* Another element beside a folded navigation: what is replaced does not move. */}
          <div key={String(isFolded)}>{children}</div>
        </div>
      </VisitorPageContext>
    </Mantine>
  );
}
