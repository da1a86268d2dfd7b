import '../../../components/mantine-parts.ts';
import { canChangeSettings } from '@inkwell/shared/permissions';
import { StaleBanner } from '../../../components/states.tsx';
import { staffPage } from '../components/staff-page.tsx';
import { WithSettings } from '../components/with-settings.tsx';
import { MenuList } from '../menu/menu-list.tsx';

/** `/admin/menu`, for admins: additional links in header and footer. Moderators see the panel instead. */
export const Component = staffPage({ title: 'Menu', may: canChangeSettings, hasPanels: true }, () => (
  <WithSettings noun="menu" height="16rem">
    {({ menu }, query) => (
      <>
        <StaleBanner query={query} what="This menu" />
        <MenuList
          place="header"
          title="Header"
          before="Shown after Home, Posts and Categories; on phones, in the menu."
          links={menu.header}
        />
        <MenuList place="footer" title="Footer" before="Shown after the standard links." links={menu.footer} />
      </>
    )}
  </WithSettings>
));
