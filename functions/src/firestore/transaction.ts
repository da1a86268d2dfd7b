import { setTimeout as sleep } from 'node:timers/promises';
import { type Firestore, GrpcStatus, type Transaction } from 'firebase-admin/firestore';

/** More than the client library's default of five, for documents that several instances write concurrently. */
const ATTEMPTS = 8;
const ROUNDS = 3;

export const grpcCodeOf = (error: unknown): unknown =>
  error instanceof Object && 'code' in error ? error.code : undefined;

export const isMissing = (error: unknown): boolean => grpcCodeOf(error) === GrpcStatus.NOT_FOUND;

const followers = new WeakMap<object, (() => void)[]>();

/** Calls `work` after the writer, a transaction of `runTransaction` or a batch, is committed. It must not throw. */
export function afterCommit(writer: object, work: () => void): void {
  followers.set(writer, [...(followers.get(writer) ?? []), work]);
}

/** Calls what waits for the commit of a batch. */
export function committed(writer: object): void {
  for (const work of followers.get(writer) ?? []) work();
  followers.delete(writer);
}

/**
 * Runs a transaction, and retries it after contention with growing pauses before it fails with ABORTED.
 * @param work may run several times
 */
export async function runTransaction<T>(db: Firestore, work: (transaction: Transaction) => Promise<T>): Promise<T> {
  for (let round = 1; ; round += 1) {
    try {
      let used: Transaction | undefined;
      const result = await db.runTransaction(
        (transaction) => {
          // The callbacks of an attempt that was not committed are void.
          followers.delete(transaction);
          used = transaction;
          return work(transaction);
        },
        { maxAttempts: ATTEMPTS },
      );
      if (used) committed(used);
      return result;
    } catch (error) {
      if (grpcCodeOf(error) !== GrpcStatus.ABORTED || round === ROUNDS) throw error;
      await sleep(100 * round + Math.random() * 200);
    }
  }
}
