import type { PictureUse } from '@inkwell/shared/picture-library';
import { Modal } from '@mantine/core';
import { Button } from '../../../components/button.tsx';
import { DialogActions } from '../../../components/dialog-actions.tsx';
import { useFocusBack } from '../../../hooks/use-focus-back.ts';
import { PlacesList } from './places-list.tsx';

interface UsedDialogProps {
  readonly fileName: string;
  readonly use: PictureUse;
  readonly isLinked: boolean;
  readonly onClose: () => void;
}

/** Says why a picture cannot be deleted. */
export function UsedDialog({ fileName, use, isLinked, onClose }: UsedDialogProps) {
  useFocusBack();
  return (
    <Modal opened onClose={onClose} title="Picture in Use" closeButtonProps={{ 'aria-label': 'Close' }}>
      <p>
        <bdi>{fileName}</bdi> is not deleted, because it is used. Revisions, the trash and unsaved texts count too.
      </p>
      <PlacesList use={use} isLinked={isLinked} />
      <DialogActions>
        <Button onClick={onClose} data-autofocus>
          Close
        </Button>
      </DialogActions>
    </Modal>
  );
}
