import { safeImageUrl } from '@inkwell/shared/markdown/urls';
import { Modal } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { DialogActions } from '../../../components/dialog-actions.tsx';
import { Image } from '../../../components/image.tsx';
import { needsDescription } from './description.ts';
import styles from './picture-dialog.module.css';
import { PictureFields, type PictureSettings } from './picture-fields.tsx';
import { settingsOf, withSettings } from './picture-settings.ts';
import type { SourcePicture } from './picture-source.ts';
import { pictureMarkdown } from './write-picture.ts';

/** Input of dialogs that were closed by Escape, by picture address. Restored if the picture has not changed since. */
export type UnsavedSettings = Map<string, { readonly before: string; readonly words: PictureSettings }>;

export interface PictureDialogProps {
  readonly unsaved: UnsavedSettings;
  readonly picture: SourcePicture;
  /** Called before the dialog is closed, with the new Markdown of the picture. */
  readonly onSave: (markdown: string) => void;
  readonly onClose: () => void;
}

/** Edits description, caption and width of a picture in Markdown. */
export function PictureDialog({ picture, unsaved, onSave, onClose }: PictureDialogProps) {
  const before = JSON.stringify(settingsOf(picture));
  const [words, setWords] = useState(() => {
    const typed = unsaved.get(picture.src);
    return typed?.before === before ? typed.words : settingsOf(picture);
  });
  const change = (changed: Partial<PictureSettings>) => {
    const next = { ...words, ...changed };
    unsaved.set(picture.src, { before, words: next });
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
  const next = withSettings(picture, words);
  const url = safeImageUrl(picture.src);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    // In React's tree, the form of the text contains this form.
    event.stopPropagation();
    save(pictureMarkdown(next));
  };
  return (
    <Modal opened onClose={onClose} title="Picture" closeButtonProps={{ 'aria-label': 'Close' }} returnFocus={false}>
      <form onSubmit={onSubmit} onKeyDown={(event) => event.stopPropagation()} noValidate>
        {url && <Image src={url} alt="" sizes="28rem" className={styles.shown} />}
        <PictureFields
          words={words}
          isUndescribed={needsDescription(next)}
          isAlone={picture.isAlone}
          onChange={change}
        />
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
