import { openFile, openFolder, openZipFile } from '@inkwell/formats/folders';
import type { RecordWatch } from '@inkwell/formats/record-watch';
import type { ImportFolder, ImportSource, ReportLine } from '@inkwell/formats/records';
import type { ImportKind } from '@inkwell/shared/imports';
import type { PublicBucket } from '../uploads/image-url.ts';
import { type FirstPass, formatOf, readAll } from './first-pass.ts';
import { openImport } from './import-source.ts';
import { type ReadRange, storedSource, storedZip } from './stored-files.ts';

/** A file of an import, in Storage or on this machine. `name` is its original name. */
export type FileAt =
  | { readonly name: string; readonly objectName: string }
  | { readonly name: string; readonly path: string; readonly isFolder: boolean };

/** The input of a first pass. A thread gets a copy. */
export interface PassWork {
  readonly kind: ImportKind;
  readonly file: FileAt;
  readonly members: FileAt | null;
  readonly redirects: FileAt | null;
  readonly pictures: FileAt | null;
  readonly siteUrl: string | null;
  readonly publicBucket: PublicBucket;
  /** Posts scheduled after this time are not public. The same whenever the files are read again. */
  readonly now: Date;
  readonly isFetching: boolean;
  /** Whether the records are stored; a dry run only counts them. */
  readonly isStoring: boolean;
}

/** The interface of a first pass to its process: Storage, progress and reports. An error ends the pass. */
export interface PassHost extends ReadRange {
  write(path: string, bytes: Uint8Array | string): Promise<void>;
  /** Called from time to time; fails if the import was cancelled. */
  progress(records: number): Promise<void>;
  report(line: ReportLine): void;
}

/** Makes the first pass over some files. @throws ImportFault at the first fault of a file; errors of the host; `PassTimeout` */
export type RunPass = (work: PassWork, host: PassHost, limits: { readonly forMs: number }) => Promise<FirstPass>;

/** Reads the files in the current thread. */
export async function readPass(work: PassWork, host: PassHost, watch: RecordWatch): Promise<FirstPass> {
  const source = (at: FileAt): ImportSource => ('path' in at ? openFile(at.path, at.name) : storedSource(host, at));
  const folder = async (at: FileAt): Promise<ImportFolder> => {
    if (!('path' in at)) return storedZip(host, at);
    return at.isFolder ? openFolder(at.path) : openZipFile(at.path);
  };
  const { file, members, redirects, pictures } = work;
  const files = {
    folder: () => folder(file),
    file: async () => source(file),
    members: members && (async () => source(members)),
    redirects: redirects && (async () => source(redirects)),
    pictures: pictures && (() => folder(pictures)),
  };
  const { siteUrl, publicBucket, now, isFetching, isStoring } = work;
  const opened = await openImport(work.kind, files, { siteUrl, publicBucket, now, watch });
  const area = isStoring ? { write: host.write } : null;
  return readAll(opened.records(area), {
    format: formatOf(work.kind),
    area,
    pictureFile: opened.pictureFile,
    isFetching,
    onReport: host.report,
    onProgress: host.progress,
  });
}
