import { IMAGE_TYPES, UPLOAD_LIMITS } from '@inkwell/shared/storage';

/** The picture of a post while it is edited. */
export type ImageChoice =
  | { readonly kind: 'none' }
  /** Stored already; kept unless another takes its place. */
  | { readonly kind: 'stored'; readonly url: string }
  /** Chosen here and not uploaded yet; `before` is what Remove Image goes back to. */
  | { readonly kind: 'file'; readonly file: File; readonly before: string | null };

export const storedImage = (url: string | null): ImageChoice => (url ? { kind: 'stored', url } : { kind: 'none' });

/** Takes back what was chosen here; a stored picture is taken from the post. Product §4. */
export const withoutImage = (image: ImageChoice): ImageChoice =>
  image.kind === 'file' ? storedImage(image.before) : { kind: 'none' };

export const withFile = (image: ImageChoice, file: File): ImageChoice => ({
  kind: 'file',
  file,
  before: image.kind === 'none' ? null : image.kind === 'stored' ? image.url : image.before,
});

const WRONG_IMAGE_TYPE = 'Please choose a PNG, JPG, WebP or GIF image.';
const IMAGE_TOO_LARGE = 'Please choose an image of at most 10MB.';
const EMPTY_IMAGE = 'This file is empty.';

/** Why a file cannot be a post's picture, or null. The server looks at the bytes again. */
export function imageProblem(file: { type: string; size: number }): string | null {
  if (!IMAGE_TYPES.some((type) => type === file.type)) return WRONG_IMAGE_TYPE;
  if (file.size > UPLOAD_LIMITS.bytes) return IMAGE_TOO_LARGE;
  return file.size === 0 ? EMPTY_IMAGE : null;
}
