import * as z from 'zod/mini';
import type { Clock } from '../common/clock.ts';
import type { Log } from '../common/log.ts';
import type { DataVersionRepository } from './data-version.repository.ts';
import { defineKind, type PageDone, type Worker } from './job.ts';
import type { JobTable } from './jobs.repository.ts';

/**
 * Upgrades stored data from the previous version to `version`. An upgrade only adds fields and documents, because instances of the older
 * code run during a deployment and after a rollback (docs/operations.md).
 */
export interface Upgrade {
  /** 2 for the first upgrade, then 3, and so on. */
  readonly version: number;
  /** A description for admins. */
  readonly about: string;
  /** Upgrades one page, like the `step` of a job. @throws if the cursor is invalid */
  step(cursor: unknown): Promise<PageDone>;
}

/** Creates an upgrade whose cursors are validated with a schema. */
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
  /** Sorted by version. */
  readonly upgrades: readonly Upgrade[];
  readonly jobs: Pick<JobTable, 'create' | 'find' | 'beginAgain'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** After this time, instances of the older code have ended, so that an upgrade misses none of their writes. */
const OLDER_CODE_ENDS_MS = 10 * 60_000;

export interface DataVersion {
  /** The version of the data that this code writes. */
  readonly version: number;
  readonly kind: Worker;
  /**
   * If the data is older than this code, creates the job of the next upgrade, once for all instances; it starts ten minutes later. Data that
   * is older again, e.g. from a backup, is upgraded again. Reads 1 document, and 2 more during an upgrade.
   * @returns false if the data is newer than this code: no job may run then, because it could undo the work of newer code
   */
  prepare(): Promise<boolean>;
  /** Stores that all data has the version of this code, as in a new database. Writes 1 document. */
  noteNewest(): Promise<void>;
}

export function createDataVersion({ versions, upgrades, jobs, clock, log }: Dependencies): DataVersion {
  const ours = upgrades.at(-1)?.version ?? 1;

  const kind = defineKind({
    name: 'schema.migrate',
    params: z.object({ to: z.int() }),
    cursor: z.unknown(),
    async step({ to }, cursor) {
      const upgrade = upgrades.find(({ version }) => version === to);
      if (!upgrade) throw new Error(`this code has no upgrade to version ${to}`);
      const page = await upgrade.step(cursor);
      // Stored before the job is done, because the next upgrade checks the version and not the job.
      if (page.next === null) await versions.raise(to);
      return page;
    },
  });

  return {
    version: ours,
    kind,

    async prepare() {
      const stored = await versions.read();
      if (stored > ours) {
        log('ERROR', 'the data is newer than this code, so no job runs', { data: stored, code: ours });
        return false;
      }
      const next = upgrades.find(({ version }) => version === stored + 1);
      if (!next) return true;
      const now = clock.now();
      const notBefore = new Date(now.getTime() + OLDER_CODE_ENDS_MS);
      const id = `schema-${next.version}`;
      const job = {
        id,
        kind: kind.name,
        params: { to: next.version },
        createdBy: 'system',
        about: next.about,
        notBefore,
      };
      if (await jobs.create(job, now)) return true;
      // Read the version after the job: it rises before the job is done, so a job that ends in the meantime is not restarted.
      const isDone = (await jobs.find(id))?.status === 'done';
      if (isDone && (await versions.read()) < next.version) await jobs.beginAgain(job, now);
      return true;
    },

    noteNewest: () => versions.raise(ours),
  };
}
