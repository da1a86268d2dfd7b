import { AppError } from '@inkwell/shared/errors';
import {
  type ContentImport,
  IMPORT_LIMITS,
  type ImportInput,
  ImportReportLine,
  type ImportUpload,
} from '@inkwell/shared/imports';
import { type Actor, isAdmin } from '@inkwell/shared/permissions';
import type { Clock } from '../common/clock.ts';
import { newId } from '../common/ids.ts';
import { continuesAt, type StoredJob } from '../jobs/job.ts';
import type { JobTable } from '../jobs/jobs.repository.ts';
import type { BucketProvider } from '../storage/bucket.ts';
import { formatOf, OWN_FORMAT } from './first-pass.ts';
import { chunkPath, type ImportArea, linesIn } from './import-area.ts';
import type { ImportUploadRepository } from './import-uploads.repository.ts';
import type { StoredImport } from './imports.converter.ts';
import { importJobId, readJobId } from './imports.job.ts';
import type { ImportRepository } from './imports.repository.ts';
import type { ImportService } from './imports.service.ts';
import { AT_ONCE_BYTES, uploadName } from './reading.service.ts';
import { sizeOf } from './stored-files.ts';

/** Imports for admins in the browser. Every method except `upload` and `create` also works for imports of other admins. */
export interface AdminImportService {
  /** Returns the same upload for the same `key`. @throws AppError `forbidden` */
  upload(actor: Actor, key: string | null): Promise<ImportUpload>;
  /** Safe to repeat with a `key`. @throws AppError `forbidden`; `bad-request` if an upload is missing */
  create(actor: Actor, input: ImportInput, key: string | null): Promise<ContentImport>;
  list(actor: Actor): Promise<ContentImport[]>;
  state(actor: Actor, id: string): Promise<ContentImport>;
  report(actor: Actor, id: string, part: number): Promise<ImportReportLine[]>;
  /** Safe to repeat, like the methods below. @throws the errors of `ImportService` */
  start(actor: Actor, id: string): Promise<ContentImport>;
  pause(actor: Actor, id: string): Promise<ContentImport>;
  cancel(actor: Actor, id: string): Promise<ContentImport>;
}

interface Dependencies {
  readonly imports: ImportService;
  readonly stored: Pick<ImportRepository, 'newest'>;
  readonly uploads: ImportUploadRepository;
  readonly jobs: Pick<JobTable, 'find'>;
  /** Runs a job for a few seconds; the function `work` continues it. */
  readonly beginJob: (id: string) => Promise<void>;
  readonly areaOf: (id: string) => ImportArea;
  readonly bucket: BucketProvider;
  readonly clock: Clock;
}

const HOUR_MS = 3_600_000;
const GONE = 'An upload is not there. Please choose the file again.';

export function createAdminImportService(dependencies: Dependencies): AdminImportService {
  const { imports, stored, uploads, jobs, beginJob, areaOf, bucket, clock } = dependencies;

  const check = (actor: Actor): void => {
    if (!isAdmin(actor)) throw new AppError('forbidden');
  };

  /** The job that continues an import. */
  async function jobOf({ id, state }: StoredImport): Promise<StoredJob | null> {
    if (state === 'reading') return jobs.find(readJobId(id));
    return state === 'running' ? jobs.find(importJobId(id)) : null;
  }

  async function answerOf(found: StoredImport): Promise<ContentImport> {
    const job = await jobOf(found);
    const { id, format, name, state, counts, reports, chunks, laterReports, done, total, fault } = found;
    const isGivenUp = job?.status === 'failed';
    return {
      id,
      name,
      state,
      counts,
      reports,
      done,
      fault,
      kind: format === OWN_FORMAT ? 'inkwell' : format,
      reportParts: state === 'discarded' ? 0 : (chunks.report ?? 0) + laterReports,
      total: state === 'reading' ? null : total,
      problem: isGivenUp ? (job.reason ?? 'It was interrupted') : null,
      continuesAt: (job && continuesAt(job, clock.now())?.toISOString()) ?? null,
      createdAt: found.createdAt.toISOString(),
      updatedAt: found.updatedAt.toISOString(),
      // Files in Storage are deleted this many days after their creation.
      expiresAt: new Date(found.createdAt.getTime() + IMPORT_LIMITS.keptDays * 24 * HOUR_MS).toISOString(),
    };
  }

  const again = async (id: string): Promise<ContentImport> => answerOf(await imports.find(id));

  return {
    async upload(actor, key) {
      check(actor);
      const id = newId('import-upload', actor.id, key);
      const until = new Date(clock.now().getTime() + IMPORT_LIMITS.uploadHours * HOUR_MS);
      await uploads.giveSlot(actor.id, { id, untilMs: until.getTime() });
      return { id, objectName: uploadName(actor.id, id), validUntil: until.toISOString() };
    },

    async create(actor, { name, ...input }, key) {
      check(actor);
      const opened = await bucket();
      const uploadIds = [input.file, input.members, input.redirects, input.pictures].filter((id) => id !== null);
      // The path contains the caller's own id, so that nobody can import another person's upload.
      const sizes = await Promise.all(uploadIds.map((id) => sizeOf(opened, uploadName(actor.id, id))));
      let bytes = 0;
      for (const size of sizes) {
        if (size === null) throw new AppError('bad-request', GONE);
        bytes += size;
      }
      const id = newId('content-import', actor.id, key);
      const made = await imports.create({ id, userId: actor.id, format: formatOf(input.kind), name, uploads: input });
      if (made.state === 'reading' && bytes <= AT_ONCE_BYTES) await beginJob(readJobId(id));
      return again(id);
    },

    async list(actor) {
      check(actor);
      return Promise.all((await stored.newest(IMPORT_LIMITS.listed)).map(answerOf));
    },

    async state(actor, id) {
      check(actor);
      return again(id);
    },

    async report(actor, id, part) {
      check(actor);
      const { state, chunks, laterReports } = await imports.find(id);
      const first = chunks.report ?? 0;
      if (state === 'discarded' || part >= first + laterReports) throw new AppError('not-found');
      const path = part < first ? chunkPath('report', part) : chunkPath('later-report', part - first);
      const bytes = await areaOf(id).read(path).catch(ifGone);
      return linesIn(bytes).map((line) => ImportReportLine.parse(JSON.parse(line)));
    },

    async start(actor, id) {
      check(actor);
      const { state } = await imports.run(id, actor.id);
      // The first pass over a large file takes longer than a request may.
      if (state === 'running') await beginJob(importJobId(id));
      return again(id);
    },

    async pause(actor, id) {
      check(actor);
      return answerOf(await imports.pause(id, actor.id));
    },

    async cancel(actor, id) {
      check(actor);
      return answerOf(await imports.discard(id, actor.id));
    },
  };
}

/** @throws AppError `not-found` for a file that has expired and was deleted */
function ifGone(error: unknown): never {
  if (error instanceof Object && 'code' in error && error.code === 404) throw new AppError('not-found');
  throw error;
}
