import { imageBaseName } from '@inkwell/shared/images';
import { readPictureNotes } from '@inkwell/shared/markdown/picture-notes';

/** `images%2F1763700000000-harbour-1a2b3c4d-1600x900.webp`: what the file was called. */
const NAME = /(?:%2F|\/)\d{13}-([^/?#]*?)(?:-[0-9a-f]{8})?-\d{1,5}x\d{1,5}\.webp(?:[?#]|$)/i;

/** What the file of an uploaded picture was called, in words; null for pictures from elsewhere. */
export const fileWordsOf = (src: string): string | null => NAME.exec(src)?.[1]?.replaceAll('-', ' ') ?? null;

/**
 * Whether nobody has said yet what a picture shows: it has no words, or those of its file, and is not said to be decoration. An
 * upload is called like its file until then.
 */
export function needsDescription({ src, alt }: { readonly src: string; readonly alt: string }): boolean {
  if (readPictureNotes(src).isDecorative) return false;
  if (alt.trim() === '') return true;
  const fileWords = fileWordsOf(src);
  // A file's name has an ending, which is left out of the words.
  return fileWords !== null && imageBaseName(`${alt}.x`) === imageBaseName(`${fileWords}.x`);
}
