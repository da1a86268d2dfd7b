import type { PictureUse } from '@inkwell/shared/picture-library';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { DialogActions } from '../../../components/dialog-actions.tsx';
import { PlacesList } from './places-list.tsx';

interface UsedDialogProps {
  readonly fileName: string;
  readonly use: PictureUse;
  readonly isLinked: boolean;
  readonly onClose: () => void;
}

/** Says why a picture cannot be deleted. */
export function UsedDialog({ fileName, use, isLinked, onClose }: UsedDialogProps) {
  return (
    <Dialog onClose={onClose} title="Picture in Use">
      <p>
        <bdi>{fileName}</bdi> is not deleted, because it is used. Revisions, the trash and unsaved texts count too.
      </p>
      <PlacesList use={use} isLinked={isLinked} />
      <DialogActions>
        <Button onClick={onClose} data-autofocus>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}
