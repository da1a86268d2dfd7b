import { readPictureNotes, withPictureNotes } from '@inkwell/shared/markdown/picture-notes';
import type { PictureSettings } from './picture-fields.tsx';

/** The attributes of a picture in Markdown. */
export interface PictureAttributes {
  readonly src: string;
  readonly alt: string;
  readonly title: string | null;
}

export function settingsOf({ src, alt, title }: PictureAttributes): PictureSettings {
  const { width, isDecorative } = readPictureNotes(src);
  return { alt, caption: title ?? '', width, isDecorative };
}

/** The picture with another description, caption and width. */
export function withSettings({ src }: PictureAttributes, settings: PictureSettings): PictureAttributes {
  return {
    src: withPictureNotes(src, settings),
    alt: settings.alt,
    title: settings.caption.trim() === '' ? null : settings.caption,
  };
}
