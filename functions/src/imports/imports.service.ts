import { AppError } from '@inkwell/shared/errors';
import type { Clock } from '../common/clock.ts';
import type { JobKind } from '../jobs/job.ts';
import { type FirstPass, type FirstPassOptions, readAll } from './first-pass.ts';
import { chunkPath, type ImportArea, linesIn } from './import-area.ts';
import type { ImportLine } from './import-lines.ts';
import { IMPORT_START, type StoredImport } from './imports.converter.ts';
import { importJobId } from './imports.job.ts';
import type { ImportRepository } from './imports.repository.ts';
import { type Imported, ImportFault, ReportLine } from './records.ts';

export interface NewImport {
  readonly id: string;
  readonly userId: string;
  /** Which kind of export it is; `OWN_FORMAT` for our own. */
  readonly format: string;
  /** The file, as its owner calls it. */
  readonly name: string;
}

/** Imports from outside the product. */
export interface ImportService {
  /**
   * The first pass: reads the whole file, stores its records and says what would come. Nothing public is written.
   * @throws ImportFault at the first fault of the file, which is noted with the import
   */
  read(
    made: NewImport,
    records: (area: ImportArea) => AsyncIterable<Imported | ImportLine>,
    options: Omit<FirstPassOptions, 'format' | 'area'>,
  ): Promise<StoredImport>;
  /** Begins or continues an import. Safe to repeat. @throws AppError `not-found`; `conflict` for one that cannot go on */
  run(id: string, actorId: string): Promise<StoredImport>;
  /** Stops an import at the end of its present step; `run` continues it. Safe to repeat. @throws AppError `not-found` */
  pause(id: string, actorId: string): Promise<StoredImport>;
  /** Ends an import for good and deletes its records; what it brought stays. Safe to repeat. @throws AppError `not-found` */
  discard(id: string, actorId: string): Promise<StoredImport>;
  /** What the import itself added to the report. @throws AppError `not-found` */
  laterReport(id: string): Promise<ReportLine[]>;
  /** @throws AppError `not-found` */
  find(id: string): Promise<StoredImport>;
}

interface Dependencies {
  readonly imports: ImportRepository;
  readonly areaOf: (id: string) => ImportArea;
  readonly kind: JobKind<{ importId: string }>;
  readonly clock: Clock;
}

export function createImportService({ imports, areaOf, kind, clock }: Dependencies): ImportService {
  const found = (stored: StoredImport | null): StoredImport => {
    if (!stored) throw new AppError('not-found');
    return stored;
  };

  const change = async (id: string, actorId: string, { from, to, isRunning = false }: Change) => {
    const options = { id: importJobId(id), createdBy: actorId };
    const job = isRunning ? { ...kind.job({ importId: id }, options), id: options.id } : null;
    return found(await imports.change(id, { from, to, job, actorId }, clock.now()));
  };

  return {
    async read({ id, userId, format, name }, records, options) {
      const area = areaOf(id);
      const at = clock.now();
      const stored: StoredImport = {
        ...{ id, createdBy: userId, format, name, state: 'reading', ...NOTHING_READ },
        ...{ position: IMPORT_START, done: 0, total: 0, laterReports: 0, fault: null, createdAt: at, updatedAt: at },
      };
      await imports.create(stored);
      try {
        const pass = await readAll(records(area), { ...options, format, area });
        const total = Object.values(pass.counts).reduce((sum, count) => sum + count, 0);
        const read = { ...pass, total, state: 'ready' } as const;
        await imports.noteRead(id, read, clock.now());
        return { ...stored, ...read };
      } catch (error) {
        const fault = error instanceof ImportFault ? error.message : 'The file could not be read';
        await imports.noteRead(id, { state: 'failed', fault }, clock.now());
        await area.clear();
        throw error;
      }
    },

    async run(id, actorId) {
      const stored = await change(id, actorId, {
        from: ['ready', 'paused', 'running'],
        to: 'running',
        isRunning: true,
      });
      if (stored.state !== 'running' && stored.state !== 'done')
        throw new AppError('conflict', 'This import cannot go on');
      return stored;
    },

    pause: (id, actorId) => change(id, actorId, { from: ['running'], to: 'paused' }),

    async discard(id, actorId) {
      const stored = await change(id, actorId, {
        from: ['ready', 'running', 'paused', 'failed', 'done'],
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
}

interface Change {
  readonly from: readonly StoredImport['state'][];
  readonly to: StoredImport['state'];
  readonly isRunning?: boolean;
}

const NOTHING_READ: FirstPass = { source: '', counts: {}, chunks: {}, reports: {}, depth: 0, numbers: null };
