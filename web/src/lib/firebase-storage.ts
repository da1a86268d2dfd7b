import { IMAGE_FOLDER, imageBaseName } from '@inkwell/shared/images';
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

/**
 * Stores a picture as `images/{timestamp}-{filename}`, owned by `ownerId`, straight from the browser. Product §7.
 * @returns its download address
 */
export async function storeImage(
  image: { blob: Blob; fileName: string; ownerId: string },
  { signal, onProgress }: UploadOptions = {},
): Promise<string> {
  const extension = image.blob.type.split('/')[1] ?? 'jpg';
  const name = `${IMAGE_FOLDER}/${Date.now()}-${imageBaseName(image.fileName)}.${extension}`;
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
