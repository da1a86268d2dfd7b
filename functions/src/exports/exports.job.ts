import { buffer } from 'node:stream/consumers';
import yauzl from 'yauzl';
import * as z from 'zod/mini';
import type { Clock } from '../common/clock.ts';
import { defineKind, type FixedJob, type PageDone, type Worker } from '../jobs/job.ts';
import type { Bucket, BucketProvider } from '../storage/bucket.ts';
import type { PublicBucket } from '../uploads/image-url.ts';
import { privateZip } from '../uploads/private-zip.ts';
import type { ExportService } from './export.service.ts';
import type { ExportFile } from './export-format.ts';
import { writeZip } from './export-zip.ts';
import { type ExportRepository, exportJobId } from './exports.repository.ts';

/** Zips are in this folder, the parts of an unfinished one in a subfolder with its id. The Storage rules give nobody access. */
export const EXPORT_FOLDER = 'exports';

/** A page ends after this size or time. */
const PART_BYTES = 16 * 1024 * 1024;
const PART_MS = 8_000;

const Position = z.object({
  /** Where the export continues; null when the parts must be joined. */
  from: z.nullable(z.object({ section: z.int(), after: z.nullable(z.string()), number: z.int() })),
  parts: z.int(),
  files: z.int(),
});
type Position = z.infer<typeof Position>;

interface Dependencies {
  readonly stored: Pick<ExportRepository, 'find' | 'finish'>;
  readonly exporting: () => Pick<ExportService, 'files' | 'sections'>;
  readonly bucket: BucketProvider;
  readonly publicBucket: PublicBucket;
  readonly clock: Clock;
  /** For tests. */
  readonly partBytes?: number;
}

const KIND = 'content.export';

export const exportJob = (exportId: string, createdBy: string): FixedJob => ({
  id: exportJobId(exportId),
  kind: KIND,
  params: { exportId },
  about: null,
  createdBy,
});

export const exportObject = (exportId: string): string => `${EXPORT_FOLDER}/${exportId}.zip`;

/**
 * Exports the publication: first into parts in Storage, which are zips of some files each, then into one zip with the same bytes as from the command
 * line. A page that runs twice writes the same part.
 */
export function exportKind(dependencies: Dependencies): Worker {
  const { stored, exporting, bucket, publicBucket, clock, partBytes = PART_BYTES } = dependencies;
  const folder = (exportId: string) => `${EXPORT_FOLDER}/${exportId}`;
  const partName = (exportId: string, number: number) => `${folder(exportId)}/${String(number).padStart(6, '0')}.zip`;

  /** Stores one part. It ends where the export can be divided. Only one file at a time is in memory. */
  async function storePart(name: string, from: NonNullable<Position['from']>) {
    const endMs = clock.now().getTime() + PART_MS;
    const service = exporting();
    const done: { count: number; next: Position['from'] } = { count: 0, next: null };
    async function* some(): AsyncGenerator<ExportFile> {
      let bytes = 0;
      for await (const { next, ...file } of service.files(from)) {
        yield file;
        done.count += 1;
        bytes += file.bytes.length;
        if (!next || (bytes < partBytes && clock.now().getTime() < endMs)) continue;
        if (next.section < service.sections) done.next = next;
        return;
      }
    }
    const file = (await bucket()).file(name);
    await writeZip(some(), file.createWriteStream({ resumable: false, contentType: 'application/zip' }));
    return done;
  }

  async function* filesIn(opened: Bucket, exportId: string, parts: number): AsyncGenerator<ExportFile> {
    for (let number = 0; number < parts; number += 1) {
      const [bytes] = await opened.file(partName(exportId, number)).download();
      const zip = await yauzl.fromBufferPromise(bytes);
      for await (const entry of zip.eachEntry())
        yield { path: entry.fileName, bytes: await buffer(await zip.openReadStreamPromise(entry)) };
    }
  }

  async function join({ parts, files }: Position, exportId: string): Promise<void> {
    const opened = await bucket();
    const objectName = exportObject(exportId);
    // Only admins get the address.
    const { url, output } = privateZip(opened, { objectName, fileName: 'publication.zip', publicBucket });
    await writeZip(filesIn(opened, exportId, parts), output);
    const [{ size }] = await opened.file(objectName).getMetadata();
    await stored.finish(exportId, { files, bytes: Number(size), url }, clock.now());
    await opened.deleteFiles({ prefix: `${folder(exportId)}/`, force: true });
  }

  return defineKind({
    name: KIND,
    params: z.object({ exportId: z.string() }),
    cursor: Position,
    async step({ exportId }, position): Promise<PageDone<Position>> {
      const over = { count: 0, next: null };
      const present = await stored.find();
      if (present?.exportId !== exportId || present.readyAt !== null) return over;
      const { from, parts, files } = position ?? { from: { section: 0, after: null, number: 1 }, parts: 0, files: 0 };
      if (from === null) {
        await join({ from, parts, files }, exportId);
        return over;
      }
      const { count, next } = await storePart(partName(exportId, parts), from);
      return { count, next: { from: next, parts: parts + 1, files: files + count } };
    },
  });
}
