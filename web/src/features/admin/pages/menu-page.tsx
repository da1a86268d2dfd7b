import '../../../styles/mantine-forms.css';
import '../../../styles/mantine-overlays.css';
import { canChangeSettings } from '@inkwell/shared/permissions';
import { useQuery } from '@tanstack/react-query';
import { Navigate } from 'react-router';
import { LoadingRegion, Skeleton } from '../../../components/skeleton.tsx';
import { StaffGate } from '../../../components/staff-gate.tsx';
import { LoadError, StaleBanner } from '../../../components/states.tsx';
import { paths } from '../../../lib/paths.ts';
import { usePageTitle } from '../../../lib/title.ts';
import styles from '../admin.module.css';
import { settingsQueries } from '../api/settings.ts';
import { useLoginWhenUnauthorized } from '../api/unauthorized.ts';
import { MenuList } from '../menu/menu-list.tsx';

/** `/admin/menu`, for admins: links in header and footer after those of the product. Moderators see the panel in its place. */
export function Component() {
  usePageTitle('Menu');
  return (
    <StaffGate>
      {(viewer) => (canChangeSettings(viewer) ? <MenuPage /> : <Navigate to={paths.admin} replace />)}
    </StaffGate>
  );
}

function MenuPage() {
  const query = useQuery(settingsQueries.read());
  useLoginWhenUnauthorized(query.error);
  return (
    <div className={`container ${styles.page}`}>
      <h1>Menu</h1>
      {query.data ? (
        <>
          <StaleBanner query={query} what="This menu" />
          <MenuList
            place="header"
            title="Header"
            before="These links follow Home, Posts and Categories. On phones, they are in the drawer."
            links={query.data.menu.header}
          />
          <MenuList
            place="footer"
            title="Footer"
            before="These links follow those that every page has."
            links={query.data.menu.footer}
          />
        </>
      ) : query.isPending ? (
        <LoadingRegion label="Loading menu">
          <Skeleton height="16rem" />
        </LoadingRegion>
      ) : (
        <LoadError title="Failed to load menu" query={query} />
      )}
    </div>
  );
}
