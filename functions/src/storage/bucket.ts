import type { getStorage } from 'firebase-admin/storage';

/** A Cloud Storage bucket, as the Admin SDK gives it. */
export type Bucket = ReturnType<ReturnType<typeof getStorage>['bucket']>;

/** Opens the bucket on first use: loading the storage client takes longer than most calls. */
export type BucketProvider = () => Promise<Bucket>;
