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

/** What was typed in dialogs that were closed without a word, by the source of the picture; of use while the same is said of it. */
export type UnsavedWords = Map<string, { readonly said: string; readonly words: PictureWords }>;

export interface PictureDialogProps {
  readonly unsaved: UnsavedWords;
  readonly picture: SourcePicture;
  /** Called before the dialog is closed, with what takes the place of the picture's Markdown. */
  readonly onSave: (markdown: string) => void;
  readonly onClose: () => void;
}

/** What is said of a picture in a text of Markdown. */
export function PictureDialog({ picture, unsaved, onSave, onClose }: PictureDialogProps) {
  const said = JSON.stringify(wordsOf(picture));
  const [words, setWords] = useState(() => {
    const typed = unsaved.get(picture.src);
    return typed?.said === said ? typed.words : wordsOf(picture);
  });
  const change = (changed: Partial<PictureWords>) => {
    const next = { ...words, ...changed };
    unsaved.set(picture.src, { said, words: next });
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
