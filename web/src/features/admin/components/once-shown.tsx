import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { DialogActions } from '../../../components/dialog-actions.tsx';
import { copyText } from '../../../lib/copy-text.ts';
import styles from './once-shown.module.css';

interface OnceShownProps {
  readonly title: string;
  /** The kind of secret: 'token'. */
  readonly noun: string;
  readonly text: string;
  /** Label of the copy button. */
  readonly label: string;
  /** Title and text of the toast after copying. */
  readonly copied: readonly [string, string];
  readonly onClose: () => void;
}

/** A secret that the server returns only once. Only the dialog's buttons close it. */
export function OnceShown({ title, noun, text, label, copied, onClose }: OnceShownProps) {
  return (
    <Dialog title={title} closeOnClickOutside={false} closeOnEscape={false} onClose={onClose}>
      <p>Copy the {noun} now. It is not shown again.</p>
      <p className={styles.text}>{text}</p>
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          Done
        </Button>
        <Button data-autofocus onClick={() => void copyText(text, noun, copied)}>
          {label}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
