/** The class of the element that replaces a picture that cannot be shown (styles/markdown.css). */
export const MISSING_PICTURE = 'markdown-missing';

/** Styles that reserve the space of a picture; none if its size is unknown. */
export const roomOf = (width: number | null, height: number | null): { maxWidth?: string; aspectRatio?: string } =>
  width && height ? { maxWidth: `${width}px`, aspectRatio: `${width} / ${height}` } : {};
