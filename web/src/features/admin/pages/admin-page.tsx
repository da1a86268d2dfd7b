import '../../../components/mantine-parts.ts';
import { StaffGate } from '../../../components/staff-gate.tsx';
import { usePageTitle } from '../../../lib/title.ts';
import { AdminPanel } from './admin-panel.tsx';

/** `/admin`, for admins and moderators. Product §2. */
export function Component() {
  usePageTitle('Admin');
  return <StaffGate>{(viewer) => <AdminPanel viewer={viewer} />}</StaffGate>;
}
