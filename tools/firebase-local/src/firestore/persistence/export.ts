import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Firestore } from '../firestore.ts';
import { readDataFile } from './read-data.ts';
import { writeSnapshot } from './snapshot.ts';

/**
 * Writes one database where firebase-tools expects an export: `{directory}/{name}/{name}.overall_export_metadata`. The content is a data file of this
 * emulator. Google's emulator cannot import it, nor this one Google's exports.
 */
export async function exportDatabase(
  firestore: Firestore,
  { database, directory, name }: { database: string; directory: string; name: string },
): Promise<void> {
  const folder = join(directory, name);
  await mkdir(folder, { recursive: true });
  await writeSnapshot(join(folder, `${name}.overall_export_metadata`), [firestore.state(database)]);
}

/**
 * Loads an export written by `exportDatabase`.
 * @throws DataFileError
 */
export async function importDatabases(firestore: Firestore, file: string): Promise<void> {
  await readDataFile(file, ({ database, time, mutations }) => {
    firestore.state(database).database.restore(mutations, time);
  });
}
