import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { DialogActions } from '../../../components/dialog-actions.tsx';
import { copyText } from '../../../lib/copy-text.ts';
import styles from './once-shown.module.css';

interface OnceShownProps {
  readonly title: string;
  /** What the text is: 'token'. */
  readonly noun: string;
  readonly text: string;
  /** Of the button that copies it. */
  readonly label: string;
  /** Title and text of the toast after copying. */
  readonly copied: readonly [string, string];
  readonly onClose: () => void;
}

/** A secret that the server answers only once. Only its buttons close the dialog. */
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
