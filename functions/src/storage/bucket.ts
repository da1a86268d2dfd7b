import type { App } from 'firebase-admin/app';
import type { getStorage } from 'firebase-admin/storage';

/** A Cloud Storage bucket, as the Admin SDK gives it. */
export type Bucket = ReturnType<ReturnType<typeof getStorage>['bucket']>;

/** Opens the bucket on first use: loading the storage client takes longer than most calls. */
export type BucketProvider = () => Promise<Bucket>;

/** `IdempotencyStrategy.RetryAlways` of @google-cloud/storage: a number, so that the package stays unloaded. */
const RETRY_ALWAYS = 0;

/**
 * The default bucket of `firebase`. Every failed request is retried: objects never change under one name, and removing one twice does no
 * harm. With its own settings the client would give up, and retry nothing after its first upload.
 */
export async function openBucket(firebase: App): Promise<Bucket> {
  const bucket = (await import('firebase-admin/storage')).getStorage(firebase).bucket();
  bucket.storage.retryOptions.idempotencyStrategy = RETRY_ALWAYS;
  return bucket;
}
