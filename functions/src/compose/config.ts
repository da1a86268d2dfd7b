import type { PublicBucket } from '../uploads/image-url.ts';

/** What a deployment decides. Read from parameters by `index.ts` alone; everything else is told. */
export interface Config {
  readonly projectId: string;
  /** Address of the site without a slash at its end, for links in mails and for reading the site's own pictures. */
  readonly siteUrl: string;
  /** Proxies of ours in front of this function: so many last entries of `X-Forwarded-For` are believed. */
  readonly trustedHops: number;
  /** Counts documents per call into `X-Firestore-Reads` and `X-Firestore-Writes`; never in production. */
  readonly showCosts: boolean;
  /** Where everybody reads the pictures: the default bucket, and the address of Storage or its emulator. */
  readonly publicBucket: PublicBucket;
  /** True on the local suite only: its queued mails can be read. */
  readonly isLocal: boolean;
  /** Key of the signatures in unsubscribe links. */
  readonly newsletterSecret: string;
}
