import { type ComponentProps, type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface ConfirmButtonProps extends Omit<ComponentProps<typeof Button>, 'title' | 'children' | 'onClick'> {
  readonly label: string;
  /** Label of the confirming button; by default the first button's label. */
  readonly confirmLabel?: string;
  /** Label while the action runs. */
  readonly pendingLabel: string;
  readonly isPending: boolean;
  /** The title of the question. */
  readonly title: ReactNode;
  readonly question: string;
  /** Options of the action, below the question. */
  readonly options?: ReactNode;
  /** Gets a function that closes the question. */
  readonly onConfirm: (close: () => void) => void;
}

/** A button that asks before it acts. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const {
    label,
    confirmLabel = label,
    pendingLabel,
    isPending,
    title,
    question,
    options,
    onConfirm,
    ...button
  } = props;
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);
  return (
    <>
      <Button {...button} isPending={isPending} onClick={() => setAsking(true)}>
        {isPending ? pendingLabel : label}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={title}
        options={options}
        confirmLabel={confirmLabel}
        pendingLabel={pendingLabel}
        isPending={isPending}
        onConfirm={() => onConfirm(close)}
        onClose={close}
      >
        {question}
      </ConfirmDialog>
    </>
  );
}
