import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type LockOutcome, tryLock, unlock } from './lock-file.ts';
import { START_FRESH, StartError } from './start-error.ts';

export type EmulatorKind = 'stand-in' | 'official';

/** The manifest of the folder, written when the seed is complete. A folder without a manifest has no usable data. */
export interface DataManifest {
  version: 1;
  /** The Firestore emulators have different file formats, so a folder belongs to one of them. */
  kind: EmulatorKind;
  seededAt: string;
  dataFormat: number;
}

export interface DataFolder {
  readonly path: string;
  /** Undefined if the folder is empty or its seed was never completed. */
  readonly manifest: DataManifest | undefined;
  /** The new folder of moved existing data; undefined if there was none. */
  readonly movedTo: string | undefined;
  /** Whether the last command on this folder was killed. Its children may take a moment to end. */
  readonly wasKilled: boolean;
  markSeeded(kind: EmulatorKind): void;
  release(): void;
}

const MANIFEST = 'manifest.json';
const LOCK = 'lock';
/** Generated files and logs of the running stack, which are not data. */
export const RUN_FOLDER = 'run';

export interface DataFolderOptions {
  fresh: boolean;
  /** The variable that names the folder, for messages. */
  variable: string;
  /** The only data format that this project can read. */
  dataFormat?: number;
}

/**
 * Locks the data folder for this process. With `fresh`, or after an interrupted seed, existing data is moved to another folder, never deleted.
 * @throws StartError if another process has the lock, or the folder cannot be read and written
 */
export function openDataFolder(path: string, options: DataFolderOptions): DataFolder {
  const { fresh, variable, dataFormat = 1 } = options;
  const elsewhere = `Nothing was changed; put it right, or name another with ${variable}.`;
  const unusable: Unusable = (reason, remedy = elsewhere) =>
    new StartError(`The data folder ${path} cannot be used: ${reason}. ${remedy}`);
  makeUsable(path, unusable);
  const wasKilled = takeLock(path, variable, unusable);
  try {
    const found = fresh ? undefined : readManifest(path, unusable);
    if (found && found.dataFormat !== dataFormat) {
      throw new StartError(
        `The data in ${path} is of an older version that cannot be read any more. To start afresh: npm start -- --fresh (the older data is moved aside), or name another folder with ${variable}.`,
      );
    }
    const isStarted = readdirSync(path).some(isData);
    const movedTo = isStarted && !found ? moveAside(path) : undefined;
    return {
      path,
      manifest: movedTo ? undefined : found,
      movedTo,
      wasKilled,
      markSeeded(kind) {
        const seededAt = new Date().toISOString();
        const manifest: DataManifest = { version: 1, kind, seededAt, dataFormat };
        writeAtomically(join(path, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
      },
      release: () => unlock(join(path, LOCK)),
    };
  } catch (error) {
    unlock(join(path, LOCK));
    throw error;
  }
}

/** Writes the file as a whole, so that a reader never sees an incomplete file, even after a kill. */
export function writeAtomically(file: string, text: string): void {
  const temporary = `${file}.${process.pid}.tmp`;
  writeFileSync(temporary, text);
  renameSync(temporary, file);
}

/** Creates the error for an unusable folder. The reason completes the sentence. */
type Unusable = (reason: string, remedy?: string) => StartError;

function makeUsable(path: string, unusable: Unusable): void {
  try {
    mkdirSync(path, { recursive: true });
    if (!statSync(path).isDirectory()) throw Object.assign(new Error('it is a file'), { code: 'ENOTDIR' });
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
    for (const name of readdirSync(path)) accessSync(join(path, name), constants.R_OK | constants.W_OK);
  } catch (error) {
    throw unusable(reasonOf(error as NodeJS.ErrnoException));
  }
}

function reasonOf({ code, message }: NodeJS.ErrnoException): string {
  if (code === 'EACCES' || code === 'EPERM') return 'permission is denied';
  if (code === 'ENOTDIR' || code === 'EEXIST') return 'a file is in its place';
  if (code === 'EROFS') return 'the disk is read-only';
  return message;
}

function readManifest(path: string, unusable: Unusable): DataManifest | undefined {
  if (!existsSync(join(path, MANIFEST))) return undefined;
  try {
    const manifest = JSON.parse(readFileSync(join(path, MANIFEST), 'utf8')) as DataManifest;
    if (manifest.version === 1) return manifest;
  } catch {
    throw unusable(`${MANIFEST} in it is damaged`, START_FRESH);
  }
  throw unusable(`${MANIFEST} in it is of a version that this program does not know`, START_FRESH);
}

/** Moves everything except the lock to a sibling folder named after the time. */
function moveAside(path: string): string {
  const stamp = new Date().toISOString().slice(0, 19).replace(/[:T]/g, '-');
  let target = join(dirname(path), `${basename(path)}-until-${stamp}`);
  for (let n = 2; existsSync(target); n++) target = join(dirname(path), `${basename(path)}-until-${stamp}-${n}`);
  mkdirSync(target);
  for (const name of readdirSync(path)) {
    if (isData(name)) renameSync(join(path, name), join(target, name));
  }
  return target;
}

function isData(name: string): boolean {
  return name !== LOCK && name !== RUN_FOLDER;
}

/** @returns whether the previous owner of the lock ended without releasing it */
function takeLock(path: string, variable: string, unusable: Unusable): boolean {
  let outcome: LockOutcome;
  try {
    outcome = tryLock(join(path, LOCK));
  } catch (error) {
    throw unusable(reasonOf(error as NodeJS.ErrnoException));
  }
  if (outcome.holder === undefined) return outcome.wasStale;
  throw new StartError(
    `The data folder ${path} is in use by another start (process ${outcome.holder}): stop that one, or name another folder with ${variable}.`,
  );
}
