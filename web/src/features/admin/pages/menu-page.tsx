import '../../../styles/mantine-forms.css';
import '../../../styles/mantine-overlays.css';
import { canChangeSettings } from '@inkwell/shared/permissions';
import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../../components/loaded.tsx';
import { StaleBanner } from '../../../components/states.tsx';
import { settingsQueries } from '../api/settings.ts';
import { useLoginWhenUnauthorized } from '../api/unauthorized.ts';
import { StaffPage } from '../components/staff-page.tsx';
import { MenuList } from '../menu/menu-list.tsx';

/** `/admin/menu`, for admins: links in header and footer after those of the product. Moderators see the panel in its place. */
export function Component() {
  return (
    <StaffPage title="Menu" may={canChangeSettings} hasPanels>
      {() => <Menus />}
    </StaffPage>
  );
}

function Menus() {
  const query = useQuery(settingsQueries.read());
  useLoginWhenUnauthorized(query.error);
  return (
    <Loaded query={query} loading="Loading menu" failure="Failed to load menu" height="16rem">
      {({ menu }) => (
        <>
          <StaleBanner query={query} what="This menu" />
          <MenuList
            place="header"
            title="Header"
            before="These links follow Home, Posts and Categories. On phones, they are in the drawer."
            links={menu.header}
          />
          <MenuList
            place="footer"
            title="Footer"
            before="These links follow those that every page has."
            links={menu.footer}
          />
        </>
      )}
    </Loaded>
  );
}
