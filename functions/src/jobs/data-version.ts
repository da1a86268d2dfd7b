import * as z from 'zod/mini';
import type { Clock } from '../common/clock.ts';
import type { Log } from '../common/log.ts';
import type { DataVersionRepository } from './data-version.repository.ts';
import { defineKind, type JobKind, type PageDone } from './job.ts';
import type { JobTable } from './jobs.repository.ts';

/**
 * Upgrades stored data from the version before to `version`. An upgrade only adds fields and documents, because instances of the older code
 * run during a deploy and after a rollback (docs/operations.md).
 */
export interface Upgrade {
  /** 2 for the first upgrade, and 1 more for each further one. */
  readonly version: number;
  /** What the upgrade adds, for admins. */
  readonly about: string;
  /** Upgrades one page, as the `step` of any job does. @throws when the cursor cannot be read */
  step(cursor: unknown): Promise<PageDone>;
}

/** An upgrade whose cursors are read with a schema. */
export const defineUpgrade = <Cursor extends z.ZodMiniType>({
  cursor: schema,
  step,
  ...rest
}: Pick<Upgrade, 'version' | 'about'> & {
  readonly cursor: Cursor;
  readonly step: (cursor: z.output<Cursor> | null) => Promise<PageDone<z.input<Cursor>>>;
}): Upgrade => ({ ...rest, step: async (cursor) => step(cursor === null ? null : schema.parse(cursor)) });

interface Dependencies {
  readonly versions: DataVersionRepository;
  /** In the order of their versions. */
  readonly upgrades: readonly Upgrade[];
  readonly jobs: Pick<JobTable, 'create'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** By then the instances of the older code have ended, so an upgrade misses none of their writes. */
const OLDER_CODE_ENDS_MS = 10 * 60_000;

/** Keeps the stored data at the version of this code. */
export interface DataVersion {
  /** The version of the data that this code writes. */
  readonly version: number;
  /** The job of one upgrade. */
  readonly kind: JobKind<{ to: number }>;
  /**
   * Where the data is older than this code, creates the job of the next upgrade, once for all instances; it starts ten minutes later. Reads
   * 1 until the data is known to have this version, then nothing.
   * @returns false when the data is newer than this code: then no job may run, since it could undo what newer code did
   */
  prepare(): Promise<boolean>;
  /** Stores that all data has the version of this code, as in a new database. Writes 1. */
  noteNewest(): Promise<void>;
}

export function createDataVersion({ versions, upgrades, jobs, clock, log }: Dependencies): DataVersion {
  const ours = upgrades.at(-1)?.version ?? 1;
  let isUpToDate = false;

  const kind = defineKind({
    name: 'schema.migrate',
    params: z.object({ to: z.int() }),
    cursor: z.unknown(),
    async step({ to }, cursor) {
      const upgrade = upgrades.find(({ version }) => version === to);
      if (!upgrade) throw new Error(`this code has no upgrade to version ${to}`);
      const page = await upgrade.step(cursor);
      // Before the job counts as done: the next upgrade looks at the version and not at the job.
      if (page.next === null) await versions.raise(to);
      return page;
    },
  });

  return {
    version: ours,
    kind,

    async prepare() {
      if (isUpToDate) return true;
      const stored = await versions.read();
      if (stored > ours) {
        log('ERROR', 'the data is newer than this code, so no job runs', { data: stored, code: ours });
        return false;
      }
      isUpToDate = stored === ours;
      const next = upgrades.find(({ version }) => version === stored + 1);
      if (next) {
        const now = clock.now();
        const notBefore = new Date(now.getTime() + OLDER_CODE_ENDS_MS);
        const job = kind.job({ to: next.version }, { createdBy: 'system', about: next.about, notBefore });
        await jobs.create({ ...job, id: `schema-${next.version}` }, now);
      }
      return true;
    },

    noteNewest: () => versions.raise(ours),
  };
}
