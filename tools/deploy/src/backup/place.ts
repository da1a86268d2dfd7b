import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Access } from './access.ts';
import { copy, download, listObjects, type StoredObject, upload } from './objects.ts';

/** The location of a backup: a folder, or a prefix in a bucket. */
export interface Place {
  readonly name: string;
  /** `gs://BUCKET/PREFIX` for a managed export; null for a folder, which does not support one. */
  readonly address: string | null;
  isEmpty(): Promise<boolean>;
  /** Writes a file atomically. */
  write(name: string, bytes: Buffer): Promise<void>;
  read(name: string): Promise<Buffer | null>;
  /** Copies a file from the project's bucket. @returns its size and hash in the backup; null if it no longer exists */
  take(access: Access, object: StoredObject, name: string): Promise<Pick<StoredObject, 'bytes' | 'md5'> | null>;
  /** The size and hash of a file; null if it does not exist. */
  stat(name: string): Promise<Pick<StoredObject, 'bytes' | 'md5'> | null>;
  /** Copies a file into the project's bucket. */
  give(access: Access, name: string, object: StoredObject): Promise<void>;
}

export const md5Of = (bytes: Buffer): string => createHash('md5').update(bytes).digest('base64');

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** A local folder. Only its owner can read it, because it contains personal data. */
export function folderPlace(folder: string): Place {
  const root = resolve(folder);
  const at = (name: string) => join(root, ...name.split('/'));
  const read = (name: string) =>
    readFile(at(name)).catch((error: unknown) => {
      if (isMissing(error)) return null;
      throw error;
    });
  const write = async (name: string, bytes: Buffer) => {
    const file = at(name);
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(`${file}.part`, bytes, { mode: 0o600 });
    await rename(`${file}.part`, file);
  };
  return {
    name: folder,
    address: null,
    read,
    write,
    isEmpty: () =>
      readdir(root).then(
        (names) => names.length === 0,
        (error: unknown) => {
          if (isMissing(error)) return true;
          throw error;
        },
      ),
    async take(access, object, name) {
      const bytes = await download(access, object.name);
      if (bytes === null) return null;
      await write(name, bytes);
      return { bytes: bytes.length, md5: md5Of(bytes) };
    },
    async stat(name) {
      const bytes = await read(name);
      return bytes && { bytes: bytes.length, md5: md5Of(bytes) };
    },
    async give(access, name, object) {
      const bytes = await read(name);
      if (bytes === null) throw new Error(`${join(folder, name)} is gone`);
      await upload(access, { name: object.name, bytes, metadata: object.metadata });
    },
  };
}

/** A bucket. Files are copied between buckets, without passing through this machine. */
export function bucketPlace(address: string, access: Access): Place {
  const [, bucket = '', given = ''] = /^gs:\/\/([^/]+)\/?(.*)$/.exec(address) ?? [];
  const prefix = given.replace(/\/+$/, '');
  if (bucket === '' || prefix === '') throw new Error(`${address}: say gs://BUCKET/FOLDER`);
  const at = (name: string) => `${prefix}/${name}`;
  let known: Promise<ReadonlyMap<string, StoredObject>> | null = null;
  const list = async () => {
    const found = new Map<string, StoredObject>();
    for await (const page of listObjects(access, { bucket, prefix: at('objects/') }))
      for (const object of page) found.set(object.name, object);
    return found;
  };
  return {
    name: address,
    address: `gs://${bucket}/${prefix}`,
    async isEmpty() {
      for await (const page of listObjects(access, { bucket, prefix: `${prefix}/`, limit: 1 }))
        return page.length === 0;
      return true;
    },
    write: (name, bytes) => upload(access, { name: at(name), bytes, bucket }),
    read: (name) => download(access, at(name), bucket),
    take: async (from, object, name) =>
      (await copy(from, { bucket: from.bucket, object }, { bucket, name: at(name) })) ? object : null,
    async stat(name) {
      known ??= list();
      return (await known).get(at(name)) ?? null;
    },
    async give(to, name, object) {
      const from = { bucket, object: { name: at(name), metadata: object.metadata } };
      if (!(await copy(to, from, { bucket: to.bucket, name: object.name }))) throw new Error(`${at(name)} is gone`);
    },
  };
}

export const placeAt = (given: string, access: Access): Place =>
  given.startsWith('gs://') ? bucketPlace(given, access) : folderPlace(given);
