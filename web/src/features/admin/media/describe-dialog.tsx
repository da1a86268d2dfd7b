import { type LibraryPicture, PICTURE_LIBRARY } from '@inkwell/shared/picture-library';
import { Input, Modal, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Button } from '../../../components/button.tsx';
import { DialogActions } from '../../../components/dialog-actions.tsx';
import { useDiscardGuard } from '../../../components/discard-guard.tsx';
import { Image } from '../../../components/image.tsx';
import { RestoredBanner } from '../../../components/restored-banner.tsx';
import { FORM_LIFE_MS, useAutosavedFields } from '../../../hooks/use-autosaved-fields.ts';
import { useFocusBack } from '../../../hooks/use-focus-back.ts';
import { failureText } from '../../../lib/failure.ts';
import styles from '../admin.module.css';
import { useDescribePicture } from './picture-acts.ts';

interface DescribeDialogProps {
  readonly picture: LibraryPicture;
  readonly onClose: () => void;
}

/** Describes a picture for readers who do not see it. The text is autosaved until it is sent or discarded. */
export function DescribeDialog({ picture, onClose }: DescribeDialogProps) {
  useFocusBack();
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
  const close = () => guard.ask(onClose);
  const submit = form.onSubmit(({ description }) => {
    if (describe.isPending) return;
    describe.mutate({ description, attempt: saved.attempt() }, { onSuccess: onClose });
  });

  return (
    <Modal
      opened
      onClose={close}
      closeOnClickOutside={false}
      title="Describe Picture"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form noValidate className={styles.dialogForm} onSubmit={submit}>
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
        <DialogActions>
          <Button variant="secondary" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" isPending={describe.isPending}>
            {describe.isPending ? 'Saving...' : 'Save Description'}
          </Button>
        </DialogActions>
      </form>
      {guard.question}
    </Modal>
  );
}
