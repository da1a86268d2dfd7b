import { Outlet } from 'react-router';
import { Mantine } from '../components/mantine.tsx';
import { VisitorPageContext } from '../components/staff-gate.tsx';
import { LandingPage } from '../features/landing/pages/landing-page.tsx';

/** Wraps the staff's pages, which use Mantine; visitors see the landing page instead. Product §2. */
export function Component() {
  return (
    <Mantine>
      <VisitorPageContext value={<LandingPage />}>
        <Outlet />
      </VisitorPageContext>
    </Mantine>
  );
}
