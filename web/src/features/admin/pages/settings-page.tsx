import '../../../styles/mantine-forms.css';
import '../../../styles/mantine-overlays.css';
import { canChangeSettings } from '@inkwell/shared/permissions';
import { useQuery } from '@tanstack/react-query';
import { Navigate } from 'react-router';
import { LoadingRegion, Skeleton } from '../../../components/skeleton.tsx';
import { StaffGate } from '../../../components/staff-gate.tsx';
import { LoadError } from '../../../components/states.tsx';
import { paths } from '../../../lib/paths.ts';
import { usePageTitle } from '../../../lib/title.ts';
import styles from '../admin.module.css';
import { settingsQueries } from '../api/settings.ts';
import { useLoginWhenUnauthorized } from '../api/unauthorized.ts';
import { SiteForm } from '../site/site-form.tsx';

/** `/admin/settings`, for admins: name, look and words of the site, and its mail. Moderators see the panel in its place. */
export function Component() {
  usePageTitle('Settings');
  return (
    <StaffGate>
      {(viewer) => (canChangeSettings(viewer) ? <SettingsPage /> : <Navigate to={paths.admin} replace />)}
    </StaffGate>
  );
}

function SettingsPage() {
  const query = useQuery(settingsQueries.read());
  useLoginWhenUnauthorized(query.error);
  return (
    <div className={`container ${styles.page}`}>
      <h1>Settings</h1>
      {query.data ? (
        <SiteForm settings={query.data} />
      ) : query.isPending ? (
        <LoadingRegion label="Loading settings">
          <Skeleton height="24rem" />
        </LoadingRegion>
      ) : (
        <LoadError title="Failed to load settings" query={query} />
      )}
    </div>
  );
}
