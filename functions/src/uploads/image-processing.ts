import { AppError } from '@inkwell/shared/errors';
import { variantWidths } from '@inkwell/shared/images';
import { type IMAGE_TYPES, UPLOAD_LIMITS } from '@inkwell/shared/storage';
import type { Sharp } from 'sharp';
import { lazy } from '../runtime/lazy.ts';

type ImageType = (typeof IMAGE_TYPES)[number];

/** A stored picture: WebP, upright, without metadata about its place and owner. */
export interface ProcessedImage {
  readonly bytes: Buffer;
  /** In pixels; for an animation, the size of one frame. */
  readonly width: number;
  readonly height: number;
  /** Narrower copies with their width in pixels. */
  readonly variants: readonly { readonly width: number; readonly bytes: Buffer }[];
}

export interface PictureFacts {
  readonly type: ImageType;
  readonly width: number;
  readonly height: number;
}

/** The maximum height of WebP. */
const MAX_HEIGHT = 16_383;
const ENCODING_SECONDS = 20;

/** The limit of decoded bytes: 50 million pixels of 3 or 4 bytes fit, those of 8 bytes (16 bits per channel) do not. */
const MAX_DECODED_BYTES = UPLOAD_LIMITS.pixels * 4;

/**
 * The limit for files that must be decoded as a whole: progressive, interlaced, and rotated PNG. A thread's allocator may keep the memory
 * of such a picture while another thread decodes the next, so an instance needs memory for two.
 */
const MAX_WHOLE_BYTES = 100_000_000;

const DAMAGED = 'This image is damaged or not what its type says';

/** The type by the file's signature (PNG, JPEG, GIF, WebP), regardless of its name; null for anything else, including SVG. */
export function imageTypeOf(bytes: Buffer): ImageType | null {
  const ascii = bytes.toString('latin1', 0, 12);
  if (ascii.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (ascii.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (ascii.startsWith('GIF87a') || ascii.startsWith('GIF89a')) return 'image/gif';
  if (ascii.startsWith('RIFF') && ascii.slice(8) === 'WEBP') return 'image/webp';
  return null;
}

/**
 * Decodes a picture and encodes it again, at most 1,600 pixels wide, with narrower copies. Animations stay animated. Everything else in the file is
 * removed: locations, scripts, appended files.
 * @throws AppError `unsupported-type` for other files; `bad-request` if it is damaged, has more than 50 million pixels in all frames, or would need
 * too much memory
 */
export async function processImage(bytes: Buffer): Promise<ProcessedImage> {
  const type = imageTypeOf(bytes);
  if (!type) throw new AppError('unsupported-type', 'Only PNG, JPEG, WebP and GIF images are accepted');

  const sharp = await loadSharp();
  const options = { animated: type === 'image/gif' || type === 'image/webp', failOn: 'error' } as const;
  const open = () =>
    sharp(bytes, { ...options, limitInputPixels: UPLOAD_LIMITS.pixels }).timeout({ seconds: ENCODING_SECONDS });

  try {
    // Reads only the header, to tell pictures that are too large from damaged ones.
    const {
      format,
      width,
      height,
      pages = 1,
      pageHeight = height,
      channels,
      depth,
      isProgressive,
      orientation = 1,
    } = await sharp(bytes, {
      ...options,
      limitInputPixels: false,
    }).metadata();
    if (`image/${format}` !== type) throw new AppError('bad-request', DAMAGED);
    const pixels = width * pageHeight * pages;
    const isWhole = isProgressive || (format === 'png' && orientation > 1);
    const maxBytes = isWhole ? MAX_WHOLE_BYTES : MAX_DECODED_BYTES;
    if (pixels > UPLOAD_LIMITS.pixels || pixels * channels * bytesPerChannel(depth) > maxBytes)
      throw new AppError('bad-request', 'This image has too many pixels');

    const scaled = pages > 1 ? open() : await decodeOnce(open());
    const main = await encode(scaled.clone(), UPLOAD_LIMITS.maxWidth, pages > 1);
    const variants: { width: number; bytes: Buffer }[] = [];
    for (const variant of variantWidths(main.width)) {
      const source = pages > 1 ? open() : scaled.clone();
      variants.push({ width: variant, bytes: (await encode(source, variant, pages > 1)).bytes });
    }
    return { ...main, variants };
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('bad-request', DAMAGED, { cause: error });
  }
}

/** The type and upright size of a picture in pixels, read from its bytes; null if they are not a picture. */
export async function pictureFactsOf(bytes: Buffer): Promise<PictureFacts | null> {
  const type = imageTypeOf(bytes);
  if (!type) return null;
  const sharp = await loadSharp();
  try {
    const { autoOrient } = await sharp(bytes, { limitInputPixels: UPLOAD_LIMITS.pixels }).metadata();
    return { type, width: autoOrient.width, height: autoOrient.height };
  } catch {
    return null;
  }
}

/**
 * Loaded with the first picture, because most instances process none, and the library costs start-up time and memory. It decodes on one separate
 * thread and caches no decoded pictures.
 */
export const loadSharp = lazy(async () => {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
});

/** `ushort` means 16 bits per channel; the other accepted formats have 8. */
const bytesPerChannel = (depth: string): number => (depth === 'uchar' ? 1 : 2);

/** The upright picture at its stored width as raw pixels. All copies are made from it, because decoding a large picture is slow. */
async function decodeOnce(image: Sharp): Promise<Sharp> {
  const { data, info } = await narrowed(image, UPLOAD_LIMITS.maxWidth).raw().toBuffer({ resolveWithObject: true });
  const sharp = await loadSharp();
  return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
}

const narrowed = (image: Sharp, width: number): Sharp =>
  image.autoOrient().resize({ width, height: MAX_HEIGHT, fit: 'inside', withoutEnlargement: true });

async function encode(image: Sharp, width: number, isAnimated: boolean) {
  const { data, info } = await narrowed(image, width)
    .webp({ quality: 80, effort: isAnimated ? 1 : 4 })
    .toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.pageHeight ?? info.height };
}
