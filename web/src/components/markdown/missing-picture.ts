/** The class of what stands in place of a picture that cannot be shown (styles/markdown.css). */
export const MISSING_PICTURE = 'markdown-missing';

/** The room of a picture of so many pixels, as styles of what stands in its place; none where its size is not known. */
export const roomOf = (width: number | null, height: number | null): { maxWidth?: string; aspectRatio?: string } =>
  width && height ? { maxWidth: `${width}px`, aspectRatio: `${width} / ${height}` } : {};
