import { IMPORT_UPLOAD_TYPE, importApi } from '@inkwell/shared/imports';
import { PictureSlotInput, storageApi } from '@inkwell/shared/storage';
import {
  connectStorageEmulator,
  type FirebaseStorage,
  getDownloadURL,
  getStorage,
  ref,
  type UploadTask,
  uploadBytesResumable,
} from 'firebase/storage';
import { call } from './api.ts';
import { firebase } from './firebase-app.ts';
import { identityProvider } from './identity-store.ts';
import type { UploadOptions } from './upload.ts';

/**
 * How long a failed request is retried. For a picture, the default of ten minutes looks like an endless save. A large file continues where it was
 * when the network returns.
 */
const RETRY_MS = { picture: 8_000, file: 600_000 } as const;

const opened = new Map<keyof typeof RETRY_MS, FirebaseStorage>();

async function bucket(what: keyof typeof RETRY_MS): Promise<FirebaseStorage> {
  const known = opened.get(what);
  if (known) return known;
  // The Storage client takes the session's token from Auth, which must be loaded first.
  await identityProvider();
  const { app, emulators } = await firebase();
  // With its address, the same bucket gets a separate client.
  const storage = what === 'file' ? getStorage(app, `gs://${app.options.storageBucket}`) : getStorage(app);
  // Another call may have opened it meanwhile.
  if (opened.get(what) === storage) return storage;
  storage.maxUploadRetryTime = RETRY_MS[what];
  storage.maxOperationRetryTime = RETRY_MS[what];
  if (emulators.storage) connectStorageEmulator(storage, emulators.storage.host, emulators.storage.port);
  opened.set(what, storage);
  return storage;
}

/** Waits for an upload, which `signal` cancels. */
async function followed(upload: UploadTask, { signal, onProgress }: UploadOptions) {
  const cancel = () => upload.cancel();
  signal?.addEventListener('abort', cancel);
  upload.on('state_changed', ({ bytesTransferred, totalBytes }) => onProgress?.(bytesTransferred / totalBytes));
  try {
    return await upload;
  } finally {
    signal?.removeEventListener('abort', cancel);
  }
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
    bucket('picture'),
    call(storageApi.pictureSlot, { body }, signal && { signal }),
  ]);
  const upload = uploadBytesResumable(ref(storage, objectName), image.blob, {
    contentType: image.blob.type,
    cacheControl: 'public, max-age=31536000, immutable',
    customMetadata: { owner: image.ownerId },
  });
  const { ref: stored } = await followed(upload, { ...(signal && { signal }), ...(onProgress && { onProgress }) });
  return getDownloadURL(stored);
}

/**
 * Uploads a file of an import, in parts that are retried automatically. `storage.rules` allow the name that the API chooses, and one at a time.
 * @returns its id
 * @throws ApiError if the API gives no name
 */
export async function storeImportFile(file: Blob, options: UploadOptions = {}): Promise<string> {
  const { signal } = options;
  const [storage, { id, objectName }] = await Promise.all([
    bucket('file'),
    call(importApi.upload, { body: { bytes: file.size } }, signal && { signal }),
  ]);
  signal?.throwIfAborted();
  await followed(uploadBytesResumable(ref(storage, objectName), file, { contentType: IMPORT_UPLOAD_TYPE }), options);
  return id;
}
