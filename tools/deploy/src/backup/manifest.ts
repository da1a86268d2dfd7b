import { createHash } from 'node:crypto';
import type { HashParameters } from './accounts.ts';
import type { Place } from './place.ts';

/** A file of a backup with one JSON value in each line. */
export interface Page {
  readonly name: string;
  readonly count: number;
  readonly sha256: string;
}

/** The contents of a backup. It is written last, so a folder without a manifest is not a backup. */
export interface Manifest {
  readonly format: 'inkwell-backup';
  readonly version: 1;
  readonly project: string;
  readonly bucket: string;
  readonly begunAt: string;
  readonly finishedAt: string;
  readonly documents: { readonly count: number } & (
    | { readonly kind: 'pages'; readonly pages: readonly Page[] }
    /** Firestore's managed export, below this name. */
    | { readonly kind: 'managed'; readonly name: string }
  );
  readonly objects: { readonly count: number; readonly bytes: number; readonly pages: readonly Page[] };
  readonly accounts: {
    readonly count: number;
    readonly pages: readonly Page[];
    readonly hashes: HashParameters | null;
  };
  readonly deletions: Page;
}

export const MANIFEST = 'manifest.json';

const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

export async function writePage(place: Place, name: string, values: readonly unknown[]): Promise<Page> {
  const bytes = Buffer.from(values.map((value) => `${JSON.stringify(value)}\n`).join(''));
  await place.write(name, bytes);
  return { name, count: values.length, sha256: sha256Of(bytes) };
}

/** @throws Error if the page has changed since it was written */
export async function readPage<T>(place: Place, { name, sha256, count }: Page): Promise<T[]> {
  const bytes = await place.read(name);
  if (bytes === null) throw new Error(`The backup is damaged: ${name} is missing`);
  if (sha256Of(bytes) !== sha256) throw new Error(`The backup is damaged: ${name} is not as it was written`);
  const lines = bytes.toString('utf8').split('\n').slice(0, -1);
  if (lines.length !== count) throw new Error(`The backup is damaged: ${name} has ${lines.length} lines, not ${count}`);
  return lines.map((line) => JSON.parse(line) as T);
}

/** @returns the manifest, and an id of exactly this backup. @throws Error if the backup is incomplete */
export async function readManifest(place: Place): Promise<{ readonly manifest: Manifest; readonly id: string }> {
  const bytes = await place.read(MANIFEST);
  if (bytes === null)
    throw new Error(`${place.name} is no whole backup: it has no ${MANIFEST}, which is written last.`);
  const manifest = JSON.parse(bytes.toString('utf8')) as Manifest;
  if (manifest.format !== 'inkwell-backup' || manifest.version !== 1)
    throw new Error(`${place.name} is no backup that this version reads.`);
  return { manifest, id: sha256Of(bytes) };
}
