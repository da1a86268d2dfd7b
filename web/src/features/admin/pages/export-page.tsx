import '../../../styles/mantine-forms.css';
import '../../../styles/mantine-overlays.css';
import { isAdmin } from '@inkwell/shared/permissions';
import { Navigate } from 'react-router';
import { StaffGate } from '../../../components/staff-gate.tsx';
import { paths } from '../../../lib/paths.ts';
import { usePageTitle } from '../../../lib/title.ts';
import styles from '../admin.module.css';
import { LastExport } from '../moving/last-export.tsx';

/** `/admin/export`, for admins: everything of the publication as files. Moderators see the panel in its place. */
export function Component() {
  usePageTitle('Export');
  return <StaffGate>{(viewer) => (isAdmin(viewer) ? <Export /> : <Navigate to={paths.admin} replace />)}</StaffGate>;
}

function Export() {
  return (
    <div className={`container ${styles.page}`}>
      <h1>Export</h1>
      <div className={styles.panel}>
        <p className={styles.info}>
          Everything in this publication as one zip: posts and pages as Markdown, pictures, comments, people,
          subscribers, settings and activity. It needs no special program to read, and another publication can import
          it. It contains personal data, so keep it safe.
        </p>
        <LastExport />
      </div>
    </div>
  );
}
