import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { damagedFile } from './start-error.ts';

/** The metadata of a firebase-tools export, which `emulators:start --import` reads. */
export interface ExportMetadata {
  version: string;
  auth?: { version: string; path: string };
  storage?: { version: string; path: string };
  firestore?: { version: string; path: string; metadata_file: string };
}

export type Part = 'auth' | 'storage' | 'firestore';

export const METADATA = 'firebase-export-metadata.json';
/** The version of the file layout. firebase-tools does not check it. */
export const FORMAT = '15.0.0';

/**
 * Checks an export and removes the remains of an interrupted write.
 * @throws StartError if the export is damaged
 */
export function checkExport(dataDir: string): void {
  const metadata = readMetadata(dataDir);
  const kept = new Set([metadata?.auth?.path, metadata?.storage?.path, metadata?.firestore?.path]);
  for (const name of readdirSync(dataDir)) {
    if (/^(auth|storage|firestore)-\d+$/.test(name) && !kept.has(name)) {
      rmSync(join(dataDir, name), { recursive: true, force: true });
    }
  }
  for (const [part, file] of [
    ['auth', 'accounts.json'],
    ['storage', 'buckets.json'],
  ] as const) {
    const path = metadata?.[part]?.path;
    if (path) readJson(join(dataDir, path, file));
  }
  const files = metadata?.storage && join(dataDir, metadata.storage.path, 'metadata');
  if (!files || !existsSync(files)) return;
  for (const name of readdirSync(files)) if (name.endsWith('.json')) readJson(join(files, name));
}

export function readMetadata(dataDir: string): ExportMetadata | undefined {
  const file = join(dataDir, METADATA);
  return existsSync(file) ? (readJson(file) as ExportMetadata) : undefined;
}

/** @throws StartError if the file is not JSON */
export function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw damagedFile(file, (error as Error).message);
  }
}

/** The name of a new folder for a part of an export. */
export function nextFolder(dataDir: string, part: Part): string {
  const numbers = readdirSync(dataDir).map((name) => Number(name.match(new RegExp(`^${part}-(\\d+)$`))?.[1] ?? 0));
  return `${part}-${Math.max(0, ...numbers) + 1}`;
}
