/** Longest side of a stored profile picture in pixels; it is never shown larger than a quarter of that. */
const MAX_SIDE_PX = 1024;
const QUALITY = 0.86;

function toBlob(canvas: HTMLCanvasElement, type: string): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, type, QUALITY));
}

/** @throws when the browser cannot read the file as a picture */
export async function readAsPicture(file: Blob): Promise<void> {
  (await createImageBitmap(file)).close();
}

/**
 * Redraws a picture, upright and no larger than needed. This removes the camera's metadata, above all the location.
 * @throws when the browser cannot read the file as a picture
 */
export async function reencodeImage(file: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    const scale = Math.min(1, MAX_SIDE_PX / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(bitmap.width * scale));
    canvas.height = Math.max(1, Math.round(bitmap.height * scale));
    const context = canvas.getContext('2d');
    if (!context) throw new Error('This browser cannot draw pictures');
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);

    // Browsers that cannot write WebP answer with PNG instead, which is far larger than JPEG.
    const webp = await toBlob(canvas, 'image/webp');
    const blob = webp?.type === 'image/webp' ? webp : await toBlob(canvas, 'image/jpeg');
    if (!blob) throw new Error('The picture could not be encoded');
    return blob;
  } finally {
    bitmap.close();
  }
}
