import { type ImportFiles, NO_PICTURES, openFormat } from '@inkwell/formats/open-format';
import type { RecordWatch } from '@inkwell/formats/record-watch';
import type { Imported } from '@inkwell/formats/records';
import type { ImportKind } from '@inkwell/shared/imports';
import type { PublicBucket } from '../uploads/image-url.ts';
import type { ImportArea } from './import-area.ts';
import type { ImportLine } from './import-lines.ts';
import { ownPictureFile } from './import-pictures.service.ts';
import { readExport } from './own/read-export.ts';

/** Reads one kind of export in the first pass. */
export interface ReadSource {
  readonly records: (area: Pick<ImportArea, 'write'> | null) => AsyncIterable<Imported | ImportLine>;
  readonly pictureFile: (path: string) => Promise<Buffer | null>;
}

/**
 * Opens the files of an import of this kind: an export of another system, or our own.
 * @param now posts scheduled after this time are not public; must be the same whenever the files are read again
 * @throws ImportFault if an archive is damaged or malicious
 */
export async function openImport(
  kind: ImportKind,
  files: ImportFiles,
  { publicBucket, ...options }: { siteUrl: string | null; publicBucket: PublicBucket; now: Date; watch: RecordWatch },
): Promise<ReadSource> {
  if (kind !== 'inkwell') return openFormat(kind, files, options);
  const folder = await files.folder();
  const records = (area: Pick<ImportArea, 'write'> | null) =>
    readExport(folder, {
      publicBucket,
      storePicture: async (picture, bytes) => area?.write(ownPictureFile(picture), bytes),
    });
  return { records, pictureFile: NO_PICTURES };
}
