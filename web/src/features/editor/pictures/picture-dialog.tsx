import { safeImageUrl } from '@inkwell/shared/markdown/urls';
import { Modal } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { DialogActions } from '../../../components/dialog-actions.tsx';
import { Image } from '../../../components/image.tsx';
import { needsDescription } from './description.ts';
import styles from './picture-dialog.module.css';
import { PictureFields } from './picture-fields.tsx';
import type { SourcePicture } from './picture-source.ts';
import { withWords, wordsOf } from './picture-words.ts';
import { pictureMarkdown } from './write-picture.ts';

export interface PictureDialogProps {
  readonly picture: SourcePicture;
  /** Called before the dialog is closed, with what takes the place of the picture's Markdown. */
  readonly onSave: (markdown: string) => void;
  readonly onClose: () => void;
}

/** What is said of a picture in a text of Markdown. */
export function PictureDialog({ picture, onSave, onClose }: PictureDialogProps) {
  const [words, setWords] = useState(() => wordsOf(picture));
  const next = withWords(picture, words);
  const url = safeImageUrl(picture.src);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    // The form of the post stands around this one in React's tree.
    event.stopPropagation();
    onSave(pictureMarkdown(next));
  };
  return (
    <Modal opened onClose={onClose} title="Picture" closeButtonProps={{ 'aria-label': 'Close' }} returnFocus={false}>
      <form onSubmit={onSubmit} onKeyDown={(event) => event.stopPropagation()} noValidate>
        {url && <Image src={url} alt="" sizes="28rem" className={styles.shown} />}
        <PictureFields
          words={words}
          isAsked={needsDescription(next)}
          isAlone={picture.isAlone}
          onChange={(change) => setWords((now) => ({ ...now, ...change }))}
        />
        <DialogActions>
          <Button variant="danger" onClick={() => onSave('')}>
            Remove Picture
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">Save Picture</Button>
        </DialogActions>
      </form>
    </Modal>
  );
}
