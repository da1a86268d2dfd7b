import { IMAGE_TYPES, UPLOAD_LIMITS } from '@inkwell/shared/storage';

const WRONG_IMAGE_TYPE = 'Please choose a PNG, JPG, WebP or GIF image.';
export const IMAGE_TOO_LARGE = 'Please choose an image of at most 10MB.';
const EMPTY_IMAGE = 'This file is empty.';

/** Larger files are refused instead of being reduced in the browser. */
const SHRINKABLE_BYTES = 80 * 1024 * 1024;

/** Files up to this size are uploaded unchanged. */
const SMALL_BYTES = 2 * 1024 * 1024;

interface FileFacts {
  readonly name: string;
  readonly type: string;
  readonly size: number;
}

/** The format of iPhone cameras, for which most browsers report no type. */
export const isHeic = ({ name, type }: Pick<FileFacts, 'name' | 'type'>): boolean =>
  /^image\/hei[cf]/.test(type) || (type === '' && /\.hei[cf]$/i.test(name));

/**
 * Why a file cannot be used as a picture, or null. Files that the browser can reduce do not count as too large. The server checks the bytes again.
 */
export function imageProblem(file: FileFacts): string | null {
  const isKnown = IMAGE_TYPES.some((type) => type === file.type);
  if (!isKnown && !isHeic(file)) return WRONG_IMAGE_TYPE;
  // Reducing a GIF would remove its animation.
  const limit = file.type === 'image/gif' ? UPLOAD_LIMITS.bytes : SHRINKABLE_BYTES;
  if (file.size > limit) return IMAGE_TOO_LARGE;
  return file.size === 0 ? EMPTY_IMAGE : null;
}

/** Whether a file must be converted or reduced before the upload. */
export const needsPreparing = (file: FileFacts): boolean =>
  isHeic(file) || (file.type !== 'image/gif' && file.size > SMALL_BYTES);

/** The file types in the browser's dialog. iPhones convert pictures to JPEG unless HEIC is listed. */
export const acceptedFiles = (userAgent: string): string =>
  [...IMAGE_TYPES, ...(/iPhone|iPad/.test(userAgent) ? [] : ['.heic', '.heif'])].join(',');
