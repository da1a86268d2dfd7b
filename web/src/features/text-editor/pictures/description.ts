import { imageBaseName } from '@inkwell/shared/images';
import { readPictureNotes } from '@inkwell/shared/markdown/picture-notes';

/** Finds the file name in `images%2F1763700000000-harbour-1a2b3c4d-1600x900.webp`. */
const NAME = /(?:%2F|\/)\d{13}-([^/?#]*?)(?:-[0-9a-f]{8})?-\d{1,5}x\d{1,5}\.webp(?:[?#]|$)/i;

/** The file name of an uploaded picture, in words; null for pictures from elsewhere. */
export const fileNameOf = (src: string): string | null => NAME.exec(src)?.[1]?.replaceAll('-', ' ') ?? null;

/**
 * Whether a picture still needs a description: it is not decorative, and its description is empty or the file name, which every
 * upload gets as its first description.
 */
export function needsDescription({ src, alt }: { readonly src: string; readonly alt: string }): boolean {
  if (readPictureNotes(src).isDecorative) return false;
  if (alt.trim() === '') return true;
  const fileWords = fileNameOf(src);
  // imageBaseName expects a file name with an extension.
  return fileWords !== null && imageBaseName(`${alt}.x`) === imageBaseName(`${fileWords}.x`);
}
