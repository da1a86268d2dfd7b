import { type Access, call, Refused, request } from './access.ts';

/** A file of Storage with its metadata. */
export interface StoredObject {
  readonly name: string;
  readonly bytes: number;
  /** In base64; null for composed objects. */
  readonly md5: string | null;
  /** The metadata to copy: content type, caching, custom metadata. */
  readonly metadata: Readonly<Record<string, unknown>>;
}

interface WireObject {
  readonly name: string;
  readonly size?: string;
  readonly md5Hash?: string;
}

const COPIED = [
  ...['contentType', 'cacheControl', 'contentDisposition', 'contentEncoding', 'contentLanguage', 'metadata'],
] as const;

const objectsOf = (access: Access, bucket: string) => `${access.storage}/storage/v1/b/${bucket}/o`;
const urlOf = (access: Access, bucket: string, name: string) =>
  `${objectsOf(access, bucket)}/${encodeURIComponent(name)}`;

export function toStored(wire: WireObject): StoredObject {
  const entries = COPIED.map((name) => [name, (wire as unknown as Record<string, unknown>)[name]] as const);
  return {
    name: wire.name,
    bytes: Number(wire.size ?? 0),
    md5: wire.md5Hash ?? null,
    metadata: Object.fromEntries(entries.filter(([, value]) => value !== undefined)),
  };
}

/** All files in a bucket below a prefix, page by page. */
export async function* listObjects(
  access: Access,
  { bucket = access.bucket, prefix = '', limit = 1_000 }: { bucket?: string; prefix?: string; limit?: number } = {},
): AsyncGenerator<readonly StoredObject[]> {
  for (let token = ''; ; ) {
    const query = new URLSearchParams({ maxResults: String(limit), prefix, ...(token && { pageToken: token }) });
    const url = `${objectsOf(access, bucket)}?${query}`;
    const page = await call<{ items?: readonly WireObject[]; nextPageToken?: string }>(access, url);
    if (page.items && page.items.length > 0) yield page.items.map(toStored);
    if (!page.nextPageToken) return;
    token = page.nextPageToken;
  }
}

/** The bytes of a file; null if it no longer exists. */
export async function download(access: Access, name: string, bucket = access.bucket): Promise<Buffer | null> {
  try {
    const answer = await request(access, `${urlOf(access, bucket, name)}?alt=media`);
    return Buffer.from(await answer.arrayBuffer());
  } catch (error) {
    if (error instanceof Refused && error.status === 404) return null;
    throw error;
  }
}

interface Upload {
  readonly name: string;
  readonly bytes: Buffer;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly bucket?: string;
}

/** Stores a file with its metadata, replacing an existing one. */
export async function upload(access: Access, { name, bytes, metadata = {}, bucket = access.bucket }: Upload) {
  const boundary = 'a-part-of-a-backup-4b1f0f3a7d2c';
  const { contentType = 'application/octet-stream' } = metadata;
  const head = `--${boundary}\r\ncontent-type: application/json\r\n\r\n${JSON.stringify({ ...metadata, name })}\r\n--${boundary}\r\ncontent-type: ${contentType}\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--`)]);
  const url = `${access.storage}/upload/storage/v1/b/${bucket}/o?uploadType=multipart`;
  const type = `multipart/related; boundary=${boundary}`;
  const stored = toStored((await (await request(access, url, { method: 'POST', body, type })).json()) as WireObject);
  if (stored.bytes !== bytes.length) throw new Error(`${name} was not stored whole`);
}

/** Copies a file within Storage, with this metadata. @returns false if it no longer exists */
export async function copy(
  access: Access,
  from: { readonly bucket: string; readonly object: Pick<StoredObject, 'name' | 'metadata'> },
  to: { readonly bucket: string; readonly name: string },
): Promise<boolean> {
  const { bucket, object } = from;
  const url = `${urlOf(access, bucket, object.name)}/rewriteTo/b/${to.bucket}/o/${encodeURIComponent(to.name)}`;
  try {
    // Copying a large file between locations takes several calls.
    for (let token = ''; ; ) {
      const query = token && `?${new URLSearchParams({ rewriteToken: token })}`;
      const body = object.metadata;
      const { done, rewriteToken } = await call<{ done?: boolean; rewriteToken?: string }>(
        access,
        `${url}${query}`,
        body,
      );
      if (done !== false || !rewriteToken) return true;
      token = rewriteToken;
    }
  } catch (error) {
    if (error instanceof Refused && error.status === 404) return false;
    throw error;
  }
}

/** Safe to repeat. */
export async function removeObject(access: Access, name: string): Promise<void> {
  await request(access, urlOf(access, access.bucket, name), { method: 'DELETE' }).catch((error: unknown) => {
    if (!(error instanceof Refused && error.status === 404)) throw error;
  });
}
