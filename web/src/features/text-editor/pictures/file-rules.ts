import { IMAGE_TYPES, UPLOAD_LIMITS } from '@inkwell/shared/storage';

const WRONG_IMAGE_TYPE = 'Please choose a PNG, JPG, WebP or GIF image.';
export const IMAGE_TOO_LARGE = 'Please choose an image of at most 10MB.';
const EMPTY_IMAGE = 'This file is empty.';

/** Beyond this no browser is asked to make a file smaller. */
const SHRINKABLE_BYTES = 80 * 1024 * 1024;

/** Files up to this are sent as they are, unseen: they are no burden on any line. */
const SMALL_BYTES = 2 * 1024 * 1024;

interface FileFacts {
  readonly name: string;
  readonly type: string;
  readonly size: number;
}

/** What phones of Apple take pictures as. Most browsers give it no type. */
export const isHeic = ({ name, type }: Pick<FileFacts, 'name' | 'type'>): boolean =>
  /^image\/hei[cf]/.test(type) || (type === '' && /\.hei[cf]$/i.test(name));

/** Why a file cannot be a picture of a post, or null. What is too large and can be made smaller is none. The server looks at the bytes again. */
export function imageProblem(file: FileFacts): string | null {
  const isKnown = IMAGE_TYPES.some((type) => type === file.type);
  if (!isKnown && !isHeic(file)) return WRONG_IMAGE_TYPE;
  // What moves would stand still.
  const limit = file.type === 'image/gif' ? UPLOAD_LIMITS.bytes : SHRINKABLE_BYTES;
  if (file.size > limit) return IMAGE_TOO_LARGE;
  return file.size === 0 ? EMPTY_IMAGE : null;
}

/** Whether a file has to be looked at before it is sent. */
export const needsPreparing = (file: FileFacts): boolean =>
  isHeic(file) || (file.type !== 'image/gif' && file.size > SMALL_BYTES);

/**
 * What the browser's file dialog offers. iPhones make JPEG of what they give, unless HEIC is asked for.
 * @param userAgent as browsers name themselves
 */
export const acceptedFiles = (userAgent: string): string =>
  [...IMAGE_TYPES, ...(/iPhone|iPad/.test(userAgent) ? [] : ['.heic', '.heif'])].join(',');
