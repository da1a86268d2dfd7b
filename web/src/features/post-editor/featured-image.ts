/** The featured image during editing. */
export type ImageChoice =
  | { readonly kind: 'none' }
  /** Stored on the server. */
  | { readonly kind: 'stored'; readonly url: string }
  /** Selected here and not uploaded yet. Remove Image returns to `before`. */
  | { readonly kind: 'file'; readonly file: File; readonly before: string | null };

export const storedImage = (url: string | null): ImageChoice => (url ? { kind: 'stored', url } : { kind: 'none' });

/** Removes a selected file, otherwise the stored picture. Product §4. */
export const withoutImage = (image: ImageChoice): ImageChoice =>
  image.kind === 'file' ? storedImage(image.before) : { kind: 'none' };

export const withFile = (image: ImageChoice, file: File): ImageChoice => ({
  kind: 'file',
  file,
  before: image.kind === 'none' ? null : image.kind === 'stored' ? image.url : image.before,
});
