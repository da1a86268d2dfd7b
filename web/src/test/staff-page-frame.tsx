import { Outlet } from 'react-router';
import { Mantine } from '../components/mantine.tsx';
import { VisitorPageContext } from '../components/staff-gate.tsx';

/** The layout of staff pages without their navigation. Visitors see an empty page instead of the landing page. */
export function Component() {
  return (
    <Mantine>
      <VisitorPageContext value={null}>
        <Outlet />
      </VisitorPageContext>
    </Mantine>
  );
}
