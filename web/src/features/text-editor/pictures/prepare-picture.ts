import { UPLOAD_LIMITS } from '@inkwell/shared/storage';
import { IMAGE_TOO_LARGE, isHeic } from './file-rules.ts';
import { PictureProblem } from './upload-queue.ts';

const HEIC_UNREAD =
  'This browser cannot read HEIC pictures. Save it as JPEG first (on an iPhone: Settings, Camera, Formats, Most Compatible), then choose it again.';

/** Widths to which a picture is reduced: more than the 1,600 pixels that the server keeps, then, as a last resort, exactly that. */
const WIDTHS = [2_560, UPLOAD_LIMITS.maxWidth] as const;

/** The largest canvas that every browser supports; Safari on phones has the lowest limit. */
const CANVAS = { height: 16_383, pixels: 16_777_216 } as const;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The size of a reduced picture in pixels; never larger than the original, and with the same proportions. */
export function shrunkSize({ width, height }: Size, maxWidth: number): Size {
  const scale = Math.min(1, maxWidth / width, CANVAS.height / height, Math.sqrt(CANVAS.pixels / (width * height)));
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) };
}

/** Whether a picture can be uploaded unchanged: within the server's limits, and not much wider than the server keeps. */
export const isFitting = ({ width, height, bytes }: Size & { readonly bytes: number }): boolean =>
  bytes <= UPLOAD_LIMITS.bytes && width * height <= UPLOAD_LIMITS.pixels && width <= WIDTHS[0];

/** Whether a file is an animated WebP, by its first bytes (animation bit of the VP8X chunk). */
export function isMovingWebP(bytes: Uint8Array): boolean {
  const word = (at: number) => String.fromCharCode(...bytes.subarray(at, at + 4));
  const flags = bytes[20] ?? 0;
  return word(0) === 'RIFF' && word(8) === 'WEBP' && word(12) === 'VP8X' && (flags & 0b10) !== 0;
}

/** The format of a reduced picture: WebP if the original may be transparent, otherwise JPEG. */
export const encodingOf = (type: string): { readonly type: string; readonly quality: number } =>
  type === 'image/png' || type === 'image/webp'
    ? { type: 'image/webp', quality: 0.92 }
    : { type: 'image/jpeg', quality: 0.9 };

/** The picture, rotated as recorded by the camera; null if the browser cannot decode it. */
async function decoded(file: File): Promise<ImageBitmap | null> {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch (error) {
    console.warn(`${file.name} could not be decoded`, error);
    return null;
  }
}

async function encoded(bitmap: ImageBitmap, size: Size, type: string): Promise<Blob> {
  const canvas = Object.assign(document.createElement('canvas'), size);
  const context = canvas.getContext('2d');
  if (!context) throw new PictureProblem(IMAGE_TOO_LARGE);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, size.width, size.height);
  const encoding = encodingOf(type);
  return new Promise((resolve, reject) => {
    // A browser that cannot encode the type returns PNG, which the server accepts too.
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new PictureProblem(IMAGE_TOO_LARGE))),
      encoding.type,
      encoding.quality,
    );
  });
}

/**
 * Converts a file for the server: HEIC becomes JPEG if the browser can decode it, and large pictures are reduced. Animations stay
 * unchanged.
 * @throws PictureProblem with a message that says what to do
 */
export async function preparePicture(file: File): Promise<File> {
  const mustConvert = isHeic(file);
  const asItIs = () => {
    if (file.size > UPLOAD_LIMITS.bytes) throw new PictureProblem(IMAGE_TOO_LARGE);
    return file;
  };
  if (file.type === 'image/gif') return asItIs();
  if (isMovingWebP(new Uint8Array(await file.slice(0, 32).arrayBuffer()))) return asItIs();

  const bitmap = await decoded(file);
  if (!bitmap && mustConvert) throw new PictureProblem(HEIC_UNREAD);
  if (!bitmap) return asItIs();
  try {
    const isFit = isFitting({ width: bitmap.width, height: bitmap.height, bytes: file.size });
    if (isFit && !mustConvert) return file;
    for (const width of WIDTHS) {
      const blob = await encoded(bitmap, shrunkSize(bitmap, width), file.type);
      if (blob.size <= UPLOAD_LIMITS.bytes) return new File([blob], file.name, { type: blob.type });
    }
    throw new PictureProblem(IMAGE_TOO_LARGE);
  } finally {
    bitmap.close();
  }
}
