import type { ImportFolder, ReportLine } from '@inkwell/formats/records';
import { createExporting } from '../compose/exporting.ts';
import { createImporting } from '../compose/importing.ts';
import { OWN_FORMAT, readAll } from '../imports/first-pass.ts';
import { createImportArea, importFolder } from '../imports/import-area.ts';
import { ownPictureFile } from '../imports/import-pictures.service.ts';
import { IMPORT_START } from '../imports/imports.converter.ts';
import { createImportRepository, type ImportRepository } from '../imports/imports.repository.ts';
import { readExport } from '../imports/own/read-export.ts';
import { createJobTable } from '../jobs/jobs.repository.ts';
import { forEachFile } from './each-file.ts';
import { clock, db, dependencies } from './server.ts';
import type { TestUser } from './users.ts';

export let ownImports: ImportRepository;
forEachFile(() => {
  ownImports = createImportRepository(db, createJobTable(db));
});

/** All files of an export of the test publication. */
export async function exportedFiles(): Promise<Map<string, Buffer>> {
  const found = new Map<string, Buffer>();
  for await (const { path, bytes } of createExporting(dependencies).files()) found.set(path, bytes);
  return found;
}

/** Starts an import of an export with its first pass. @returns the report */
export async function beginOwnImport(id: string, folder: ImportFolder, admin: TestUser): Promise<ReportLine[]> {
  const { bucket, config } = dependencies;
  const area = createImportArea(bucket, importFolder(id));
  const records = readExport(folder, {
    publicBucket: config.publicBucket,
    storePicture: (name, bytes) => area.write(ownPictureFile(name), bytes),
  });
  const report: ReportLine[] = [];
  const pass = await readAll(records, {
    format: OWN_FORMAT,
    area,
    pictureFile: async () => null,
    isFetching: false,
    onReport: (line) => report.push(line),
  });
  const at = clock.now();
  const made = {
    id,
    createdBy: admin.id,
    format: OWN_FORMAT,
    name: 'export',
    state: 'running' as const,
    ...pass,
    position: IMPORT_START,
    done: 0,
    laterReports: 0,
    fault: null,
    uploads: null,
    createdAt: at,
    updatedAt: at,
    total: Object.values(pass.counts).reduce((sum, count) => sum + count, 0),
  };
  await ownImports.create(made, null);
  return report;
}

/** @returns the number of steps */
export async function runOwnImport(id: string, stepMs?: number): Promise<number> {
  const steps = createImporting({ ...dependencies, ...(stepMs !== undefined && { stepMs }) });
  let count = 1;
  while ((await steps.step(id)).next !== null) count += 1;
  return count;
}
