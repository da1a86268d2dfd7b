import type { FormEvent, ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { DialogActions } from './dialog-actions.tsx';
import type { DiscardGuard } from './discard-guard.tsx';

export interface FormDialogProps {
  readonly title: string;
  readonly confirmLabel: string;
  readonly pendingLabel: string;
  readonly isPending: boolean;
  readonly cancelLabel?: string;
  readonly variant?: 'primary' | 'danger';
  /** Whether the form is incomplete because nothing is selected. */
  readonly isIncomplete?: boolean;
  /** Of the form, for assistive technology. */
  readonly name?: string;
  /** Of the form; its parts are 1rem apart by default. */
  readonly className?: string | undefined;
  /** Asks before typed text is lost. Clicks outside then do not close the dialog. */
  readonly guard?: DiscardGuard;
  readonly closeOnEscape?: boolean;
  /** The dialog stays open while it is pending. */
  readonly staysWhilePending?: boolean;
  /** Not called while an earlier submission is pending. */
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog that asks for input before an action. It stays open with the input until the caller closes it. */
export function FormDialog(props: FormDialogProps) {
  const { title, confirmLabel, pendingLabel, isPending, cancelLabel = 'Cancel', variant = 'primary' } = props;
  const { isIncomplete = false, name, className = 'stack', guard, closeOnEscape = true, children } = props;
  const isHeld = isPending && props.staysWhilePending === true;
  const close = () => {
    if (isHeld) return;
    if (guard) guard.ask(props.onClose);
    else props.onClose();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isPending && !isIncomplete) props.onSubmit(event);
  };
  return (
    <Dialog title={title} closeOnClickOutside={!guard} closeOnEscape={closeOnEscape} onClose={close}>
      <form className={className} aria-label={name} noValidate onSubmit={submit}>
        {children}
        <DialogActions>
          <Button variant="secondary" disabled={isHeld} onClick={close}>
            {cancelLabel}
          </Button>
          <Button type="submit" variant={variant} isPending={isPending} disabled={isIncomplete}>
            {isPending ? pendingLabel : confirmLabel}
          </Button>
        </DialogActions>
      </form>
      {guard?.question}
    </Dialog>
  );
}
