import '../../../components/mantine-parts.ts';
import { canChangeSettings } from '@inkwell/shared/permissions';
import { staffPage } from '../components/staff-page.tsx';
import { WithSettings } from '../components/with-settings.tsx';
import { Sections } from '../site/settings-sections.tsx';
import { SiteForm } from '../site/site-form.tsx';

/** `/admin/settings`, for admins: name, look and texts of the site, and its email. Moderators see the panel instead. */
export const Component = staffPage({ title: 'Settings', may: canChangeSettings, hasPanels: true }, () => (
  <WithSettings noun="settings" height="24rem">
    {(settings) => (
      <Sections>
        <SiteForm settings={settings} />
      </Sections>
    )}
  </WithSettings>
));
