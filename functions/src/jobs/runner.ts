import { AppError } from '@inkwell/shared/errors';
import { cut } from '@inkwell/shared/plain-text';
import type { Clock } from '../common/clock.ts';
import { describeError, type Log } from '../common/log.ts';
import type { StoredJob, Worker } from './job.ts';
import type { JobTable } from './jobs.repository.ts';

/** Looked at together; more come with the next look. */
const LOOK = 10;
/** Work that is longer lets other work go first for a while. */
const TURN_MS = 15_000;
/** What a request that makes work gives it at once: small work is then done with the answer. */
const AT_ONCE_MS = 5_000;
const REASON_CHARS = 300;

interface Dependencies {
  readonly jobs: JobTable;
  readonly workers: readonly Worker[];
  /** Whether work may be done at all: not by code that is older than the data. */
  readonly isReady: () => Promise<boolean>;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Does long work, page by page. Any number of runners may run at the same time, in any instance: each page is noted once, and what a
 * killed one held is found again after a minute.
 */
export interface Runner {
  /** Works on what is due; begins no page later than `forMs` from now. 1 read when there is nothing. */
  run(forMs: number): Promise<void>;
  /**
   * Works on what was just made for at most 5 s, within the request that made it; the minute's schedule goes on. Never fails: the work
   * is stored already.
   */
  begin(id: string): Promise<void>;
}

export function createRunner({ jobs, workers, isReady, clock, log }: Dependencies): Runner {
  const byName = new Map(workers.map((worker) => [worker.name, worker]));
  const nowMs = () => clock.now().getTime();
  const fieldsOf = ({ id, kind, attempts }: Pick<StoredJob, 'id' | 'kind' | 'attempts'>) => ({
    job: id,
    kind,
    attempts,
  });

  async function doPage(job: StoredJob) {
    const worker = byName.get(job.kind);
    if (!worker) throw new AppError('unavailable', `This version does not know work of the kind ${job.kind}`);
    const total = job.page === 0 ? await worker.total(job.params) : job.total;
    return { total, ...(await worker.step(job.params, job.cursor)) };
  }

  async function fail(job: StoredJob, error: unknown): Promise<void> {
    const outcome = await jobs.failPage(job, reasonOf(error), clock.now());
    const isOver = outcome === 'given-up';
    const fields = { ...fieldsOf(job), error: describeError(error) };
    log(isOver ? 'ERROR' : 'WARNING', isOver ? 'work given up' : 'a page of work failed', fields);
  }

  /** Does pages of work that is held until it is finished, fails, is lost, or the time is over. */
  async function workOn(claimed: StoredJob, endMs: number): Promise<void> {
    let job = claimed;
    for (;;) {
      let page: Awaited<ReturnType<typeof doPage>>;
      try {
        page = await doPage(job);
      } catch (error) {
        return fail(job, error);
      }
      const goesOn = page.next !== null && nowMs() < endMs;
      if ((await jobs.finishPage(job, { ...page, goesOn }, clock.now())) === 'lost') {
        return log('WARNING', 'work went to somebody else', fieldsOf(job));
      }
      if (page.next === null) return log('INFO', 'work done', { ...fieldsOf(job), count: job.done + page.count });
      if (!goesOn) return;
      job = {
        ...job,
        cursor: page.next,
        page: job.page + 1,
        done: job.done + page.count,
        total: page.total,
        attempts: 1,
      };
    }
  }

  /** @returns whether it could be taken; false when somebody else has it. @throws when Firestore fails, or its document cannot be read */
  async function take(id: string, endMs: number): Promise<boolean> {
    const job = await jobs.claim(id, clock.now());
    if (job === 'given-up') log('ERROR', 'work given up', { job: id, error: 'interrupted each time it was begun' });
    if (job === null || job === 'given-up') return job !== null;
    await workOn(job, endMs);
    return true;
  }

  return {
    async run(forMs) {
      const endMs = nowMs() + forMs;
      if (!(await isReady())) return;
      while (nowMs() < endMs) {
        let isAnyTaken = false;
        for (const id of await jobs.due(clock.now(), LOOK)) {
          if (nowMs() >= endMs) return;
          try {
            if (await take(id, Math.min(endMs, nowMs() + TURN_MS))) isAnyTaken = true;
          } catch (error) {
            // One that cannot be read must not hold up the others.
            log('ERROR', 'work was interrupted', { job: id, error: describeError(error) });
          }
        }
        // Others are at what is left.
        if (!isAnyTaken) return;
      }
    },

    async begin(id) {
      try {
        if (await isReady()) await take(id, nowMs() + AT_ONCE_MS);
      } catch (error) {
        log('ERROR', 'work was not begun at once', { job: id, error: describeError(error) });
      }
    },
  };
}

/** What admins read: our own words, or the first line of whatever was thrown. */
function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return cut(text.split('\n', 1)[0] || 'Something went wrong', REASON_CHARS);
}
