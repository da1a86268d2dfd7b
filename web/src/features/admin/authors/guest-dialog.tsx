import { type GuestAuthor, GuestInput } from '@inkwell/shared/authors';
import { HANDLE_NAMES } from '@inkwell/shared/handles';
import { handleFields } from '@inkwell/shared/users';
import { Modal, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import * as z from 'zod/mini';
import { AboutFields } from '../../../components/about-fields.tsx';
import { Button } from '../../../components/button.tsx';
import { DialogActions } from '../../../components/dialog-actions.tsx';
import { useDiscardGuard } from '../../../components/discard-guard.tsx';
import { useFocusBack } from '../../../hooks/use-focus-back.ts';
import { aboutOf } from '../../../lib/about.ts';
import styles from '../admin.module.css';
import { useSaveGuest } from '../api/authors.ts';

const Fields = z.extend(GuestInput, handleFields);

const NOBODY = { text: null, website: null, handles: {} };

/** Creates or edits a guest author; null for a new one. */
export function GuestDialog({ guest, onClose }: { readonly guest: GuestAuthor | null; readonly onClose: () => void }) {
  useFocusBack();
  const save = useSaveGuest(guest);
  const form = useForm({
    initialValues: {
      name: guest?.name ?? '',
      profileImageUrl: guest?.profileImageUrl ?? '',
      ...aboutOf(guest ?? NOBODY),
    },
    validate: schemaResolver(Fields, { sync: true }),
  });
  const guard = useDiscardGuard(form.isDirty, 'The changes have not been saved.', () => undefined);
  const close = () => guard.ask(onClose);

  const submit = form.onSubmit(({ name, profileImageUrl, text, website, ...values }) => {
    if (save.isPending) return;
    const handles = Object.fromEntries(HANDLE_NAMES.map((kind) => [kind, values[kind]]));
    save.mutate({ name, profileImageUrl, text, website, handles }, { onSuccess: onClose });
  });
  return (
    <Modal
      opened
      onClose={close}
      closeOnClickOutside={false}
      title={guest ? 'Edit Guest Author' : 'New Guest Author'}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form noValidate className={styles.dialogForm} onSubmit={submit}>
        <TextInput label="Name" withAsterisk data-autofocus autoComplete="off" {...form.getInputProps('name')} />
        <TextInput
          label="Picture"
          description="Its address"
          type="url"
          placeholder="https://"
          autoComplete="off"
          {...form.getInputProps('profileImageUrl')}
        />
        <AboutFields fieldOf={form.getInputProps} textLabel="About the author" />
        <DialogActions>
          <Button variant="secondary" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" isPending={save.isPending}>
            {save.isPending ? 'Saving...' : guest ? 'Save Changes' : 'Create Author'}
          </Button>
        </DialogActions>
      </form>
      {guard.question}
    </Modal>
  );
}
