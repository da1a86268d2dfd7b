import { imageBaseName } from '@inkwell/shared/images';
import { readPictureNotes } from '@inkwell/shared/markdown/picture-notes';
import { fileNameOf } from '@inkwell/shared/picture-names';

/**
 * Whether a picture still needs a description: it is not decorative, and its description is empty or the file name, which is the initial description
 * of every upload.
 */
export function needsDescription({ src, alt }: { readonly src: string; readonly alt: string }): boolean {
  if (readPictureNotes(src).isDecorative) return false;
  if (alt.trim() === '') return true;
  const fileWords = fileNameOf(src);
  // imageBaseName expects a file name with an extension.
  return fileWords !== null && imageBaseName(`${alt}.x`) === imageBaseName(`${fileWords}.x`);
}
