import type { User } from '@inkwell/shared/users';
import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import { StaffGate } from '../../../components/staff-gate.tsx';
import { paths } from '../../../lib/paths.ts';
import { usePageTitle } from '../../../lib/title.ts';
import styles from '../admin.module.css';

interface StaffPageProps {
  /** Of the document, and the heading. */
  readonly title: string;
  /** Lets in those whose page it is: staff by default. */
  readonly gate?: typeof StaffGate;
  /** Who of them sees the page; the others see the panel in its place. */
  readonly may?: (viewer: User) => boolean;
  /** Whether its parts are panels themselves. */
  readonly hasPanels?: boolean;
  readonly children: (viewer: User) => ReactNode;
}

/** A page of the staff: its heading, and the panel below. */
export function StaffPage({ title, gate: Gate = StaffGate, may, hasPanels = false, children }: StaffPageProps) {
  usePageTitle(title);
  return (
    <Gate>
      {(viewer) =>
        may && !may(viewer) ? (
          <Navigate to={paths.admin} replace />
        ) : (
          <div className={`container ${styles.page}`}>
            <h1>{title}</h1>
            {hasPanels ? children(viewer) : <div className={styles.panel}>{children(viewer)}</div>}
          </div>
        )
      }
    </Gate>
  );
}
