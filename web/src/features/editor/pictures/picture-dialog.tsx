import { safeImageUrl } from '@inkwell/shared/markdown/urls';
import { Modal } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { DialogActions } from '../../../components/dialog-actions.tsx';
import { Image } from '../../../components/image.tsx';
import { needsDescription } from './description.ts';
import styles from './picture-dialog.module.css';
import { PictureFields, type PictureWords } from './picture-fields.tsx';
import type { SourcePicture } from './picture-source.ts';
import { withWords, wordsOf } from './picture-words.ts';
import { pictureMarkdown } from './write-picture.ts';

export interface PictureDialogProps {
  readonly picture: SourcePicture;
  /** Called before the dialog is closed, with what takes the place of the picture's Markdown. */
  readonly onSave: (markdown: string) => void;
  readonly onClose: () => void;
}

/** What was typed in a dialog that was closed with Escape, by the source of its picture: it is there when that is opened again. */
const unsaved = new Map<string, PictureWords>();

/** What is said of a picture in a text of Markdown. */
export function PictureDialog({ picture, onSave, onClose }: PictureDialogProps) {
  const [words, setWords] = useState(() => unsaved.get(picture.src) ?? wordsOf(picture));
  const change = (changed: Partial<PictureWords>) => {
    const next = { ...words, ...changed };
    unsaved.set(picture.src, next);
    setWords(next);
  };
  const save = (markdown: string) => {
    unsaved.delete(picture.src);
    onSave(markdown);
  };
  const cancel = () => {
    unsaved.delete(picture.src);
    onClose();
  };
  const next = withWords(picture, words);
  const url = safeImageUrl(picture.src);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    // The form of the post stands around this one in React's tree.
    event.stopPropagation();
    save(pictureMarkdown(next));
  };
  return (
    <Modal opened onClose={onClose} title="Picture" closeButtonProps={{ 'aria-label': 'Close' }} returnFocus={false}>
      <form onSubmit={onSubmit} onKeyDown={(event) => event.stopPropagation()} noValidate>
        {url && <Image src={url} alt="" sizes="28rem" className={styles.shown} />}
        <PictureFields words={words} isAsked={needsDescription(next)} isAlone={picture.isAlone} onChange={change} />
        <DialogActions>
          <Button variant="danger" onClick={() => save('')}>
            Remove Picture
          </Button>
          <Button variant="secondary" onClick={cancel}>
            Cancel
          </Button>
          <Button type="submit">Save Picture</Button>
        </DialogActions>
      </form>
    </Modal>
  );
}
