import type { ImportFolder, ReportLine } from '@inkwell/formats/records';
import { createExporting } from '../compose/exporting.ts';
import { createImporting, createImports } from '../compose/importing.ts';
import type { ExportPosition } from '../exports/export.service.ts';
import { OWN_FORMAT, readAll } from '../imports/first-pass.ts';
import { ownPictureFile } from '../imports/import-pictures.service.ts';
import { createImportRepository, type ImportRepository } from '../imports/imports.repository.ts';
import { readExport } from '../imports/own/read-export.ts';
import { createJobTable } from '../jobs/jobs.repository.ts';
import { forEachFile } from './each-file.ts';
import { db, dependencies } from './server.ts';
import type { TestUser } from './users.ts';

export let ownImports: ImportRepository;
forEachFile(() => {
  ownImports = createImportRepository(db, createJobTable(db));
});

/** The files of an export of the test publication, from a position on. */
export async function exportedFiles(from?: ExportPosition): Promise<Map<string, Buffer>> {
  const found = new Map<string, Buffer>();
  for await (const { path, bytes } of createExporting(dependencies).files(from)) found.set(path, bytes);
  return found;
}

/** Starts an import of an export with its first pass. @returns the report */
export async function beginOwnImport(id: string, folder: ImportFolder, admin: TestUser): Promise<ReportLine[]> {
  const imports = createImports(dependencies);
  const report: ReportLine[] = [];
  await imports.read({ id, userId: admin.id, format: OWN_FORMAT, name: 'export' }, ({ write }) => {
    const records = readExport(folder, {
      publicBucket: dependencies.config.publicBucket,
      storePicture: (name, bytes) => write(ownPictureFile(name), bytes),
    });
    return readAll(records, {
      format: OWN_FORMAT,
      area: { write },
      pictureFile: async () => null,
      isFetching: false,
      onReport: (line) => report.push(line),
    });
  });
  await imports.run(id, admin.id);
  return report;
}

/** @returns the number of steps */
export async function runOwnImport(id: string, stepMs?: number): Promise<number> {
  const steps = createImporting({ ...dependencies, ...(stepMs !== undefined && { stepMs }) });
  let count = 1;
  while ((await steps.step(id)).next !== null) count += 1;
  return count;
}
