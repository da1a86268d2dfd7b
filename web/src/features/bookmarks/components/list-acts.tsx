import { BOOKMARK_LIMITS, type Bookmarks, bookmarkApi, ListName } from '@inkwell/shared/bookmarks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmButton } from '../../../components/confirm-button.tsx';
import { asksAbout } from '../../../components/confirm-dialog.tsx';
import { DialogButton } from '../../../components/dialog-button.tsx';
import { Field } from '../../../components/field.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { Mantine } from '../../../components/mantine.tsx';
import { call } from '../../../lib/api.ts';
import { failureText } from '../../../lib/failure.ts';
import { toastError } from '../../../lib/toast.ts';
import { bookmarkQueries } from '../api/queries.ts';

export interface ListActsProps {
  readonly userId: string;
  readonly list: string;
  /** Called with the list's new name, or null if it was deleted. */
  readonly onChanged: (to: string | null) => void;
}

/** Renames a list, or deletes it (`to` is null) but not its posts. */
function useChangeList(userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ name, to }: { name: string; to: string | null }) => {
      if (to === null) await call(bookmarkApi.removeList, { params: { name } });
      else await call(bookmarkApi.putList, { params: { name }, body: { name: to } });
    },
    async onSuccess(_, { name, to }) {
      const replace = (lists: readonly string[]) => lists.flatMap((list) => (list === name ? (to ?? []) : list));
      client.setQueryData(
        bookmarkQueries.saved(userId).queryKey,
        (saved: Bookmarks | undefined) =>
          saved && {
            posts: saved.posts.map((post) => ({ ...post, lists: replace(post.lists) })),
            lists: replace(saved.lists),
          },
      );
      await client.invalidateQueries({ queryKey: bookmarkQueries.all });
    },
  });
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
