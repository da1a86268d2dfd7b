import type { Bucket } from '../storage/bucket.ts';
import type { CopyRepository } from './copies.repository.ts';
import { COPY_FOLDER } from './copy.job.ts';

interface Dependencies {
  readonly copies: Pick<CopyRepository, 'find'>;
  readonly bucket: Bucket;
  readonly at: Date;
}

/** Deletes files of copies that were replaced or have expired, and parts of finished ones. Safe to repeat. @returns the number of deleted files */
export async function removeOldCopies({ copies, bucket, at }: Dependencies): Promise<number> {
  const [files] = await bucket.getFiles({ prefix: `${COPY_FOLDER}/` });
  let removed = 0;
  for (const file of files) {
    const [, userId = '', rest = ''] = file.name.split('/');
    const copy = await copies.find(userId);
    const isZip = file.name.endsWith('.zip');
    const isOfCopy = copy && copy.expireAt > at && rest.replace(/\.zip$/, '') === copy.copyId;
    if (isOfCopy && (isZip || copy.readyAt === null)) continue;
    await file.delete({ ignoreNotFound: true });
    removed += 1;
  }
  return removed;
}
