import '../../../styles/mantine-forms.css';
import { isAdmin } from '@inkwell/shared/permissions';
import { Navigate } from 'react-router';
import { StaffGate } from '../../../components/staff-gate.tsx';
import { paths } from '../../../lib/paths.ts';
import { usePageTitle } from '../../../lib/title.ts';
import { ActivityList } from '../activity/activity-list.tsx';
import styles from '../admin.module.css';

/** `/admin/activity`, for admins: what staff did. Moderators see the panel in its place. Product §2. */
export function Component() {
  usePageTitle('Activity');
  return (
    <StaffGate>
      {(viewer) =>
        isAdmin(viewer) ? (
          <div className={`container ${styles.page}`}>
            <h1>Activity</h1>
            <ActivityList />
          </div>
        ) : (
          <Navigate to={paths.admin} replace />
        )
      }
    </StaffGate>
  );
}
