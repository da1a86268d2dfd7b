import { faFloppyDisk } from '@fortawesome/free-solid-svg-icons';
import { Icon } from '../../../components/icon.tsx';
import type { DraftStatus as Status } from '../drafts/draft-writer.ts';
import styles from '../editor.module.css';

/** Says whether the work is safe in this browser; only bad news interrupts screen readers. */
export function DraftStatus({ status }: { readonly status: Status }) {
  return (
    <>
      <span className={styles.badge}>
        <Icon icon={faFloppyDisk} />
        Auto-save
      </span>
      {status === 'saved' && <span className={styles.saved}>Draft kept in this browser</span>}
      <span role="alert" className={styles.failed}>
        {status === 'failed' && 'The draft could not be kept in this browser. Please save soon.'}
      </span>
    </>
  );
}
