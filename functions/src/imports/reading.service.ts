import { AppError } from '@inkwell/shared/errors';
import { IMPORT_FOLDER } from '@inkwell/shared/imports';
import type { BucketProvider } from '../storage/bucket.ts';
import type { PublicBucket } from '../uploads/image-url.ts';
import { openImport } from './import-source.ts';
import type { ImportUploads, StoredImport } from './imports.converter.ts';
import type { ImportService } from './imports.service.ts';
import { ImportFault } from './records.ts';
import { type StoredFile, storedSource, storedZip } from './stored-files.ts';

/** Where an account's upload is. Nobody but that account can have stored it. */
export const uploadName = (userId: string, uploadId: string): string => `${IMPORT_FOLDER}/${userId}/${uploadId}`;

interface Dependencies {
  readonly imports: Pick<ImportService, 'find' | 'pass'>;
  readonly bucket: BucketProvider;
  readonly publicBucket: PublicBucket;
  /** For faults that are not the file's. */
  readonly onError: (error: unknown) => void;
}

/**
 * Makes the first pass over the uploads of an import; nothing where there is none to make. A fault of the file is noted with the import.
 * @returns the number of records
 * @throws errors of Storage, after which it can be repeated
 */
export function createReading({ imports, bucket, publicBucket, onError }: Dependencies) {
  const opened = ({ uploads, createdBy, name, createdAt }: StoredImport & { uploads: ImportUploads }) => {
    const { kind, file, members, redirects, pictures, site } = uploads;
    const stored = (uploadId: string, called: string): StoredFile => ({
      name: called,
      objectName: uploadName(createdBy, uploadId),
    });
    const files = {
      folder: () => storedZip(bucket, stored(file, name)),
      file: async () => storedSource(bucket, stored(file, name)),
      members: members === null ? null : async () => storedSource(bucket, stored(members, 'members')),
      redirects: redirects === null ? null : async () => storedSource(bucket, stored(redirects, 'redirects')),
      pictures: pictures === null ? null : () => storedZip(bucket, stored(pictures, 'pictures')),
    };
    return openImport(kind, files, { siteUrl: site, publicBucket, now: createdAt });
  };

  return async (importId: string): Promise<number> => {
    const stored = await imports.find(importId).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'not-found') return null;
      throw error;
    });
    const uploads = stored?.uploads;
    if (stored?.state !== 'reading' || !uploads) return 0;
    try {
      const { total } = await imports.pass(stored, () => opened({ ...stored, uploads }), { isFetching: uploads.fetch });
      return total;
    } catch (error) {
      const { state } = await imports.find(importId);
      if (state === 'reading') throw error;
      if (!(error instanceof ImportFault)) onError(error);
      return 0;
    }
  };
}
