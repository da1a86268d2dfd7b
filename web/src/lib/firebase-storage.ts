import { PictureSlotInput, storageApi } from '@inkwell/shared/storage';
import {
  connectStorageEmulator,
  type FirebaseStorage,
  getDownloadURL,
  getStorage,
  ref,
  uploadBytesResumable,
} from 'firebase/storage';
import { call } from './api.ts';
import { firebase } from './firebase-app.ts';
import { identityProvider } from './identity-store.ts';
import type { UploadOptions } from './upload.ts';

/** How long a failed request is repeated: the default of ten minutes looks like an endless save. */
const RETRY_MS = 8_000;

let opened: FirebaseStorage | null = null;

async function bucket(): Promise<FirebaseStorage> {
  if (opened) return opened;
  // The Storage client takes the session's token from Auth, which must be loaded first.
  await identityProvider();
  const { app, emulators } = await firebase();
  opened = getStorage(app);
  opened.maxUploadRetryTime = RETRY_MS;
  opened.maxOperationRetryTime = RETRY_MS;
  if (emulators.storage) connectStorageEmulator(opened, emulators.storage.host, emulators.storage.port);
  return opened;
}

/**
 * Uploads a picture from the browser as `images/{timestamp}-{filename}` with the owner `ownerId`. The API chooses the
 * name: `storage.rules` allow no other. Product §7.
 * @returns its download address
 * @throws ApiError if the API gives no name, with 429 after 20 pictures a day
 */
export async function storeImage(
  image: { blob: Blob; fileName: string; ownerId: string },
  { signal, onProgress }: UploadOptions = {},
): Promise<string> {
  const body = PictureSlotInput.parse({ fileName: image.fileName, contentType: image.blob.type });
  const [storage, { objectName }] = await Promise.all([
    bucket(),
    call(storageApi.pictureSlot, { body }, signal && { signal }),
  ]);
  const upload = uploadBytesResumable(ref(storage, objectName), image.blob, {
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
