import { Worker } from 'node:worker_threads';
import { type FaultPlace, ImportFault, type ReportLine } from '@inkwell/formats/records';
import type { FirstPass } from './first-pass.ts';
import type { PassHost, PassWork, RunPass } from './pass.ts';

/*
 * A first pass in its own thread, so that the instance can answer other requests. If the thread crashes or works too long on a record, the next
 * thread reads the file again without that record.
 */

export type HostCall = {
  [Name in 'size' | 'range' | 'write' | 'progress']: {
    readonly name: Name;
    readonly given: Parameters<PassHost[Name]>;
  };
}['size' | 'range' | 'write' | 'progress'];

export interface ThreadData {
  readonly work: PassWork;
  /** The numbers of records to skip, counted from 1 in reading order. */
  readonly leftOut: readonly number[];
  /** The number of the record in work, or the negated number of the last one between records. Shared, because a busy thread cannot send messages. */
  readonly current: Int32Array<SharedArrayBuffer>;
}

export type FromThread =
  /** Its modules are loaded. */
  | { readonly is: 'begun' }
  | { readonly is: 'call'; readonly id: number; readonly call: HostCall }
  | { readonly is: 'report'; readonly line: ReportLine }
  | { readonly is: 'done'; readonly pass: FirstPass }
  | { readonly is: 'fault'; readonly reason: string; readonly place: FaultPlace }
  | { readonly is: 'too-heavy' }
  | { readonly is: 'error'; readonly error: unknown };

export interface ToThread {
  readonly id: number;
  readonly answer: unknown;
}

export interface ThreadLimits {
  /** The maximum processor time of this process for one record, or between two: elapsed time would also count other load on the machine. */
  readonly recordMs: number;
  readonly heapMb: number;
}

/** An instance has 512 MiB. */
const LIMITS: ThreadLimits = { recordMs: 10_000, heapMb: 160 };
/** The limit for one file, which is read again from its beginning for each skipped record. */
const MAX_LEFT_OUT = 20;

/** A pass exceeded its time limit. */
export class PassTimeout extends Error {}

/** In a bundle, this is a separate file next to this one (scripts/build.mjs). */
const THREAD = new URL(import.meta.url.endsWith('.ts') ? './pass.source.mjs' : './import-pass.js', import.meta.url);

/** Makes first passes in their own threads. */
export const passInThread =
  (limits: ThreadLimits = LIMITS): RunPass =>
  async (work, host, { forMs }) => {
    const endMs = Date.now() + forMs;
    const leftOut: number[] = [];
    let told = 0;
    for (;;) {
      let lines = 0;
      const report = (line: ReportLine): void => {
        lines += 1;
        if (lines <= told) return;
        told = lines;
        host.report(line);
      };
      const outcome = await runThread({ work, leftOut }, { ...host, report }, { ...limits, endMs });
      if (typeof outcome !== 'number') return outcome;
      if (outcome <= 0 || leftOut.includes(outcome) || leftOut.length === MAX_LEFT_OUT) {
        const place = { file: work.file.name, ...(outcome !== 0 && { record: Math.abs(outcome) }) };
        throw new ImportFault('reading it takes too long or too much memory', place);
      }
      leftOut.push(outcome);
    }
  };

function workedMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** @returns the number of the record at which the thread was lost (`ThreadData`), if it was. @throws the errors of the host; `PassTimeout` */
async function runThread(
  data: Omit<ThreadData, 'current'>,
  host: PassHost,
  { recordMs, heapMb, endMs }: ThreadLimits & { readonly endMs: number },
): Promise<FirstPass | number> {
  const current = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(THREAD, {
    workerData: { ...data, current } satisfies ThreadData,
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 32 },
    // Otherwise, the thread would inherit the loaders and profilers of the process.
    execArgv: [],
  });
  let isBegun = false;
  let pending = 0;
  let seen = 0;
  let sinceMs = workedMs();
  let timer: NodeJS.Timeout | undefined;
  const call = ({ name, given }: HostCall): Promise<unknown> =>
    (host[name] as (...all: unknown[]) => Promise<unknown>)(...given);
  try {
    return await new Promise((resolve, reject) => {
      const lost = () => resolve(Atomics.load(current, 0));
      worker.on('message', (message: FromThread) => {
        isBegun = true;
        if (message.is === 'call') {
          pending += 1;
          call(message.call).then((answer) => {
            pending -= 1;
            worker.postMessage({ id: message.id, answer } satisfies ToThread);
          }, reject);
        } else if (message.is === 'report') host.report(message.line);
        else if (message.is === 'done') resolve(message.pass);
        else if (message.is === 'fault') reject(new ImportFault(message.reason, message.place));
        else if (message.is === 'too-heavy') lost();
        else if (message.is === 'error') reject(message.error);
      });
      worker.on('error', (error: NodeJS.ErrnoException) =>
        error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? lost() : reject(error),
      );
      worker.on('exit', lost);
      timer = setInterval(
        () => {
          const at = workedMs();
          const record = Atomics.load(current, 0);
          // Waiting for Storage does not count as work.
          if (record !== seen || pending > 0 || !isBegun) sinceMs = at;
          seen = record;
          if (Date.now() > endMs) reject(new PassTimeout());
          else if (at - sinceMs > recordMs) lost();
        },
        Math.min(500, recordMs / 4),
      );
    });
  } finally {
    clearInterval(timer);
    await worker.terminate();
  }
}
