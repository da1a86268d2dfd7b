/** Product §8. */
export const UPLOAD_FAILED = 'Failed to upload image';

/** Why a text cannot be saved yet, and what to do about it. */
export class UnsentPicture extends Error {
  override readonly name = 'UnsentPicture';
  override readonly message = 'Try the picture again where it stands in the text, or remove it there. Then save.';
}
