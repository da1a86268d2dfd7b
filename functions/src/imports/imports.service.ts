import { ImportFault, ReportLine } from '@inkwell/formats/records';
import { AppError } from '@inkwell/shared/errors';
import type { Clock } from '../common/clock.ts';
import type { FixedJob } from '../jobs/job.ts';
import type { FirstPass } from './first-pass.ts';
import { chunkPath, type ImportArea, linesIn } from './import-area.ts';
import { IMPORT_START, type ImportUploads, type StoredImport } from './imports.converter.ts';
import { importJob, readJob } from './imports.job.ts';
import type { ImportRepository } from './imports.repository.ts';
import type { PassHost } from './pass.ts';
import { PassTimeout } from './pass-thread.ts';

export interface NewImport {
  readonly id: string;
  readonly userId: string;
  /** The kind of export; `OWN_FORMAT` for our own. */
  readonly format: string;
  /** The original name of the file. */
  readonly name: string;
  /** The uploads for the job that reads them; absent if the caller reads the files itself. */
  readonly uploads?: ImportUploads;
}

/** Reads the files of an import, and passes the records and the progress to the import. */
export type ReadFiles = (into: Pick<PassHost, 'write' | 'progress'>) => Promise<FirstPass>;

/** Imports from other systems. */
export interface ImportService {
  /** Stores a new import. If it has uploads, a job makes the first pass. Safe to repeat. */
  create(made: NewImport): Promise<StoredImport>;
  /**
   * The first pass over a new import: reads the whole file, stores its records and counts what would be imported. Nothing public is written. If the
   * import is cancelled in the meantime, nothing is kept. Safe to repeat: the same file makes the same records.
   * @throws ImportFault at the first fault of the file, which is stored with the import; `PassTimeout` and errors of Storage, after which it can be
   * repeated
   */
  pass(stored: StoredImport, read: ReadFiles): Promise<StoredImport>;
  /** `create` and `pass` in one call, for callers that read local files. @throws the errors of `pass` */
  read(made: NewImport, read: ReadFiles): Promise<StoredImport>;
  /** Starts or continues an import, including its first pass. Safe to repeat. @throws AppError `not-found`; `conflict` if it cannot continue */
  run(id: string, actorId: string): Promise<StoredImport>;
  /** Stops an import at the end of its present step; `run` continues it. Safe to repeat. @throws AppError `not-found` */
  pause(id: string, actorId: string): Promise<StoredImport>;
  /** Ends an import permanently and deletes its records. Imported content is kept. Safe to repeat. @throws AppError `not-found` */
  discard(id: string, actorId: string): Promise<StoredImport>;
  /** The report lines that the import itself added. @throws AppError `not-found` */
  laterReport(id: string): Promise<ReportLine[]>;
  /** @throws AppError `not-found` */
  find(id: string): Promise<StoredImport>;
}

interface Dependencies {
  readonly imports: ImportRepository;
  readonly areaOf: (id: string) => ImportArea;
  readonly clock: Clock;
}

export function createImportService({ imports, areaOf, clock }: Dependencies): ImportService {
  const found = (stored: StoredImport | null): StoredImport => {
    if (!stored) throw new AppError('not-found');
    return stored;
  };

  const change = async (id: string, actorId: string, { from, to, job = null }: Change) =>
    found(await imports.change(id, { from, to, job, actorId }, clock.now()));

  const service: ImportService = {
    create({ id, userId, format, name, uploads = null }) {
      const at = clock.now();
      const made = {
        ...({ id, createdBy: userId, format, name, uploads, state: 'reading', ...NOTHING_READ } as const),
        position: IMPORT_START,
        done: 0,
        total: 0,
        laterReports: 0,
        fault: null,
        createdAt: at,
        updatedAt: at,
      };
      return imports.create(made, uploads && readJob(id, userId));
    },

    read: async (made, read) => service.pass(await service.create(made), read),

    async pass(stored, read) {
      const { id } = stored;
      const area = areaOf(id);
      let notedMs = clock.now().getTime();
      const progress = async (records: number) => {
        const at = clock.now();
        if (at.getTime() - notedMs < NOTED_EVERY_MS) return;
        notedMs = at.getTime();
        if (!(await imports.noteReading(id, records, at))) throw new Cancelled();
      };
      try {
        const pass = await read({ write: area.write, progress });
        const total = Object.values(pass.counts).reduce((sum, count) => sum + count, 0);
        const ready = { ...pass, total, done: 0, state: 'ready' } as const;
        if (!(await imports.noteRead(id, ready, clock.now()))) throw new Cancelled();
        return { ...stored, ...ready };
      } catch (error) {
        if (error instanceof Cancelled) {
          const present = found(await imports.find(id));
          // Otherwise another instance has made this pass, and the records belong to it.
          if (present.state === 'discarded') await area.clear();
          return present;
        }
        if (error instanceof PassTimeout || isOfStorage(error)) throw error;
        const fault = error instanceof ImportFault ? error.message : 'The file could not be read';
        if (await imports.noteRead(id, { state: 'failed', fault }, clock.now())) await area.clear();
        throw error;
      }
    },

    async run(id, actorId) {
      const present = found(await imports.find(id));
      if (present.state === 'reading' && present.uploads)
        return change(id, actorId, { from: ['reading'], to: 'reading', job: readJob(id, actorId) });
      const stored = await change(id, actorId, {
        from: ['ready', 'paused', 'running'],
        to: 'running',
        job: importJob(id, actorId),
      });
      if (stored.state !== 'running' && stored.state !== 'done')
        throw new AppError('conflict', 'This import cannot go on');
      return stored;
    },

    pause: (id, actorId) => change(id, actorId, { from: ['running'], to: 'paused' }),

    async discard(id, actorId) {
      const stored = await change(id, actorId, {
        from: ['reading', 'ready', 'running', 'paused', 'failed', 'done'],
        to: 'discarded',
      });
      await areaOf(stored.id).clear();
      return stored;
    },

    async laterReport(id) {
      const { laterReports } = found(await imports.find(id));
      const lines: ReportLine[] = [];
      for (let n = 0; n < laterReports; n += 1)
        for (const line of linesIn(await areaOf(id).read(chunkPath('later-report', n))))
          lines.push(ReportLine.parse(JSON.parse(line)));
      return lines;
    },

    find: async (id) => found(await imports.find(id)),
  };
  return service;
}

interface Change {
  readonly from: readonly StoredImport['state'][];
  readonly to: StoredImport['state'];
  /** The job that continues the import. */
  readonly job?: FixedJob | null;
}

/** How often the first pass stores its progress. */
const NOTED_EVERY_MS = 3_000;

/** Ends the first pass of a cancelled import. */
class Cancelled extends Error {}

/** Whether Storage or the network failed, so that a retry may succeed: these errors have HTTP or system codes. */
function isOfStorage(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    const code = 'code' in at ? at.code : undefined;
    if (typeof code === 'number' || (typeof code === 'string' && /^E[A-Z]+$/.test(code))) return true;
  }
  return false;
}

const NOTHING_READ: FirstPass = { source: '', counts: {}, chunks: {}, reports: {}, depth: 0, numbers: null };
