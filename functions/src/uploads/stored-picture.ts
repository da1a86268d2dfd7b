import { IMAGE_FOLDER } from '@inkwell/shared/images';
import { UPLOAD_LIMITS } from '@inkwell/shared/storage';
import type { BucketProvider } from '../storage/bucket.ts';
import { objectNameOf, type PublicBucket } from './image-url.ts';

/** The object name of a picture that is stored here; null for other addresses. */
export function storedObjectOf(publicBucket: PublicBucket, url: string): string | null {
  const objectName = objectNameOf(publicBucket, url);
  return objectName?.startsWith(`${IMAGE_FOLDER}/`) ? objectName : null;
}

/**
 * Reads a picture from the bucket, so that a stored address cannot make the server call another host. Null for an address that is not stored here,
 * and for an object that is missing or larger than an upload may be.
 */
export async function readStoredPicture(
  url: string,
  { bucket, publicBucket }: { bucket: BucketProvider; publicBucket: PublicBucket },
): Promise<Buffer | null> {
  const objectName = storedObjectOf(publicBucket, url);
  if (objectName === null) return null;
  const file = (await bucket()).file(objectName);
  const [exists] = await file.exists();
  if (!exists) return null;
  const [{ size }] = await file.getMetadata();
  if (Number(size) > UPLOAD_LIMITS.bytes) return null;
  const [bytes] = await file.download();
  return bytes;
}
