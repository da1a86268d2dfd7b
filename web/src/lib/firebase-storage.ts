import { IMAGE_FOLDER } from '@inkwell/shared/images';
import {
  connectStorageEmulator,
  type FirebaseStorage,
  getDownloadURL,
  getStorage,
  ref,
  uploadBytesResumable,
} from 'firebase/storage';
import { firebase } from './firebase-app.ts';
import { identityProvider } from './identity-store.ts';
import type { UploadOptions } from './upload.ts';

let storage: FirebaseStorage | null = null;

async function bucket(): Promise<FirebaseStorage> {
  if (storage) return storage;
  // Uploads carry the session's token, which the Storage client takes from Auth: it has to be there first.
  await identityProvider();
  const { app, emulators } = await firebase();
  storage = getStorage(app);
  if (emulators.storage) connectStorageEmulator(storage, emulators.storage.host, emulators.storage.port);
  return storage;
}

/** `Élan vital.PNG` becomes `elan-vital`: letters, digits and hyphens. */
function objectBaseName(fileName: string): string {
  const base = fileName
    .replace(/\.[^.]*$/, '')
    .normalize('NFKD')
    .toLowerCase();
  return (
    base
      // A name that ends in a size would be taken for a picture that has narrower copies (shared/src/images.ts).
      .replace(/(\d)x(?=\d)/g, '$1-')
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 60) || 'image'
  );
}

/**
 * Stores a picture as `images/{timestamp}-{filename}`, owned by `ownerId`, straight from the browser. Product §7.
 * @returns its download address
 */
export async function storeImage(
  image: { blob: Blob; fileName: string; ownerId: string },
  { signal, onProgress }: UploadOptions = {},
): Promise<string> {
  const extension = image.blob.type.split('/')[1] ?? 'jpg';
  const name = `${IMAGE_FOLDER}/${Date.now()}-${objectBaseName(image.fileName)}.${extension}`;
  const upload = uploadBytesResumable(ref(await bucket(), name), image.blob, {
    contentType: image.blob.type,
    cacheControl: 'public, max-age=31536000, immutable',
    customMetadata: { owner: image.ownerId },
  });
  const cancel = () => upload.cancel();
  signal?.addEventListener('abort', cancel);
  upload.on('state_changed', ({ bytesTransferred, totalBytes }) => onProgress?.(bytesTransferred / totalBytes));
  try {
    const { ref: stored } = await upload;
    return await getDownloadURL(stored);
  } finally {
    signal?.removeEventListener('abort', cancel);
  }
}
