import type { App } from 'firebase-admin/app';
import type { getStorage } from 'firebase-admin/storage';

export type Bucket = ReturnType<ReturnType<typeof getStorage>['bucket']>;

/** Opens the bucket on first use, because loading the storage client takes longer than most calls. */
export type BucketProvider = () => Promise<Bucket>;

/** `IdempotencyStrategy.RetryAlways` of @google-cloud/storage as a number, so that the package need not be loaded. */
const RETRY_ALWAYS = 0;

/**
 * The default bucket of `firebase`. Every failed request is retried, which is safe because objects never change and deletions can be
 * repeated. By default, the client gives up and retries nothing after its first upload.
 */
export async function openBucket(firebase: App): Promise<Bucket> {
  const bucket = (await import('firebase-admin/storage')).getStorage(firebase).bucket();
  bucket.storage.retryOptions.idempotencyStrategy = RETRY_ALWAYS;
  return bucket;
}
