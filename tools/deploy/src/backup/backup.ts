import type { Access } from './access.ts';
import { hashParameters, readAccounts } from './accounts.ts';
import { exportManaged, readDocuments } from './documents.ts';
import { MANIFEST, type Manifest, type Page, writePage } from './manifest.ts';
import { listObjects, type StoredObject } from './objects.ts';
import type { Place } from './place.ts';

/** A file of Storage in a backup. */
export interface ObjectEntry extends StoredObject {
  /** Its name in the backup, because not every Storage name is a valid file name. */
  readonly file: string;
}

export interface BackupOptions {
  readonly access: Access;
  readonly place: Place;
  /** Recently deleted accounts, as listed by the product (functions/scripts/recovery.ts). */
  readonly deletions: () => Promise<readonly unknown[]>;
  readonly now: () => Date;
  readonly say: (line: string) => void;
  /** The time between status requests for a managed export. */
  readonly pauseMs?: number;
}

const AT_ONCE = 16;
const numbered = (folder: string, number: number) => `${folder}/${String(number).padStart(6, '0')}.jsonl`;

/** Writes pages of values as files of the backup. */
async function writePages(place: Place, folder: string, pages: AsyncIterable<readonly unknown[]>): Promise<Page[]> {
  const written: Page[] = [];
  for await (const values of pages) written.push(await writePage(place, numbered(folder, written.length + 1), values));
  return written;
}

const countOf = (pages: readonly Page[]): number => pages.reduce((sum, { count }) => sum + count, 0);

async function* copiedObjects({ access, place, say }: BackupOptions): AsyncGenerator<ObjectEntry[]> {
  let number = 0;
  for await (const page of listObjects(access)) {
    const entries: ObjectEntry[] = [];
    for (let n = 0; n < page.length; n += AT_ONCE) {
      const copied = page.slice(n, n + AT_ONCE).map(async (object): Promise<ObjectEntry | null> => {
        number += 1;
        const file = `objects/data/${String(number).padStart(9, '0')}`;
        const there = await place.take(access, object, file);
        // Files that were deleted in the meantime are not in the backup.
        return there && { ...object, ...there, file };
      });
      entries.push(...(await Promise.all(copied)).filter((entry) => entry !== null));
    }
    say(`${number} files of Storage`);
    yield entries;
  }
}

/**
 * Backs up everything in a project. Documents come first, so that the files that they show are included: files are deleted only 30 days after their
 * last use. The manifest is written last.
 * @throws Error if the place is not empty, and errors of the services
 */
export async function backUp(options: BackupOptions): Promise<Manifest> {
  const { access, place, deletions, now, say, pauseMs } = options;
  if (!access.isLocal && place.address === null)
    throw new Error('Firestore exports into a bucket only: say gs://BUCKET/FOLDER.');
  if (place.address?.startsWith(`gs://${access.bucket}/`))
    throw new Error("A backup does not belong into the project's own bucket, which it contains.");
  if (!(await place.isEmpty())) throw new Error(`${place.name} is not empty: every backup has a place of its own.`);
  const begunAt = now();
  const hashes = await hashParameters(access);
  const documents = await documentsOf();
  say(`${documents.count} documents`);
  let bytes = 0;
  const objects = await writePages(
    place,
    'objects',
    (async function* () {
      for await (const entries of copiedObjects(options)) {
        bytes += entries.reduce((sum, entry) => sum + entry.bytes, 0);
        yield entries;
      }
    })(),
  );
  const accounts = await writePages(place, 'accounts', readAccounts(access));
  say(`${countOf(accounts)} accounts`);
  const manifest: Manifest = {
    format: 'inkwell-backup',
    version: 1,
    project: access.project,
    bucket: access.bucket,
    begunAt: begunAt.toISOString(),
    finishedAt: now().toISOString(),
    documents,
    objects: { count: countOf(objects), bytes, pages: objects },
    accounts: { count: countOf(accounts), pages: accounts, hashes },
    deletions: await writePage(place, 'deletions.jsonl', await deletions()),
  };
  await place.write(MANIFEST, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`));
  return manifest;

  async function documentsOf(): Promise<Manifest['documents']> {
    if (access.isLocal) {
      const pages = await writePages(place, 'documents', readDocuments(access));
      return { kind: 'pages', count: countOf(pages), pages };
    }
    const name = 'firestore';
    const onProgress = (documents: number) => say(`${documents} documents`);
    const managed = { onProgress, ...(pauseMs !== undefined && { pauseMs }) };
    const count = await exportManaged(access, { to: `${place.address}/${name}`, at: begunAt, ...managed });
    return { kind: 'managed', count, name };
  }
}
