import type { Access } from './access.ts';
import { hasAccounts, type StoredAccount, writeAccounts } from './accounts.ts';
import type { ObjectEntry } from './backup.ts';
import { hasDocuments, importManaged, moveDocuments, moved, type StoredDocument, writeDocuments } from './documents.ts';
import { type Manifest, type Page, readManifest, readPage } from './manifest.ts';
import { download, listObjects, removeObject, upload } from './objects.ts';
import type { Place } from './place.ts';

export interface RestoreOptions {
  readonly access: Access;
  readonly place: Place;
  /** The active schedules of functions in the project, which would process incomplete data. */
  readonly schedules: () => Promise<readonly string[]>;
  /** Makes the product prepare the data, with the deletions in the backup (functions/scripts/recovery.ts). */
  readonly settle: (deletions: readonly unknown[]) => Promise<void>;
  readonly say: (line: string) => void;
  readonly pauseMs?: number;
}

/** A file in the bucket during a restore. Only the same backup can continue there, and no other can start. */
const MARKER = 'restoring.json';
const AT_ONCE = 16;

/** Reads everything before the first write. @throws Error if the backup has changed since it was made */
async function check(place: Place, { documents, objects, accounts, deletions }: Manifest): Promise<void> {
  const pages = [...(documents.kind === 'pages' ? documents.pages : []), ...accounts.pages, deletions];
  for (const page of pages) await readPage(place, page);
  for (const page of objects.pages) {
    for (const { file, name, bytes, md5 } of await readPage<ObjectEntry>(place, page)) {
      const there = await place.stat(file);
      const isSame = there?.bytes === bytes && (md5 === null || there.md5 === null || there.md5 === md5);
      if (!isSame) throw new Error(`The backup is damaged: ${file} (${name}) is missing or not as it was copied`);
    }
  }
}

/** The kinds of data that the project already has; empty if there are none. */
async function found(access: Access): Promise<string[]> {
  const kinds = [];
  if (await hasDocuments(access)) kinds.push('documents');
  for await (const page of listObjects(access, { limit: 2 })) {
    if (page.some(({ name }) => name !== MARKER)) kinds.push('files');
    break;
  }
  if (await hasAccounts(access)) kinds.push('accounts');
  return kinds;
}

/**
 * Restores a backup into an empty project, or continues an interrupted restore. Documents come last, because without them nobody can sign in or see a
 * file.
 * @throws Error before the first write if the backup is incomplete, the project is not empty, or its functions run
 */
export async function restore(options: RestoreOptions): Promise<Manifest> {
  const { access, place, schedules, settle, say, pauseMs } = options;
  const { manifest, id } = await readManifest(place);
  const { documents, objects, accounts, deletions } = manifest;
  await check(place, manifest);
  const running = await schedules();
  if (running.length > 0)
    throw new Error(
      `Functions run in ${access.project} (${running.join(', ')}): pause them first (docs/operations.md).`,
    );
  const marker = await download(access, MARKER);
  if (marker === null) {
    const kinds = await found(access);
    if (kinds.length > 0)
      throw new Error(
        `${access.project} is not empty: it has ${kinds.join(', ')}. A backup is restored into an empty project.`,
      );
    await upload(access, { name: MARKER, bytes: Buffer.from(id) });
  } else if (marker.toString('utf8') !== id) {
    throw new Error(`The restore of another backup was begun in ${access.project}: finish that one.`);
  } else {
    say('The restore that was interrupted continues.');
  }

  for (const page of accounts.pages)
    await writeAccounts(access, await readPage<StoredAccount>(place, page), accounts.hashes);
  say(`${accounts.count} accounts`);
  for (const page of objects.pages) await giveObjects(page);
  say(`${objects.count} files of Storage`);
  await restoreDocuments();
  await settle(await readPage(place, deletions));
  await removeObject(access, MARKER);
  return manifest;

  async function giveObjects(page: Page): Promise<void> {
    const entries = await readPage<ObjectEntry>(place, page);
    for (let n = 0; n < entries.length; n += AT_ONCE)
      await Promise.all(entries.slice(n, n + AT_ONCE).map((entry) => place.give(access, entry.file, entry)));
  }

  async function restoreDocuments(): Promise<void> {
    if (documents.kind === 'pages') {
      for (const page of documents.pages) {
        const stored = await readPage<StoredDocument>(place, page);
        const ofHere = stored.map(({ path, fields }) => ({ path, fields: moved(fields, manifest, access) }));
        await writeDocuments(access, ofHere);
      }
      say(`${documents.count} documents`);
      return;
    }
    const onProgress = (imported: number) => say(`${imported} documents`);
    const managed = { onProgress, ...(pauseMs !== undefined && { pauseMs }) };
    await importManaged(access, { from: `${place.address}/${documents.name}`, ...managed });
    // An import does not change documents.
    const renamed = await moveDocuments(access, manifest);
    if (renamed > 0) say(`${renamed} documents lead to files of ${access.bucket} now`);
  }
}
