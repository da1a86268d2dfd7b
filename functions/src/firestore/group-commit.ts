import { AsyncResource } from 'node:async_hooks';
import { createPace } from './pace.ts';

interface Waiting<Op, Outcome> {
  readonly op: Op;
  readonly settle: (outcome: Outcome) => void;
  readonly fail: (error: unknown) => void;
  /** Runs `work` in the async context of the waiting call, so that its meter counts the reads and writes. */
  readonly inContext: (work: () => Promise<void>) => Promise<void>;
}

/** The number of operations per write. */
const MAX_OPS = 100;

/** Resolves with the outcome of `op` after it has been written. */
export type GroupCommit<Op, Outcome> = (key: string, op: Op) => Promise<Outcome>;

/**
 * Combines writes to one document that arrive during an earlier write to it. A document takes about one sustained write a second, and
 * parallel transactions would abort each other; so an instance has one commit in flight for each key.
 * @param commit writes the operations atomically and in order, and returns the outcome of each
 * @param everyMs the shortest time between the starts of two commits of one key; after a pause, a commit starts at once
 */
export function createGroupCommit<Op, Outcome>(
  commit: (key: string, ops: readonly Op[]) => Promise<readonly Outcome[]>,
  everyMs = 0,
): GroupCommit<Op, Outcome> {
  const queues = new Map<string, Waiting<Op, Outcome>[]>();
  const pace = createPace(everyMs);

  const drain = async (key: string, queue: Waiting<Op, Outcome>[]): Promise<void> => {
    while (queue.length > 0) {
      const waitMs = pace.waitMs(key);
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
      pace.begin(key);
      const group = queue.splice(0, MAX_OPS);
      await group[0]?.inContext(() => commitGroup(key, group));
    }
    queues.delete(key);
  };

  const commitGroup = async (key: string, group: Waiting<Op, Outcome>[]): Promise<void> => {
    try {
      const outcomes = await commit(
        key,
        group.map(({ op }) => op),
      );
      if (outcomes.length !== group.length) throw new Error('a group commit must answer each operation');
      outcomes.forEach((outcome, index) => void group[index]?.settle(outcome));
    } catch (error) {
      for (const member of group) member.fail(error);
    }
  };

  return (key, op) =>
    new Promise<Outcome>((settle, fail) => {
      const resource = new AsyncResource('GroupCommit');
      const inContext = (work: () => Promise<void>) => resource.runInAsyncScope(work);
      const waiting = { op, settle, fail, inContext };
      const queue = queues.get(key);
      if (queue) {
        queue.push(waiting);
        return;
      }
      const started = [waiting];
      queues.set(key, started);
      void drain(key, started);
    });
}
