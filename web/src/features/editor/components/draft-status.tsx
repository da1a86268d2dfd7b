import { faFloppyDisk } from '@fortawesome/free-solid-svg-icons';
import { Icon } from '../../../components/icon.tsx';
import type { DraftStatus as Status } from '../drafts/draft-writer.ts';
import classes from './editor.module.css';

/** Says whether the work is safe in this browser; only bad news interrupts screen readers. */
export function DraftStatus({ status }: { status: Status }) {
  return (
    <>
      <span className={classes.badge}>
        <Icon icon={faFloppyDisk} />
        Auto-save
      </span>
      {status === 'saved' && <span className={classes.saved}>Draft kept in this browser</span>}
      <span role="alert" className={classes.failed}>
        {status === 'failed' && 'The draft could not be kept in this browser. Please save soon.'}
      </span>
    </>
  );
}
