import { createPath } from 'react-router';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { useLeaveGuard } from '../../../hooks/use-leave-guard.ts';
import { failureText } from '../../../lib/failure.ts';
import { toastError } from '../../../lib/toast.ts';
import styles from '../post-editor.module.css';

interface LeaveGuardProps {
  /** Called when the page is left. */
  readonly hasUnsavedWork: () => boolean;
  /** The address of the edited post; opening it does not count as leaving. */
  readonly ownAddress: string;
  /** Discards the draft before leaving. */
  readonly onDiscard: () => Promise<void>;
}

/** Asks before the writer leaves unsaved work through a link or by closing the tab. */
export function LeaveGuard({ hasUnsavedWork, ownAddress, onDiscard }: LeaveGuardProps) {
  const { isAsking, leave, stay } = useLeaveGuard(
    (to) => hasUnsavedWork() && (to === null || createPath({ ...to, hash: '' }) !== ownAddress),
  );
  const discard = () => {
    onDiscard()
      .then(leave)
      .catch((error: unknown) => {
        stay();
        toastError('Error', `The draft could not be discarded. ${failureText(error)}`);
      });
  };
  if (!isAsking) return null;
  return (
    <Dialog onClose={stay} title="Leave without saving?">
      <p>
        Your changes are not saved. They stay a draft, which is offered when you come back. A discarded draft can be
        restored from your drafts for 30 days.
      </p>
      <div className={styles.actions} style={{ marginTop: '1.25rem' }}>
        <Button variant="danger" onClick={discard}>
          Discard Draft
        </Button>
        <Button variant="secondary" onClick={leave}>
          Leave
        </Button>
        <Button onClick={stay} data-autofocus>
          Keep Editing
        </Button>
      </div>
    </Dialog>
  );
}
