import '../../components/mantine-parts.ts';
import { Mantine } from '../../components/mantine.tsx';
import { SendNotificationDialog } from '../../features/admin/components/send-notification-dialog.tsx';

/** The form that sends a notification, also outside the admin panel. */
export const Broadcast = ({ onClose }: { readonly onClose: () => void }) => (
  <Mantine>
    <SendNotificationDialog onClose={onClose} />
  </Mantine>
);
