import '../../../styles/mantine-forms.css';
import '../../../styles/mantine-overlays.css';
import { canChangeSettings } from '@inkwell/shared/permissions';
import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../../components/loaded.tsx';
import { settingsQueries } from '../api/settings.ts';
import { useLoginWhenUnauthorized } from '../api/unauthorized.ts';
import { StaffPage } from '../components/staff-page.tsx';
import { SiteForm } from '../site/site-form.tsx';

/** `/admin/settings`, for admins: name, look and words of the site, and its mail. Moderators see the panel in its place. */
export function Component() {
  return (
    <StaffPage title="Settings" may={canChangeSettings} hasPanels>
      {() => <SiteSettings />}
    </StaffPage>
  );
}

function SiteSettings() {
  const query = useQuery(settingsQueries.read());
  useLoginWhenUnauthorized(query.error);
  return (
    <Loaded query={query} loading="Loading settings" failure="Failed to load settings" height="24rem">
      {(settings) => <SiteForm settings={settings} />}
    </Loaded>
  );
}
