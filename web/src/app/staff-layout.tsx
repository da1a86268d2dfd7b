import { Outlet } from 'react-router';
import { Mantine } from '../components/mantine.tsx';
import { VisitorPageContext } from '../components/staff-gate.tsx';
import { LandingPage } from '../features/landing/pages/landing-page.tsx';

/** Around the pages of the staff, which are built with Mantine; visitors see the landing page in their place. Product §2. */
export function Component() {
  return (
    <Mantine>
      <VisitorPageContext value={<LandingPage />}>
        <Outlet />
      </VisitorPageContext>
    </Mantine>
  );
}
