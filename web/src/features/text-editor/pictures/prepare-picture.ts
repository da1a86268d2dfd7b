import { UPLOAD_LIMITS } from '@inkwell/shared/storage';
import { IMAGE_TOO_LARGE, isHeic } from './file-rules.ts';
import { PictureProblem } from './upload-queue.ts';

const HEIC_UNREAD =
  'This browser cannot read HEIC pictures. Save it as JPEG first (on an iPhone: Settings, Camera, Formats, Most Compatible), then choose it again.';

/** Wider is nobody's screen: the server keeps 1,600 pixels, and these leave it some to choose from. The second is the last resort. */
const WIDTHS = [2_560, UPLOAD_LIMITS.maxWidth] as const;

/** What every browser draws: Safari on phones has the smallest canvas. */
const CANVAS = { height: 16_383, pixels: 16_777_216 } as const;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The size at which a picture is drawn anew, in pixels: never larger, and of the same proportions. */
export function shrunkSize({ width, height }: Size, maxWidth: number): Size {
  const scale = Math.min(1, maxWidth / width, CANVAS.height / height, Math.sqrt(CANVAS.pixels / (width * height)));
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) };
}

/** Whether a picture is sent as it is: neither more than the server takes, nor much wider than it keeps. */
export const isFitting = ({ width, height, bytes }: Size & { readonly bytes: number }): boolean =>
  bytes <= UPLOAD_LIMITS.bytes && width * height <= UPLOAD_LIMITS.pixels && width <= WIDTHS[0];

/** Whether the first bytes of a file are those of a WebP that moves (the WebP container's VP8X chunk, animation bit). */
export function isMovingWebP(bytes: Uint8Array): boolean {
  const word = (at: number) => String.fromCharCode(...bytes.subarray(at, at + 4));
  const flags = bytes[20] ?? 0;
  return word(0) === 'RIFF' && word(8) === 'WEBP' && word(12) === 'VP8X' && (flags & 0b10) !== 0;
}

/** What a picture becomes when it is drawn anew: photographs stay JPEG, what may be transparent keeps that. */
export const encodingOf = (type: string): { readonly type: string; readonly quality: number } =>
  type === 'image/png' || type === 'image/webp'
    ? { type: 'image/webp', quality: 0.92 }
    : { type: 'image/jpeg', quality: 0.9 };

/** Null where the browser cannot decode it. Upright, as the camera noted it. */
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
    // Browsers that do not write a type write PNG, which the server takes too.
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new PictureProblem(IMAGE_TOO_LARGE))),
      encoding.type,
      encoding.quality,
    );
  });
}

/**
 * Makes of a file what the server takes, in the browser: HEIC becomes JPEG where the browser can read it, and what is too large is
 * made smaller. What moves is left as it is.
 * @throws PictureProblem in words that say what to do
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
