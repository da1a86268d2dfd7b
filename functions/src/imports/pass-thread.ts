import { Worker } from 'node:worker_threads';
import { type FaultPlace, ImportFault, type ReportLine } from '@inkwell/formats/records';
import type { FirstPass } from './first-pass.ts';
import type { PassHost, PassWork, RunPass } from './pass.ts';

/*
 * A first pass in a thread of its own, so that other requests of the instance are answered meanwhile. A record on which the thread dies, or
 * works too long, is left out when the next thread reads the file again.
 */

export type HostCall = {
  [Name in 'size' | 'range' | 'write' | 'progress']: {
    readonly name: Name;
    readonly given: Parameters<PassHost[Name]>;
  };
}['size' | 'range' | 'write' | 'progress'];

export interface ThreadData {
  readonly work: PassWork;
  /** Numbers of records, counted from 1 in the order in which they are read. */
  readonly leftOut: readonly number[];
  /** One number: that of the record that is read, or, below zero, of the last one. Shared, because a busy thread sends nothing. */
  readonly current: Int32Array<SharedArrayBuffer>;
}

export type FromThread =
  /** Its sources are loaded. */
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
  /** Processor time of this process for one record, or for what is read between two: others may keep the machine busy. */
  readonly recordMs: number;
  readonly heapMb: number;
}

/** An instance has 512 MiB. */
const LIMITS: ThreadLimits = { recordMs: 10_000, heapMb: 160 };
/** Of one file: for each, it is read again from its beginning. */
const MAX_LEFT_OUT = 20;

/** A pass did not end in the time that it was given. */
export class PassTimeout extends Error {}

/** In a bundle, a file beside this one (scripts/build.mjs). */
const THREAD = new URL(import.meta.url.endsWith('.ts') ? './pass.source.mjs' : './import-pass.js', import.meta.url);

/** Makes first passes in threads. */
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

/** @returns the number of the record at which the thread was lost (`ThreadData`) where it was. @throws what the host throws; `PassTimeout` */
async function runThread(
  data: Omit<ThreadData, 'current'>,
  host: PassHost,
  { recordMs, heapMb, endMs }: ThreadLimits & { readonly endMs: number },
): Promise<FirstPass | number> {
  const current = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(THREAD, {
    workerData: { ...data, current } satisfies ThreadData,
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 32 },
    // What starts the process, as a loader or a profile, does not start its threads.
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
          // What waits for Storage is not at work.
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
