import { Outlet } from 'react-router';
import { Mantine } from '../components/mantine.tsx';

/** Around the pages that are built with Mantine. */
export function Component() {
  return (
    <Mantine>
      <Outlet />
    </Mantine>
  );
}
