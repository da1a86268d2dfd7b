import { ImportFault } from '@inkwell/formats/records';
import { AppError } from '@inkwell/shared/errors';
import { IMPORT_FOLDER } from '@inkwell/shared/imports';
import type { BucketProvider } from '../storage/bucket.ts';
import type { PublicBucket } from '../uploads/image-url.ts';
import type { ImportUploads, StoredImport } from './imports.converter.ts';
import type { ReadImport } from './imports.job.ts';
import type { ImportService } from './imports.service.ts';
import type { PassWork, RunPass } from './pass.ts';
import { PassTimeout } from './pass-thread.ts';
import { rangesOf } from './stored-files.ts';

/** The Storage path of an account's upload. Only that account can write to it. */
export const uploadName = (userId: string, uploadId: string): string => `${IMPORT_FOLDER}/${userId}/${uploadId}`;

/** The first pass over this many bytes usually ends within a request; larger files wait for the function `work`. */
export const AT_ONCE_BYTES = 2_000_000;
/** After this time, `work` reads the files from the beginning. */
const AT_ONCE_MS = 25_000;
/** Within the 540 s of `work`, which starts no job after 45 s. */
const LONGEST_MS = 480_000;

interface Dependencies {
  readonly imports: Pick<ImportService, 'find' | 'pass'>;
  readonly bucket: BucketProvider;
  readonly publicBucket: PublicBucket;
  readonly runPass: RunPass;
  /** Called for errors that the file did not cause. */
  readonly onError: (error: unknown) => void;
}

/**
 * Makes the first pass over the uploads of an import, or does nothing if none is due. A fault of the file is stored with the import.
 * @throws errors of Storage, after which it can be repeated
 */
export function createReading({ imports, bucket, publicBucket, runPass, onError }: Dependencies): ReadImport {
  const ranges = rangesOf(bucket);

  const workOf = ({ uploads, createdBy, name, createdAt }: StoredImport & { uploads: ImportUploads }): PassWork => {
    const stored = (called: string, id: string | null) =>
      id === null ? null : { name: called, objectName: uploadName(createdBy, id) };
    return {
      kind: uploads.kind,
      file: { name, objectName: uploadName(createdBy, uploads.file) },
      members: stored('members', uploads.members),
      redirects: stored('redirects', uploads.redirects),
      pictures: stored('pictures', uploads.pictures),
      siteUrl: uploads.site,
      publicBucket,
      now: createdAt,
      isFetching: uploads.fetch,
      isStoring: true,
    };
  };

  async function isSmall({ uploads, createdBy }: StoredImport): Promise<boolean> {
    const ids = [uploads?.file, uploads?.members, uploads?.redirects, uploads?.pictures].filter(
      (id) => typeof id === 'string',
    );
    const sizes = await Promise.all(ids.map((id) => ranges.size(uploadName(createdBy, id))));
    return sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0) <= AT_ONCE_BYTES;
  }

  return async (importId, isAgain) => {
    const stored = await imports.find(importId).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'not-found') return null;
      throw error;
    });
    const uploads = stored?.uploads;
    if (stored?.state !== 'reading' || !uploads) return 0;
    const isShort = !isAgain && (await isSmall(stored));
    try {
      const { total } = await imports.pass(stored, (into) => {
        const host = { ...ranges, ...into, report: () => {} };
        return runPass(workOf({ ...stored, uploads }), host, { forMs: isShort ? AT_ONCE_MS : LONGEST_MS }).catch(
          (error: unknown) => {
            if (isShort || !(error instanceof PassTimeout)) throw error;
            throw new ImportFault('reading it takes longer than 8 minutes; please divide it', { file: stored.name });
          },
        );
      });
      return total;
    } catch (error) {
      if (error instanceof PassTimeout) return null;
      const { state } = await imports.find(importId);
      if (state === 'reading') throw error;
      if (!(error instanceof ImportFault)) onError(error);
      return 0;
    }
  };
}
