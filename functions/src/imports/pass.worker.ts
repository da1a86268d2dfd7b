import { parentPort, workerData } from 'node:worker_threads';
import { ImportFault } from '@inkwell/formats/records';
import { type PassHost, readPass } from './pass.ts';
import type { FromThread, HostCall, ThreadData, ToThread } from './pass-thread.ts';

/* The thread of a first pass (pass-thread.ts). It has no clients: the process reads files from Storage for it. */

const { work, leftOut, current } = workerData as ThreadData;
const waiting = new Map<number, (answer: unknown) => void>();
const send = (message: FromThread): void => parentPort?.postMessage(message);
let lastCallId = 0;

parentPort?.on('message', ({ id, answer }: ToThread) => {
  waiting.get(id)?.(answer);
  waiting.delete(id);
});

/** Errors are not answered, because the process then ends this thread. */
const ask = <Answer>(call: HostCall): Promise<Answer> =>
  new Promise((resolve) => {
    lastCallId += 1;
    waiting.set(lastCallId, resolve as (answer: unknown) => void);
    send({ is: 'call', id: lastCallId, call });
  });

const host: PassHost = {
  size: (objectName) => ask({ name: 'size', given: [objectName] }),
  range: (...given) => ask({ name: 'range', given }),
  write: (...given) => ask({ name: 'write', given }),
  progress: (records) => ask({ name: 'progress', given: [records] }),
  report: (line) => send({ is: 'report', line }),
};

let record = 0;
const skipped = new Set(leftOut);
const watch = {
  begin() {
    record += 1;
    Atomics.store(current, 0, record);
    return !skipped.has(record);
  },
  end: () => void Atomics.store(current, 0, -record),
};

send({ is: 'begun' });
try {
  send({ is: 'done', pass: await readPass(work, host, watch) });
} catch (error) {
  if (error instanceof ImportFault) send({ is: 'fault', reason: error.reason, place: error.place });
  // The text is too long, or nested too deeply for the parser.
  else if (error instanceof RangeError) send({ is: 'too-heavy' });
  else send({ is: 'error', error });
}
parentPort?.close();
