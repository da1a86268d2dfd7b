import { percentDecoded } from '@inkwell/shared/percent-decoded';

/** Whether a picture is on the site itself (`/pictures/a.png`) or in its URL (`data:`), not in the bucket. */
export const isLocalImage = (url: string | null): boolean =>
  url !== null && (/^\/(?![/\\])/.test(url) || /^data:/i.test(url));

/** A public bucket. `origin` is Google's, or the emulator's with its port. */
export interface PublicBucket {
  readonly origin: string;
  readonly name: string;
}

export const STORAGE_ORIGIN = 'https://firebasestorage.googleapis.com';

const prefixOf = (bucket: PublicBucket) => `${bucket.origin}/v0/b/${bucket.name}/o/`;

/** The address of a public object. It needs no token and never changes. */
export const publicUrl = (bucket: PublicBucket, objectName: string): string =>
  `${prefixOf(bucket)}${encodeURIComponent(objectName)}?alt=media`;

/** The object name in `url`; null for other buckets. On the local stack, `localhost` and `127.0.0.1` are the same. */
export function objectNameOf(bucket: PublicBucket, url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { origin, pathname } = new URL(url);
  const prefix = `/v0/b/${bucket.name}/o/`;
  if (canonicalOrigin(origin) !== canonicalOrigin(bucket.origin) || !pathname.startsWith(prefix)) return null;
  return percentDecoded(pathname.slice(prefix.length));
}

const canonicalOrigin = (origin: string) => origin.replace('//localhost:', '//127.0.0.1:');

/** Whether a picture is a Google account's profile picture, as set by signing in with Google. */
export const isProviderPicture = (url: string): boolean =>
  URL.canParse(url) && /^https:\/\/lh[3-6]\.googleusercontent\.com$/.test(new URL(url).origin);
