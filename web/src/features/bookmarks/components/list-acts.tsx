import { BOOKMARK_LIMITS, ListName } from '@inkwell/shared/bookmarks';
import { useState } from 'react';
import { ConfirmButton } from '../../../components/confirm-button.tsx';
import { asksAbout } from '../../../components/confirm-dialog.tsx';
import { DialogButton } from '../../../components/dialog-button.tsx';
import { Field } from '../../../components/field.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { Mantine } from '../../../components/mantine.tsx';
import { failureText } from '../../../lib/failure.ts';
import { toastError } from '../../../lib/toast.ts';
import { useChangeList } from '../api/lists.ts';

export interface ListActsProps {
  readonly userId: string;
  readonly list: string;
  /** Called with the list's new name, or null if it was deleted. */
  readonly onChanged: (to: string | null) => void;
}

/** Renames or deletes a list of the reading list. */
export function ListActs({ userId, list, onChanged }: ListActsProps) {
  const change = useChangeList(userId);
  const remove = () =>
    change.mutate(
      { name: list, to: null },
      {
        onSuccess: () => onChanged(null),
        onError: (error) => toastError('Error', 'The list could not be deleted', failureText(error)),
      },
    );
  return (
    <Mantine>
      <DialogButton variant="quiet" label="Rename list">
        {(close) => <RenameDialog userId={userId} list={list} onChanged={onChanged} onClose={close} />}
      </DialogButton>
      <ConfirmButton
        variant="quiet"
        label="Delete list"
        pendingLabel="Deleting..."
        title={asksAbout('Delete', list)}
        question="Its posts stay in your reading list."
        isPending={change.isPending}
        onConfirm={remove}
      />
    </Mantine>
  );
}

function RenameDialog({ userId, list, onChanged, onClose }: ListActsProps & { readonly onClose: () => void }) {
  const change = useChangeList(userId);
  const [name, setName] = useState(list);
  const [error, setError] = useState<string | null>(null);

  const save = () => {
    const parsed = ListName.safeParse(name);
    setError(parsed.success ? null : (parsed.error.issues[0]?.message ?? null));
    if (!parsed.success) return;
    change.mutate(
      { name: list, to: parsed.data },
      {
        onSuccess() {
          onClose();
          onChanged(parsed.data);
        },
        onError: (failure) => setError(failureText(failure)),
      },
    );
  };
  return (
    <FormDialog
      title="Rename list"
      confirmLabel="Save"
      pendingLabel="Saving..."
      isPending={change.isPending}
      className=""
      onSubmit={save}
      onClose={onClose}
    >
      <Field
        label="Name"
        value={name}
        maxLength={BOOKMARK_LIMITS.listName}
        error={error}
        data-autofocus
        onChange={(event) => {
          setName(event.target.value);
          setError(null);
        }}
      />
    </FormDialog>
  );
}
