import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomically } from './data-folder.ts';
import { type ExportMetadata, FORMAT, METADATA, nextFolder, type Part, readMetadata } from './export-folder.ts';
import { LOOPBACK } from './ports.ts';

export interface SnapshotOptions {
  dataDir: string;
  projectId: string;
  ports: { auth: number; firestore: number };
  /** The journal of account changes (kept-data.ts). */
  journal: string;
  /** Whether to save Firestore's data: Google's emulator does not store it by itself, but the stand-in does. */
  includeFirestore: boolean;
  onError(error: Error): void;
}

type Saved = Exclude<Part, 'storage'>;

const EVERY_MS = 2000;

/**
 * Saves the Auth emulator's data, and that of Google's Firestore emulator, in firebase-tools' export format. The emulators store it in memory and can
 * only export it on exit, which a kill would skip. Every two seconds, changed data is written to a new folder, then the metadata is replaced
 * atomically, so it always refers to complete folders. Later changes of accounts are in a journal (kept-data.ts). As long as it does not grow,
 * nothing has to be read.
 */
export class SnapshotKeeper {
  readonly #options: SnapshotOptions;
  readonly #hashes = new Map<Saved, string>();
  #metadata: ExportMetadata;
  #running: Promise<void> = Promise.resolve();
  /** The size of the journal before the last save. */
  #savedBytes = -1;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: SnapshotOptions) {
    this.#options = options;
    this.#metadata = readMetadata(options.dataDir) ?? { version: FORMAT };
  }

  start(): void {
    const tick = async () => {
      const begun = Date.now();
      await this.#saveIfChanged().catch(this.#options.onError);
      // Large data takes longer to read, so it is read less often.
      if (this.#timer) this.#timer = setTimeout(tick, Math.max(EVERY_MS, 3 * (Date.now() - begun)));
    };
    this.#timer = setTimeout(tick, EVERY_MS);
  }

  async #saveIfChanged(): Promise<void> {
    const { includeFirestore, journal } = this.#options;
    const { size } = statSync(journal);
    if (!includeFirestore && size === this.#savedBytes) return;
    await this.save();
    this.#savedBytes = size;
  }

  /** Writes the changes since the last call. Calls never overlap. */
  save(): Promise<void> {
    const next = this.#running.then(() => this.#saveChanges());
    this.#running = next.catch(() => undefined);
    return next;
  }

  /** Saves once more and stops. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.save();
  }

  async #saveChanges(): Promise<void> {
    await this.#saveAuth();
    if (this.#options.includeFirestore) await this.#saveFirestore();
  }

  async #saveAuth(): Promise<void> {
    const { projectId, ports } = this.#options;
    const base = `http://${LOOPBACK}:${ports.auth}`;
    const accounts = await ask(
      `${base}/identitytoolkit.googleapis.com/v1/projects/${projectId}/accounts:batchGet?maxResults=-1`,
    );
    const config = await ask(`${base}/emulator/v1/projects/${projectId}/config`);
    await this.#replace('auth', accounts + config, (folder) => {
      writeFileSync(join(folder, 'accounts.json'), accounts);
      writeFileSync(join(folder, 'config.json'), config);
    });
  }

  async #saveFirestore(): Promise<void> {
    const { projectId, ports } = this.#options;
    // The emulator cannot report whether anything has changed, so each round exports everything.
    await this.#replace('firestore', String(Date.now()), (folder) =>
      ask(`http://${LOOPBACK}:${ports.firestore}/emulator/v1/projects/${projectId}:export`, {
        database: `projects/${projectId}/databases/(default)`,
        export_directory: folder,
        export_name: 'export',
      }),
    );
  }

  /** If `state` is new, lets `write` fill a new folder, updates the metadata and removes the old folder. */
  async #replace(part: Saved, state: string, write: (folder: string) => unknown): Promise<void> {
    const hash = createHash('sha256').update(state).digest('hex');
    if (this.#hashes.get(part) === hash) return;
    const { dataDir } = this.#options;
    const before = this.#metadata[part]?.path;
    const name = nextFolder(dataDir, part);
    mkdirSync(join(dataDir, name));
    try {
      await write(join(dataDir, name));
    } catch (error) {
      rmSync(join(dataDir, name), { recursive: true, force: true });
      throw error; // The disk may be full; the next round tries again.
    }
    const entry = { version: FORMAT, path: name };
    const metadataFile = { ...entry, metadata_file: `${name}/export/export.overall_export_metadata` };
    this.#metadata = { ...this.#metadata, [part]: part === 'firestore' ? metadataFile : entry };
    writeAtomically(join(dataDir, METADATA), `${JSON.stringify(this.#metadata, null, 2)}\n`);
    this.#hashes.set(part, hash);
    if (before) rmSync(join(dataDir, before), { recursive: true, force: true });
  }
}

/** Gets the text at an address, or posts a body to it. */
async function ask(url: string, body?: object): Promise<string> {
  const headers = { authorization: 'Bearer owner', 'content-type': 'application/json' };
  const answer = await fetch(url, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${text.slice(0, 200)}`);
  return text;
}
