import * as z from 'zod/mini';
import type { Clock } from '../common/clock.ts';
import type { Log } from '../common/log.ts';
import type { DataVersionRepository } from './data-version.repository.ts';
import { defineKind, type JobKind, type PageDone } from './job.ts';
import type { JobTable } from './jobs.repository.ts';

/**
 * Brings stored data from the version before to `version`. It only adds what newer code asks for: the code of the version before
 * has to get along with what it leaves, since it runs beside it during a deploy and after a rollback (docs/operations.md).
 */
export interface Upgrade {
  /** From 2 on, each one more than the one before. */
  readonly version: number;
  /** What it does, for admins. */
  readonly about: string;
  /** Deals with one page, as the `step` of any work does. @throws when the position cannot be read */
  step(cursor: unknown): Promise<PageDone>;
}

/** An upgrade whose positions are read with a schema. */
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
  /** In their order. */
  readonly upgrades: readonly Upgrade[];
  readonly jobs: Pick<JobTable, 'create'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** So long after a deploy, instances of the code before are gone: what they wrote late is not missed. */
const OTHERS_ARE_GONE_MS = 10 * 60_000;

/** Keeps the stored data at the version of this code. */
export interface DataVersion {
  /** The version of the data that this code writes. */
  readonly version: number;
  /** The work that does one upgrade. */
  readonly kind: JobKind<{ to: number }>;
  /**
   * Makes the work for the next upgrade, once for all instances, where the data is older than this code; it begins ten minutes later. Reads 1 until the data is known
   * to be of this version, then nothing.
   * @returns false when the data is newer than this code: then no work may be done, since it could undo what newer code did
   */
  prepare(): Promise<boolean>;
  /** Notes that this code wrote all data there is, as in a new database. Writes 1. */
  noteAllNew(): Promise<void>;
}

export function createDataVersion({ versions, upgrades, jobs, clock, log }: Dependencies): DataVersion {
  const ours = upgrades.at(-1)?.version ?? 1;
  let isKnownToBeOurs = false;

  const kind = defineKind({
    name: 'schema.migrate',
    params: z.object({ to: z.int() }),
    cursor: z.unknown(),
    async step({ to }, cursor) {
      const upgrade = upgrades.find(({ version }) => version === to);
      if (!upgrade) throw new Error(`this code has no upgrade to version ${to}`);
      const page = await upgrade.step(cursor);
      // Before the work counts as done: the next upgrade asks for the version and not for the work.
      if (page.next === null) await versions.raise(to);
      return page;
    },
  });

  return {
    version: ours,
    kind,

    async prepare() {
      if (isKnownToBeOurs) return true;
      const stored = await versions.read();
      if (stored > ours) {
        log('ERROR', 'the data is newer than this code, so long work stands still', { data: stored, code: ours });
        return false;
      }
      isKnownToBeOurs = stored === ours;
      const next = upgrades.find(({ version }) => version === stored + 1);
      if (next) {
        const at = clock.now();
        const notBefore = new Date(at.getTime() + OTHERS_ARE_GONE_MS);
        const job = kind.job({ to: next.version }, { createdBy: 'system', about: next.about, notBefore });
        await jobs.create({ ...job, id: `schema-${next.version}` }, at);
      }
      return true;
    },

    noteAllNew: () => versions.raise(ours),
  };
}
