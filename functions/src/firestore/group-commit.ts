import { AsyncResource } from 'node:async_hooks';
import { createPace } from './pace.ts';

interface Waiting<Op, Outcome> {
  readonly op: Op;
  readonly settle: (outcome: Outcome) => void;
  readonly fail: (error: unknown) => void;
  /** Runs in the context of the call that waits, so that its meter counts what is done for it. */
  readonly inContext: (work: () => Promise<void>) => Promise<void>;
}

/** Resolves with the outcome of `op` once it is written. */
export type GroupCommit<Op, Outcome> = (key: string, op: Op) => Promise<Outcome>;

/**
 * Gathers what is to be written to one document while an earlier write to it is under way, and writes it at once. A document
 * takes about one write a second for long, and parallel transactions on it would abort each other; so each key has one
 * commit in flight per instance, and nothing is acknowledged before it is written.
 * @param commit writes the operations in their order, atomically, and answers one outcome for each
 * @param everyMs shortest time between the starts of two commits of one key; a first commit after a pause starts at once
 */
export function createGroupCommit<Op, Outcome>(
  commit: (key: string, ops: readonly Op[]) => Promise<readonly Outcome[]>,
  { maxOps = 100, everyMs = 0 }: { maxOps?: number; everyMs?: number } = {},
): GroupCommit<Op, Outcome> {
  const queues = new Map<string, Waiting<Op, Outcome>[]>();
  const pace = createPace(everyMs);

  const drain = async (key: string, queue: Waiting<Op, Outcome>[]): Promise<void> => {
    while (queue.length > 0) {
      const waitMs = pace.waitMs(key);
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
      pace.begin(key);
      const group = queue.splice(0, maxOps);
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
