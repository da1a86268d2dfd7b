/** docs/product.md §8 */
export const UPLOAD_FAILED = 'Failed to upload image';

/** The text contains a picture that was not uploaded. */
export class UnsentPicture extends Error {
  override readonly name = 'UnsentPicture';
  override readonly message = 'Upload the picture again or remove it from the text. Then save.';
}
