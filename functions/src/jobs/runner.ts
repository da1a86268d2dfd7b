import { AppError } from '@inkwell/shared/errors';
import { cut } from '@inkwell/shared/plain-text';
import type { Clock } from '../common/clock.ts';
import { describeError, type Log } from '../common/log.ts';
import { RENEW_MS, type StoredJob, type Worker } from './job.ts';
import type { JobTable } from './jobs.repository.ts';

const DUE_AT_ONCE = 10;
/** After this time, a job lets other jobs run first. */
const TURN_MS = 15_000;
/** How long a request runs the job that it creates, so that small jobs are done when the request is answered. */
const AT_ONCE_MS = 5_000;
const REASON_CHARS = 300;

interface Dependencies {
  readonly jobs: JobTable;
  readonly workers: readonly Worker[];
  /** Whether jobs may run; false if the data is newer than the code. */
  readonly isReady: () => Promise<boolean>;
  readonly clock: Clock;
  readonly log: Log;
  /** For tests. */
  readonly renewMs?: number;
}

/**
 * Runs jobs page by page. Any number of runners may run concurrently in any instance: each page is stored once, and the job of a killed
 * runner continues after its lease has ended, within a minute.
 */
export interface Runner {
  /** Runs due jobs; starts no page later than `forMs` from now. Reads 1 document if none is due. */
  run(forMs: number): Promise<void>;
  /**
   * Runs a job for at most 5 s, in the request that created it; the scheduled function continues it. Never fails, because the job is
   * stored.
   */
  begin(id: string): Promise<void>;
}

export function createRunner({ jobs, workers, isReady, clock, log, renewMs = RENEW_MS }: Dependencies): Runner {
  const byName = new Map(workers.map((worker) => [worker.name, worker]));
  const nowMs = () => clock.now().getTime();
  const fieldsOf = ({ id, kind, attempts }: Pick<StoredJob, 'id' | 'kind' | 'attempts'>) => ({
    job: id,
    kind,
    attempts,
  });

  /** Renews the lease during a long page. The lease of a killed runner still ends. @returns a function that stops the renewals */
  function keepLease(job: StoredJob): () => void {
    const timer = setInterval(() => {
      jobs.renew(job, clock.now()).catch((error: unknown) => {
        log('WARNING', 'a lease was not renewed', { ...fieldsOf(job), error: describeError(error) });
      });
    }, renewMs);
    return () => clearInterval(timer);
  }

  async function doPage(job: StoredJob) {
    const worker = byName.get(job.kind);
    if (!worker) throw new AppError('unavailable', `This version does not know jobs of the kind ${job.kind}`);
    const end = keepLease(job);
    try {
      const total = job.page === 0 ? await worker.total(job.params) : job.total;
      return { total, ...(await worker.step(job.params, job.cursor)) };
    } finally {
      end();
    }
  }

  async function fail(job: StoredJob, error: unknown): Promise<void> {
    const outcome = await jobs.failPage(job, reasonOf(error), clock.now());
    const isOver = outcome === 'given-up';
    const fields = { ...fieldsOf(job), error: describeError(error) };
    log(isOver ? 'ERROR' : 'WARNING', isOver ? 'job given up' : 'a page of a job failed', fields);
  }

  /**
   * Runs pages of a leased job until it is done or fails, its lease is lost, or the time is over.
   * @returns whether work was queued behind the job and starts now
   */
  async function workOn(claimed: StoredJob, endMs: number): Promise<boolean> {
    let job = claimed;
    for (;;) {
      let page: Awaited<ReturnType<typeof doPage>>;
      try {
        page = await doPage(job);
      } catch (error) {
        await fail(job, error);
        return false;
      }
      const goesOn = page.next !== null && !page.notBefore && nowMs() < endMs;
      const outcome = await jobs.finishPage(job, { ...page, goesOn }, clock.now());
      if (outcome === 'lost') log('WARNING', 'another instance has the lease of the job', fieldsOf(job));
      else if (page.next === null) log('INFO', 'job done', { ...fieldsOf(job), count: job.done + page.count });
      if (outcome !== 'stored' || !goesOn) return outcome === 'followed';
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

  /** @returns null if the job could be neither leased nor given up. @throws if Firestore fails or the job is invalid */
  async function take(id: string, endMs: number): Promise<{ isFollowed: boolean } | null> {
    const job = await jobs.claim(id, clock.now());
    if (job === 'given-up') log('ERROR', 'job given up', { job: id, error: 'interrupted at each attempt' });
    if (job === null) return null;
    return { isFollowed: job !== 'given-up' && (await workOn(job, endMs)) };
  }

  return {
    async run(forMs) {
      const endMs = nowMs() + forMs;
      if (!(await isReady())) return;
      while (nowMs() < endMs) {
        let isAnyTaken = false;
        for (const id of await jobs.due(clock.now(), DUE_AT_ONCE)) {
          if (nowMs() >= endMs) return;
          try {
            if (await take(id, Math.min(endMs, nowMs() + TURN_MS))) isAnyTaken = true;
          } catch (error) {
            // An invalid job must not block the others.
            log('ERROR', 'a job was interrupted', { job: id, error: describeError(error) });
          }
        }
        // Other runners have leased the remaining jobs.
        if (!isAnyTaken) return;
      }
    },

    async begin(id) {
      try {
        if (!(await isReady())) return;
        const endMs = nowMs() + AT_ONCE_MS;
        while ((await take(id, endMs))?.isFollowed && nowMs() < endMs);
      } catch (error) {
        log('ERROR', 'a job did not start at once', { job: id, error: describeError(error) });
      }
    },
  };
}

/** The reason that admins see: the first line of the error. */
function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return cut(text.split('\n', 1)[0] || 'Something went wrong', REASON_CHARS);
}
