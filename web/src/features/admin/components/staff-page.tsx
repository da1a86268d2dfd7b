import type { User } from '@inkwell/shared/users';
import type { ComponentType, ReactNode } from 'react';
import { Navigate } from 'react-router';
import { PageHead, PageTitle } from '../../../components/page-head.tsx';
import { StaffGate } from '../../../components/staff-gate.tsx';
import { paths } from '../../../lib/paths.ts';
import { usePageTitle } from '../../../lib/title.ts';
import styles from '../admin.module.css';

interface StaffPageProps {
  /** Title of the document, and the heading. */
  readonly title: string;
  /** The access check of the page; staff by default. */
  readonly gate?: typeof StaffGate;
  /** Who of them sees the page; the others see the panel instead. */
  readonly may?: (viewer: User) => boolean;
  /** Whether its parts are panels themselves. */
  readonly hasPanels?: boolean;
  /** Whether it renders its own `PageHead`, which has a count or actions. */
  readonly hasHead?: boolean;
  readonly children: (viewer: User) => ReactNode;
}

/** A staff page: its head, and the panel below. */
export function StaffPage({
  title,
  gate: Gate = StaffGate,
  may,
  hasPanels = false,
  hasHead = false,
  children,
}: StaffPageProps) {
  usePageTitle(title);
  return (
    <Gate>
      {(viewer) =>
        may && !may(viewer) ? (
          <Navigate to={paths.admin} replace />
        ) : (
          <PageTitle value={title}>
            <div className={`container ${styles.page}`}>
              {!hasHead && <PageHead />}
              {hasPanels ? children(viewer) : <div className={styles.panel}>{children(viewer)}</div>}
            </div>
          </PageTitle>
        )
      }
    </Gate>
  );
}

/** A staff page as the component of a route. Its body starts anew for another viewer. */
export const staffPage = (page: Omit<StaffPageProps, 'children'>, Body: ComponentType<{ readonly viewer: User }>) =>
  function Page() {
    return <StaffPage {...page}>{(viewer) => <Body key={viewer.id} viewer={viewer} />}</StaffPage>;
  };
