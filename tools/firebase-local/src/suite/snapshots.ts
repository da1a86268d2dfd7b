import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomically } from './data-folder.ts';
import { LOOPBACK } from './ports.ts';
import { StartError } from './start-error.ts';

export interface SnapshotOptions {
  dataDir: string;
  projectId: string;
  ports: { auth: number; storage: number; firestore: number };
  /** Google's Firestore emulator keeps nothing by itself; the stand-in does. */
  includeFirestore: boolean;
  onError(error: Error): void;
}

/** firebase-tools' own description of an export: what `emulators:start --import` reads. */
interface ExportMetadata {
  version: string;
  auth?: { version: string; path: string };
  storage?: { version: string; path: string };
  firestore?: { version: string; path: string; metadata_file: string };
}

type Part = 'auth' | 'storage' | 'firestore';

const METADATA = 'firebase-export-metadata.json';
const EVERY_MS = 2000;
const OWNER = { authorization: 'Bearer owner' };
/** Only says which layout the files have; firebase-tools does not compare it. */
const FORMAT = '15.0.0';

/**
 * Keeps copies of the Auth and Storage emulators' data on disk, in firebase-tools' export format. The emulators hold it
 * in memory and offer only an export on exit, which a kill would skip. Every two seconds what changed is written to a
 * folder of its own, then the description is moved over the old one: it always names whole folders.
 */
export class SnapshotKeeper {
  readonly #options: SnapshotOptions;
  readonly #hashes = new Map<Part, string>();
  #metadata: ExportMetadata;
  #running: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: SnapshotOptions) {
    this.#options = options;
    this.#metadata = readMetadata(options.dataDir) ?? { version: FORMAT };
  }

  start(): void {
    const tick = async () => {
      const begun = Date.now();
      await this.save().catch(this.#options.onError);
      // A lot of data takes longer to look at, and is looked at less often.
      if (this.#timer) this.#timer = setTimeout(tick, Math.max(EVERY_MS, 3 * (Date.now() - begun)));
    };
    this.#timer = setTimeout(tick, EVERY_MS);
  }

  /** Writes what changed since the last time. Calls follow each other. */
  save(): Promise<void> {
    const next = this.#running.then(() => this.#saveChanges());
    this.#running = next.catch(() => undefined);
    return next;
  }

  /** Saves a last time and stops. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.save();
  }

  async #saveChanges(): Promise<void> {
    await this.#saveAuth();
    await this.#saveStorage();
    if (this.#options.includeFirestore) await this.#saveFirestore();
  }

  async #saveAuth(): Promise<void> {
    const { projectId, ports } = this.#options;
    const base = `http://${LOOPBACK}:${ports.auth}`;
    const accounts = await get(
      `${base}/identitytoolkit.googleapis.com/v1/projects/${projectId}/accounts:batchGet?maxResults=-1`,
    );
    const config = await get(`${base}/emulator/v1/projects/${projectId}/config`);
    await this.#replace('auth', accounts + config, (folder) => {
      writeFileSync(join(folder, 'accounts.json'), accounts);
      writeFileSync(join(folder, 'config.json'), config);
    });
  }

  async #saveStorage(): Promise<void> {
    const { ports } = this.#options;
    const base = `http://${LOOPBACK}:${ports.storage}`;
    const state = await describeStorage(base);
    await this.#replace('storage', state, (path) => post(`${base}/internal/export`, { path, initiatedBy: 'snapshot' }));
  }

  async #saveFirestore(): Promise<void> {
    const { projectId, ports } = this.#options;
    // It cannot say whether anything changed, so each round exports everything.
    await this.#replace('firestore', String(Date.now()), (folder) =>
      post(`http://${LOOPBACK}:${ports.firestore}/emulator/v1/projects/${projectId}:export`, {
        database: `projects/${projectId}/databases/(default)`,
        export_directory: folder,
        export_name: 'export',
      }),
    );
  }

  /** Has `write` fill a new folder if `state` is new, points the description to it and removes the old one. */
  async #replace(part: Part, state: string, write: (folder: string) => unknown): Promise<void> {
    const hash = createHash('sha256').update(state).digest('hex');
    if (this.#hashes.get(part) === hash) return;
    const { dataDir } = this.#options;
    const before = this.#metadata[part]?.path;
    const name = `${part}-${nextNumber(dataDir, part)}`;
    mkdirSync(join(dataDir, name));
    try {
      await write(join(dataDir, name));
    } catch (error) {
      rmSync(join(dataDir, name), { recursive: true, force: true });
      throw error; // A file deleted while it was copied, for one: the next round tries again.
    }
    const entry = { version: FORMAT, path: name };
    const metadataFile = { ...entry, metadata_file: `${name}/export/export.overall_export_metadata` };
    this.#metadata = { ...this.#metadata, [part]: part === 'firestore' ? metadataFile : entry };
    writeAtomically(join(dataDir, METADATA), `${JSON.stringify(this.#metadata, null, 2)}\n`);
    this.#hashes.set(part, hash);
    if (before) rmSync(join(dataDir, before), { recursive: true, force: true });
  }
}

/**
 * Checks an export and removes folders that an interrupted write left behind.
 * @returns whether there is something to import
 * @throws StartError when it is damaged
 */
export function checkSnapshots(dataDir: string): boolean {
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
  return metadata !== undefined;
}

function readMetadata(dataDir: string): ExportMetadata | undefined {
  const file = join(dataDir, METADATA);
  return existsSync(file) ? (readJson(file) as ExportMetadata) : undefined;
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new StartError(
      `The saved data cannot be read: ${file} is damaged (${(error as Error).message}). Nothing was changed; \`npm start -- --fresh\` puts it aside and begins again.`,
    );
  }
}

function nextNumber(dataDir: string, part: Part): number {
  const numbers = readdirSync(dataDir).map((name) => Number(name.match(new RegExp(`^${part}-(\\d+)$`))?.[1] ?? 0));
  return Math.max(0, ...numbers) + 1;
}

/** What is in all buckets, as text that changes when a file or its metadata does. */
async function describeStorage(base: string): Promise<string> {
  const buckets = (JSON.parse(await get(`${base}/b`)) as { items?: { id: string }[] }).items ?? [];
  const lines: string[] = [];
  for (const { id } of buckets) {
    lines.push(id);
    let pageToken = '';
    do {
      const query = new URLSearchParams({ maxResults: '1000', ...(pageToken && { pageToken }) });
      const page = JSON.parse(await get(`${base}/storage/v1/b/${encodeURIComponent(id)}/o?${query}`)) as {
        items?: { name: string; generation: string; metageneration: string; updated: string; metadata?: unknown }[];
        nextPageToken?: string;
      };
      for (const item of page.items ?? []) {
        const { name, generation, metageneration, updated, metadata } = item;
        lines.push(JSON.stringify([name, generation, metageneration, updated, metadata]));
      }
      pageToken = page.nextPageToken ?? '';
    } while (pageToken);
  }
  return lines.join('\n');
}

async function get(url: string): Promise<string> {
  const answer = await fetch(url, { headers: OWNER });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${text.slice(0, 200)}`);
  return text;
}

async function post(url: string, body: unknown): Promise<void> {
  const headers = { ...OWNER, 'content-type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${(await answer.text()).slice(0, 200)}`);
}
