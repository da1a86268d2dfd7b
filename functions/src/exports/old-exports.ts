import type { Bucket } from '../storage/bucket.ts';
import { EXPORT_FOLDER } from './exports.job.ts';
import type { ExportRepository } from './exports.repository.ts';

interface Dependencies {
  readonly exports: Pick<ExportRepository, 'find' | 'forget'>;
  readonly bucket: Bucket;
  readonly at: Date;
}

/** Deletes exports that were replaced or have expired, and the parts of finished ones. Safe to repeat. @returns the number of deleted files */
export async function removeOldExports({ exports, bucket, at }: Dependencies): Promise<number> {
  const present = await exports.find();
  const kept = present && present.expireAt > at ? present : null;
  if (present && !kept) await exports.forget();
  const [files] = await bucket.getFiles({ prefix: `${EXPORT_FOLDER}/` });
  let removed = 0;
  for (const file of files) {
    const [, first = '', part] = file.name.split('/');
    const isOfPresent = kept !== null && first.replace(/\.zip$/, '') === kept.exportId;
    if (isOfPresent && (part === undefined || kept.readyAt === null)) continue;
    await file.delete({ ignoreNotFound: true });
    removed += 1;
  }
  return removed;
}

/** Deletes the export before it expires, because it contains a deleted account. Safe to repeat. */
export async function endExport({ exports, bucket }: Pick<Dependencies, 'exports' | 'bucket'>): Promise<void> {
  await exports.forget();
  await bucket.deleteFiles({ prefix: `${EXPORT_FOLDER}/`, force: true });
}
