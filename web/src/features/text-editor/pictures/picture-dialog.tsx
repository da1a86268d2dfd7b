import { safeImageUrl } from '@inkwell/shared/markdown/urls';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Image } from '../../../components/image.tsx';
import { TextDialog } from '../text-dialog.tsx';
import { needsDescription } from './description.ts';
import styles from './picture-dialog.module.css';
import { PictureFields, type PictureSettings } from './picture-fields.tsx';
import { settingsOf, withSettings } from './picture-settings.ts';
import type { SourcePicture } from './picture-source.ts';
import { pictureMarkdown } from './write-picture.ts';

/** Input of dialogs that were closed by Escape, by picture address. Restored if the picture has not changed since. */
export type UnsavedSettings = Map<string, { readonly before: string; readonly settings: PictureSettings }>;

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
  const [settings, setSettings] = useState(() => {
    const typed = unsaved.get(picture.src);
    return typed?.before === before ? typed.settings : settingsOf(picture);
  });
  const change = (changed: Partial<PictureSettings>) => {
    const next = { ...settings, ...changed };
    unsaved.set(picture.src, { before, settings: next });
    setSettings(next);
  };
  const save = (markdown: string) => {
    unsaved.delete(picture.src);
    onSave(markdown);
  };
  const cancel = () => {
    unsaved.delete(picture.src);
    onClose();
  };
  const next = withSettings(picture, settings);
  const url = safeImageUrl(picture.src);
  return (
    <TextDialog
      title="Picture"
      submitLabel="Save Picture"
      onSubmit={() => save(pictureMarkdown(next))}
      onClose={onClose}
      onCancel={cancel}
      actions={
        <Button variant="danger" onClick={() => save('')}>
          Remove Picture
        </Button>
      }
    >
      {url && <Image src={url} alt="" sizes="28rem" className={styles.shown} />}
      <PictureFields
        settings={settings}
        isUndescribed={needsDescription(next)}
        isAlone={picture.isAlone}
        onChange={change}
      />
    </TextDialog>
  );
}
