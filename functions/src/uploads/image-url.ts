/** True for pictures that are on the site itself (`/pictures/a.png`) or inside the address (`data:`): not in the bucket. */
export const isLocalImage = (url: string | null): boolean =>
  url !== null && (/^\/(?![/\\])/.test(url) || /^data:/i.test(url));

/** Where a bucket's objects are read by everybody. `origin` is Google's, or the emulator's with its port. */
export interface PublicBucket {
  readonly origin: string;
  readonly name: string;
}

export const STORAGE_ORIGIN = 'https://firebasestorage.googleapis.com';

const prefixOf = (bucket: PublicBucket) => `${bucket.origin}/v0/b/${bucket.name}/o/`;

/** The address of an object that the Storage rules let everybody read; it needs no token and never changes. */
export const publicUrl = (bucket: PublicBucket, objectName: string): string =>
  `${prefixOf(bucket)}${encodeURIComponent(objectName)}?alt=media`;

/**
 * The name of the object that `url` shows, or null when it is not in this bucket. The local suite is reached as
 * `localhost` and as `127.0.0.1`, which are the same.
 */
export function objectNameOf(bucket: PublicBucket, url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { origin, pathname } = new URL(url);
  const prefix = `/v0/b/${bucket.name}/o/`;
  if (canonicalOrigin(origin) !== canonicalOrigin(bucket.origin) || !pathname.startsWith(prefix)) return null;
  try {
    return decodeURIComponent(pathname.slice(prefix.length));
  } catch {
    return null;
  }
}

/** An address without query and anchor, such as `?alt=media` or a download token. */
export const withoutQuery = (url: string): string => url.replace(/[?#].*$/s, '');

const canonicalOrigin = (origin: string) => origin.replace('//localhost:', '//127.0.0.1:');

/** True for the profile pictures of Google accounts, which signing in with Google brings along. */
export const isProviderPicture = (url: string): boolean =>
  URL.canParse(url) && /^https:\/\/lh[3-6]\.googleusercontent\.com$/.test(new URL(url).origin);
