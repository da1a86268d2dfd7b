/**
 * Pictures in the bucket say their size in their name, so that nothing has to be stored or fetched to lay out a page:
 * `images/1763700000000-harbour-1600x900.webp`, with narrower copies `images/1763700000000-harbour-1600x900.w800.webp`.
 */

/** Widths of the narrower copies in pixels; one exists for each width below the picture's own. */
const IMAGE_VARIANT_WIDTHS = [400, 800, 1200] as const;

/** How wide the picture above an article is shown, as the `sizes` attribute says it. */
export const COVER_SIZES = '(min-width: 66rem) 60rem, 92vw';

/** The same of the pictures of cards. */
export const CARD_SIZES = '(min-width: 72rem) 22rem, (min-width: 48rem) 45vw, 92vw';

export const IMAGE_FOLDER = 'images';

const NAME = /-(\d{1,5})x(\d{1,5})\.webp$/;

const MAX_BASE_NAME_CHARS = 40;

/**
 * The readable part of a picture's object name, from whatever its file is called: `Sommer am Meer (2).JPG` becomes
 * `sommer-am-meer-2`. Letters, digits and hyphens, never empty, and never with an end that reads as a size.
 */
export function imageBaseName(fileName: string): string {
  const plain = fileName
    .replace(/\.[A-Za-z0-9]{1,5}$/, '')
    .slice(0, 200)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/(\d)x(?=\d)/g, '$1-')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_BASE_NAME_CHARS)
    .replace(/^-+|-+$/g, '');
  return plain || 'image';
}

/** Object name of a picture whose `name` is a base name (`imageBaseName`), or begins with one. */
export function imageObjectName(image: { timestampMs: number; name: string; width: number; height: number }): string {
  return `${IMAGE_FOLDER}/${image.timestampMs}-${image.name}-${image.width}x${image.height}.webp`;
}

/** Object name of the copy of `objectName` that is `width` pixels wide. */
export const variantObjectName = (objectName: string, width: number): string =>
  objectName.replace(/\.webp$/, `.w${width}.webp`);

const VARIANT_NAME = /\.w\d{1,5}\.webp$/;

/** True for the object name, or its end, of a narrower copy. */
export const isVariantName = (name: string): boolean => VARIANT_NAME.test(name);

/** The name of the picture that `name` is a narrower copy of, or `name` itself. */
export const originalName = (name: string): string => name.replace(VARIANT_NAME, '.webp');

/** Widths that narrower copies of a picture of `width` pixels have. */
export const variantWidths = (width: number): number[] => IMAGE_VARIANT_WIDTHS.filter((variant) => variant < width);

export interface ImageSources {
  readonly src: string;
  /** Null where the picture has no narrower copies. */
  readonly srcSet: string | null;
  /** In pixels; null where the address does not tell. */
  readonly width: number | null;
  readonly height: number | null;
}

/** What an `img` needs to show `url` sharply and without moving the page. */
export function imageSources(url: string): ImageSources {
  const [path = '', query] = url.split('?', 2);
  const size = NAME.exec(path);
  if (!size || !path.includes(`${IMAGE_FOLDER}%2F`)) return { src: url, srcSet: null, width: null, height: null };

  const width = Number(size[1]);
  const suffix = query === undefined ? '' : `?${query}`;
  const copies = variantWidths(width).map((variant) => `${variantObjectName(path, variant)}${suffix} ${variant}w`);
  return {
    src: url,
    srcSet: copies.length > 0 ? [...copies, `${url} ${width}w`].join(', ') : null,
    width,
    height: Number(size[2]),
  };
}
