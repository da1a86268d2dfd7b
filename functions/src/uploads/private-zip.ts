import { randomUUID } from 'node:crypto';
import type { Writable } from 'node:stream';
import type { Bucket } from '../storage/bucket.ts';
import { type PublicBucket, publicUrl } from './image-url.ts';

/** A zip in Storage that only a person with its address can read. `fileName` is its name once it is downloaded. */
export function privateZip(
  bucket: Bucket,
  { objectName, fileName, publicBucket }: { objectName: string; fileName: string; publicBucket: PublicBucket },
): { readonly url: string; readonly output: Writable } {
  const token = randomUUID();
  const output = bucket.file(objectName).createWriteStream({
    resumable: false,
    contentType: 'application/zip',
    metadata: {
      cacheControl: 'private, no-store',
      contentDisposition: `attachment; filename="${fileName}"`,
      metadata: { firebaseStorageDownloadTokens: token },
    },
  });
  return { url: `${publicUrl(publicBucket, objectName)}&token=${token}`, output };
}
