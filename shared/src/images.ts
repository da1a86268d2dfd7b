/**
 * The name of a stored picture contains its size, so that a page can be laid out without another request:
 * `images/1763700000000-harbour-1600x900.webp`, with narrower copies `images/1763700000000-harbour-1600x900.w800.webp`.
 */

/** Widths of the narrower copies in pixels. A picture has the ones below its own width. */
const IMAGE_VARIANT_WIDTHS = [400, 800, 1200] as const;

/** The `sizes` attribute of the picture above an article. */
export const COVER_SIZES = '(min-width: 51rem) 46.625rem, 92vw';

/** The same for wide pictures in a text. */
export const WIDE_SIZES = '(min-width: 66rem) 60rem, 92vw';

/** The `sizes` attribute of pictures on cards. */
export const CARD_SIZES = '(min-width: 72rem) 22rem, (min-width: 48rem) 45vw, 92vw';

/** The same for the lead story of a list. */
export const LEAD_SIZES = `(min-width: 64rem) 41rem, ${CARD_SIZES}`;

/** The `sizes` attribute of the logo next to the name. */
export const LOGO_SIZES = '8rem';

/** The picture in the heading of a list. */
export const LIST_PICTURE_SIZE = '6rem';

export const IMAGE_FOLDER = 'images';

const NAME = /-(\d{1,5})x(\d{1,5})\.webp$/;

const MAX_BASE_NAME_CHARS = 40;

/**
 * The readable part of a picture's object name, made from any file name: `Sommer am Meer (2).JPG` becomes `sommer-am-meer-2`. It consists
 * of letters, digits and hyphens, is never empty, and never ends like a size.
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

/** The object name of a picture. `name` begins with a base name (`imageBaseName`). */
export function imageObjectName(image: { timestampMs: number; name: string; width: number; height: number }): string {
  return `${IMAGE_FOLDER}/${image.timestampMs}-${image.name}-${image.width}x${image.height}.webp`;
}

/** The object name of the narrower copy with this width. */
export const variantObjectName = (objectName: string, width: number): string =>
  objectName.replace(/\.webp$/, `.w${width}.webp`);

const COPY_NAME = /\.(?:w\d{1,5}\.webp|mail\.jpg)$/;

/** The name of the original picture, also for a narrower copy or a copy for emails. */
export const originalName = (name: string): string => name.replace(COPY_NAME, '.webp');

/** The widths of the narrower copies of a picture. */
export const variantWidths = (width: number): number[] => IMAGE_VARIANT_WIDTHS.filter((variant) => variant < width);

/** The name of a picture, or of its narrowest copy that is at least `least` pixels wide. */
export function copyFor(objectName: string, least: number): string {
  const width = Number(NAME.exec(objectName)?.[1] ?? 0);
  const variant = variantWidths(width).find((one) => one >= least);
  return variant === undefined ? objectName : variantObjectName(objectName, variant);
}

/** The width of pictures in emails, in picture pixels: two for each pixel of the text column. */
export const MAIL_PICTURE_WIDTH = 1_052;

/** The object name of a picture's copy for emails, because not all mail programs show WebP. */
export const mailObjectName = (objectName: string): string => objectName.replace(/\.webp$/, '.mail.jpg');

export interface ImageSources {
  readonly src: string;
  /** Null if there are no narrower copies. */
  readonly srcSet: string | null;
  /** In pixels; null if the address does not contain the size. */
  readonly width: number | null;
  readonly height: number | null;
}

/** The attributes that keep an `img` sharp and do not shift the layout. */
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

/** The narrowest picture of a `srcset` with at least `least` pixels; null if there is none. */
export function narrowCopy(srcSet: string | null, least: number): string | null {
  const copies = (srcSet?.split(', ') ?? []).map((copy) => {
    const [url = '', width = ''] = copy.split(' ');
    return { url, width: Number.parseInt(width, 10) };
  });
  return copies.find(({ width }) => width >= least)?.url ?? null;
}
