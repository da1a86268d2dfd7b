import { faFloppyDisk } from '@fortawesome/free-solid-svg-icons';
import { Icon } from '../../../components/icon.tsx';
import type { DraftStatus as Status } from '../drafts/draft-writer.ts';
import styles from '../editor.module.css';

/** What there is to worry about, as the writer reads it. */
const WARNINGS: Partial<Record<Status, string>> = {
  words: 'This browser can keep your words, but not the chosen picture.',
  failed: 'The draft could not be kept in this browser. Please save soon.',
};

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
        {WARNINGS[status]}
      </span>
    </>
  );
}
