import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';

interface MergeDialogProps {
  readonly title: string;
  /** A sentence that says what happens. */
  readonly children: string;
  readonly targets: readonly { readonly value: string; readonly label: string }[];
  readonly isPending: boolean;
  readonly onMerge: (into: string) => void;
  readonly onClose: () => void;
}

/** Asks for the target of a merge. */
export function MergeDialog({ title, children, targets, isPending, onMerge, onClose }: MergeDialogProps) {
  const [into, setInto] = useState(targets[0]?.value ?? '');
  return (
    <ConfirmDialog
      isOpen
      title={title}
      confirmLabel="Merge"
      pendingLabel="Merging..."
      isPending={isPending}
      options={
        <NativeSelect
          label="Into"
          value={into}
          data={[...targets]}
          onChange={(event) => setInto(event.currentTarget.value)}
        />
      }
      onConfirm={() => into && onMerge(into)}
      onClose={onClose}
    >
      {children}
    </ConfirmDialog>
  );
}
