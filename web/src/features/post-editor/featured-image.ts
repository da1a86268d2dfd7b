/** The picture of a post while it is edited. */
export type ImageChoice =
  | { readonly kind: 'none' }
  /** Stored already; kept unless another takes its place. */
  | { readonly kind: 'stored'; readonly url: string }
  /** Selection here and not uploaded yet; `before` is what Remove Image goes back to. */
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
