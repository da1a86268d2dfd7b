import '../../../components/mantine-parts.ts';
import { isAdmin } from '@inkwell/shared/permissions';
import styles from '../admin.module.css';
import { staffPage } from '../components/staff-page.tsx';
import { LastExport } from '../moving/last-export.tsx';

/** `/admin/export`, for admins: the whole publication as files. Moderators see the panel instead. */
export const Component = staffPage({ title: 'Export', may: isAdmin }, () => (
  <>
    <p className={styles.info}>
      Everything in this publication as one zip. It needs no special program to read, and another publication can import
      it. It contains personal data, so keep it safe.
    </p>
    <LastExport />
  </>
));
