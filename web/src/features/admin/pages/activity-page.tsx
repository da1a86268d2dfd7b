import '../../../styles/mantine-forms.css';
import { isAdmin } from '@inkwell/shared/permissions';
import { ActivityList } from '../activity/activity-list.tsx';
import { StaffPage } from '../components/staff-page.tsx';

/** `/admin/activity`, for admins: the activity of staff. Moderators see the panel instead. Product §2. */
export function Component() {
  return (
    <StaffPage title="Activity" may={isAdmin} hasHead>
      {() => <ActivityList />}
    </StaffPage>
  );
}
