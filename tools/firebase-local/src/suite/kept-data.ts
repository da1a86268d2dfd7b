import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomically } from './data-folder.ts';
import { type ExportMetadata, FORMAT, METADATA, nextFolder, readJson, readMetadata } from './export-folder.ts';
import { damagedFile } from './start-error.ts';

/** The paths where the Auth and Storage emulators store every change before they acknowledge it (preload/cli). */
export interface KeptData {
  /** The journal of account changes since the last start. */
  accounts: string;
  /** The folder of files, in firebase-tools' export format. */
  files: string;
}

const JOURNAL = 'accounts.jsonl';

interface Account {
  localId: string;
}

/**
 * Applies the journal of accounts to a new snapshot, and creates the folder of files if needed, so that the data folder can be imported with every
 * acknowledged change.
 * @throws StartError if a file is damaged
 */
export function prepareKeptData(dataDir: string): KeptData {
  const found = readMetadata(dataDir);
  const journal = join(dataDir, JOURNAL);
  let metadata: ExportMetadata = found ?? { version: FORMAT };
  if (!metadata.storage) metadata = { ...metadata, storage: makeFilesFolder(dataDir) };
  const before = metadata.auth?.path;
  if (existsSync(journal)) metadata = { ...metadata, auth: applyJournal(dataDir, journal, before) };
  writeAtomically(join(dataDir, METADATA), `${JSON.stringify(metadata, null, 2)}\n`);
  rmSync(journal, { force: true });
  if (before && metadata.auth?.path !== before) rmSync(join(dataDir, before), { recursive: true, force: true });
  return { accounts: journal, files: join(dataDir, metadata.storage?.path ?? '') };
}

function makeFilesFolder(dataDir: string) {
  const path = nextFolder(dataDir, 'storage');
  for (const folder of ['blobs', 'metadata']) mkdirSync(join(dataDir, path, folder), { recursive: true });
  writeFileSync(join(dataDir, path, 'buckets.json'), JSON.stringify({ buckets: [] }));
  return { version: FORMAT, path };
}

function applyJournal(dataDir: string, journal: string, before: string | undefined) {
  const path = nextFolder(dataDir, 'auth');
  const snapshot = before ? (readJson(join(dataDir, before, 'accounts.json')) as { users?: Account[] }) : {};
  const accounts = { ...snapshot, users: replay(snapshot.users ?? [], journal) };
  mkdirSync(join(dataDir, path));
  writeFileSync(join(dataDir, path, 'accounts.json'), JSON.stringify(accounts));
  const config = before ? join(dataDir, before, 'config.json') : undefined;
  if (config && existsSync(config)) copyFileSync(config, join(dataDir, path, 'config.json'));
  return { version: FORMAT, path };
}

/**
 * The accounts after the changes in a journal. Each record contains a whole account, so it can be applied twice. An incomplete last line was never
 * acknowledged.
 */
function replay(users: readonly Account[], journal: string): Account[] {
  const accounts = new Map(users.map((user) => [user.localId, user]));
  const lines = readFileSync(journal, 'utf8').split('\n').slice(0, -1);
  for (const [index, line] of lines.entries()) {
    const { user, deleted, cleared } = readRecord(line);
    if (cleared) accounts.clear();
    else if (deleted !== undefined) accounts.delete(deleted);
    else if (user) accounts.set(user.localId, user);
    else throw damagedFile(journal, `line ${index + 1}`);
  }
  return [...accounts.values()];
}

/** The record of a line; an empty one if the line is damaged. */
function readRecord(line: string): { user?: Account; deleted?: string; cleared?: true } {
  try {
    return { ...JSON.parse(line) };
  } catch {
    return {};
  }
}
