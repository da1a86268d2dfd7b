import { TAG_LIMITS } from '@inkwell/shared/tags';
import { Input, Textarea, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useState } from 'react';
import * as z from 'zod/mini';
import { useDiscardGuard } from '../../../components/discard-guard.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { isApiError } from '../../../lib/api.ts';
import { failureText } from '../../../lib/failure.ts';
import { type Kind, LIST_KINDS, type ListKind, type NamedList, useSaveList } from './list-acts.ts';
import { ListPicture } from './list-picture.tsx';

interface NamedListDialogProps {
  readonly kind: ListKind;
  /** Null for a new one. */
  readonly list: NamedList | null;
  readonly onClose: () => void;
}

/** Creates or changes a tag or series. If that fails, the form stays open and says why. */
export function NamedListDialog({ kind, list, onClose }: NamedListDialogProps) {
  const save = useSaveList(kind, list);
  const words: Kind = LIST_KINDS[kind];
  const { rules } = words;
  const [isUploading, setUploading] = useState(false);
  const noun = words.noun.toLowerCase();
  // Without an address, a new list gets one from its name.
  const newRules = z.object({ ...rules.shape, slug: z.union([z.literal(''), rules.shape.slug]) });
  const form = useForm({
    initialValues: {
      name: list?.name ?? '',
      slug: list?.slug ?? '',
      description: list?.description ?? '',
      picture: list?.picture ?? '',
    },
    validate: schemaResolver(list === null ? newRules : rules, { sync: true }),
  });
  const guard = useDiscardGuard(
    () => form.isDirty(),
    `The ${noun} has not been saved, and what you typed will be lost.`,
  );
  const submit = form.onSubmit(({ slug, ...values }) => {
    save.mutate({ ...values, ...(slug && { slug }) }, { onSuccess: onClose });
  });

  return (
    <FormDialog
      title={`${list === null ? 'New' : 'Edit'} ${words.noun}`}
      confirmLabel={`Save ${words.noun}`}
      pendingLabel={isUploading ? `Save ${words.noun}` : 'Saving...'}
      isPending={save.isPending || isUploading}
      guard={guard}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        withAsterisk
        data-autofocus
        dir="auto"
        maxLength={TAG_LIMITS.name}
        description={words.aboutName}
        {...form.getInputProps('name')}
      />
      <TextInput
        label="Address"
        dir="auto"
        description={`What follows ${words.path}. ${list === null ? 'Made from the name if empty.' : 'Earlier ones lead here.'}`}
        {...form.getInputProps('slug')}
      />
      <Textarea label="Description" rows={3} dir="auto" {...form.getInputProps('description')} />
      <ListPicture
        noun={noun}
        url={form.values.picture || null}
        onChange={(url) => form.setFieldValue('picture', url ?? '')}
        onBusy={setUploading}
      />
      <Input.Error role="alert">{save.error && reasonOf(save.error, words.nameTaken)}</Input.Error>
    </FormDialog>
  );
}

/** The error for a taken name links to the list that has it. */
const reasonOf = (error: Error, nameTaken: string): string =>
  isApiError(error, 409) && error.body.startsWith('{') ? nameTaken : failureText(error);
