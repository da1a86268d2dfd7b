import { type LibraryPicture, PICTURE_LIBRARY, pictureLibraryApi } from '@inkwell/shared/picture-library';
import { Input, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useDiscardGuard } from '../../../components/discard-guard.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { Image } from '../../../components/image.tsx';
import { RestoredBanner } from '../../../components/restored-banner.tsx';
import { FORM_LIFE_MS, useAutosavedFields } from '../../../hooks/use-autosaved-fields.ts';
import { call } from '../../../lib/api.ts';
import type { Attempt } from '../../../lib/autosave/fields.ts';
import { failureText } from '../../../lib/failure.ts';
import { pictureQueries } from '../../../lib/picture-queries.ts';
import { toastSuccess } from '../../../lib/toast.ts';
import styles from '../admin.module.css';

interface Description {
  readonly description: string;
  /** The autosaved text is removed once it is sent, unless it has changed since. */
  readonly attempt: Attempt;
}

/** Saves the description of a picture. The form shows failures. */
function useDescribePicture({ name }: LibraryPicture) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ description }: Description) =>
      call(pictureLibraryApi.describe, { params: { name }, body: { description } }),
    onSuccess: (_picture, { attempt }) => {
      attempt.sent();
      toastSuccess('Success', 'Description saved');
      return client.invalidateQueries({ queryKey: pictureQueries.all });
    },
    onSettled: (_picture, _error, { attempt }) => attempt.release(),
  });
}

/** Edits the description of a picture for screen readers. The text is autosaved until it is sent or discarded. */
export function DescribeDialog({
  picture,
  onClose,
}: {
  readonly picture: LibraryPicture;
  readonly onClose: () => void;
}) {
  const stored = picture.description ?? '';
  const saved = useAutosavedFields(`picture ${picture.name}`, {
    lifeMs: FORM_LIFE_MS,
    restore({ description = stored }) {
      form.setValues({ description });
      return description !== stored;
    },
  });
  const describe = useDescribePicture(picture);
  const form = useForm({
    initialValues: { description: stored },
    onValuesChange: ({ description }) => saved.write(description === stored ? null : { description }),
  });
  const guard = useDiscardGuard(
    () => form.getValues().description !== stored && !describe.isSuccess,
    'The description has not been saved, and what you typed will be lost.',
    () => saved.write(null),
  );
  const submit = form.onSubmit(({ description }) => {
    describe.mutate({ description, attempt: saved.attempt() }, { onSuccess: onClose });
  });

  return (
    <FormDialog
      title="Describe Picture"
      confirmLabel="Save Description"
      pendingLabel="Saving..."
      isPending={describe.isPending}
      guard={guard}
      onSubmit={submit}
      onClose={onClose}
    >
      <RestoredBanner
        isRestored={saved.isRestored}
        isPending={describe.isPending}
        onDiscard={() => {
          form.setValues({ description: stored });
          saved.write(null);
        }}
      />
      <Image src={picture.imageUrl} alt="" sizes="26rem" className={styles.described} />
      <Textarea
        label="Description"
        description="What the picture shows, for readers who do not see it. It is offered wherever somebody inserts the picture; texts that show it stay as they are."
        rows={3}
        dir="auto"
        data-autofocus
        readOnly={describe.isPending}
        maxLength={PICTURE_LIBRARY.description}
        {...form.getInputProps('description')}
      />
      <Input.Error role="alert">{describe.error && failureText(describe.error)}</Input.Error>
    </FormDialog>
  );
}
