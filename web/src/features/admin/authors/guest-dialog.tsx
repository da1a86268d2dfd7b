import { type GuestAuthor, GuestInput } from '@inkwell/shared/authors';
import { HANDLE_NAMES } from '@inkwell/shared/handles';
import { handleFields } from '@inkwell/shared/users';
import { TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import * as z from 'zod/mini';
import { AboutFields } from '../../../components/about-fields.tsx';
import { useDiscardGuard } from '../../../components/discard-guard.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { aboutOf } from '../../../lib/about.ts';
import { useSaveGuest } from '../api/authors.ts';

const Fields = z.extend(GuestInput, handleFields);

const NOBODY = { text: null, website: null, handles: {} };

/** Creates or edits a guest author; null for a new one. */
export function GuestDialog({ guest, onClose }: { readonly guest: GuestAuthor | null; readonly onClose: () => void }) {
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

  const submit = form.onSubmit(({ name, profileImageUrl, text, website, ...values }) => {
    const handles = Object.fromEntries(HANDLE_NAMES.map((kind) => [kind, values[kind]]));
    save.mutate({ name, profileImageUrl, text, website, handles }, { onSuccess: onClose });
  });
  return (
    <FormDialog
      title={guest ? 'Edit Guest Author' : 'New Guest Author'}
      confirmLabel={guest ? 'Save Changes' : 'Create Author'}
      pendingLabel="Saving..."
      isPending={save.isPending}
      guard={guard}
      onSubmit={submit}
      onClose={onClose}
    >
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
    </FormDialog>
  );
}
