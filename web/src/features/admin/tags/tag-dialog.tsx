import { type StaffTag, TAG_LIMITS, TAG_NAME_TAKEN, TagInput } from '@inkwell/shared/tags';
import { Input, Modal, Textarea, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useState } from 'react';
import * as z from 'zod/mini';
import { Button } from '../../../components/button.tsx';
import { DialogActions } from '../../../components/dialog-actions.tsx';
import { useDiscardGuard } from '../../../components/discard-guard.tsx';
import { useFocusBack } from '../../../hooks/use-focus-back.ts';
import { isApiError } from '../../../lib/api.ts';
import { failureText } from '../../../lib/failure.ts';
import styles from '../admin.module.css';
import { useSaveTag } from './tag-actions.ts';
import { TagPicture } from './tag-picture.tsx';

/** Without an address, a new tag gets one from its name. */
const NewTag = z.object({ ...TagInput.shape, slug: z.union([z.literal(''), TagInput.shape.slug]) });

interface TagDialogProps {
  /** Null for a new one. */
  readonly tag: StaffTag | null;
  readonly onClose: () => void;
}

/** Creates or changes a tag. If that fails, the form stays and says why. */
export function TagDialog({ tag, onClose }: TagDialogProps) {
  useFocusBack();
  const save = useSaveTag(tag);
  const [isUploading, setUploading] = useState(false);
  const form = useForm({
    initialValues: {
      name: tag?.name ?? '',
      slug: tag?.slug ?? '',
      description: tag?.description ?? '',
      picture: tag?.picture ?? '',
    },
    validate: schemaResolver(tag === null ? NewTag : TagInput, { sync: true }),
  });
  const guard = useDiscardGuard(() => form.isDirty(), 'The tag has not been saved, and what you typed will be lost.');
  const close = () => guard.ask(onClose);
  const submit = form.onSubmit(({ slug, ...values }) => {
    if (save.isPending || isUploading) return;
    save.mutate({ ...values, ...(slug && { slug }) }, { onSuccess: onClose });
  });

  return (
    <Modal
      opened
      onClose={close}
      closeOnClickOutside={false}
      title={tag === null ? 'New Tag' : 'Edit Tag'}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form noValidate className={styles.dialogForm} onSubmit={submit}>
        <TextInput
          label="Name"
          withAsterisk
          data-autofocus
          dir="auto"
          maxLength={TAG_LIMITS.name}
          description="A name that begins with # is internal: only staff see the tag."
          {...form.getInputProps('name')}
        />
        <TextInput
          label="Address"
          dir="auto"
          description={
            tag === null
              ? 'What follows /tags/. Made from the name if empty.'
              : 'What follows /tags/. Earlier ones lead here.'
          }
          {...form.getInputProps('slug')}
        />
        <Textarea label="Description" rows={3} dir="auto" {...form.getInputProps('description')} />
        <TagPicture
          url={form.values.picture || null}
          onChange={(url) => form.setFieldValue('picture', url ?? '')}
          onBusy={setUploading}
        />
        <Input.Error role="alert">{save.error && reasonOf(save.error)}</Input.Error>
        <DialogActions>
          <Button variant="secondary" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" isPending={save.isPending || isUploading}>
            {save.isPending ? 'Saving...' : 'Save Tag'}
          </Button>
        </DialogActions>
      </form>
      {guard.question}
    </Modal>
  );
}

/** A name that is taken is answered with its tag instead of a text. */
const reasonOf = (error: Error): string =>
  isApiError(error, 409) && error.body.startsWith('{') ? TAG_NAME_TAKEN : failureText(error);
