import type { Database } from '../engine/database.ts';
import type { StoredDocument } from '../engine/document.ts';
import { planWrites, type Write, type WritePlan, writtenName } from '../engine/write.ts';
import { FirestoreError, invalidArgument, toFirestoreError } from '../errors.ts';
import type { DatabaseState } from '../firestore.ts';
import { parseDocumentName } from '../paths.ts';
import { toTimestamp } from '../time.ts';
import type { LockedWrite } from '../transactions/lock-manager.ts';
import type { Transaction } from '../transactions/transaction.ts';
import type { TransactionOptions } from '../transactions/transactions.ts';
import type { Access, Caller } from './access.ts';
import type { BatchWriteResponse, CommitRequest, CommitResponse } from './wire.ts';

/** BatchWrite accepts at most 500 writes. Commit is limited only by the size of the request. */
const maxBatchWrites = 500;

/** The versions of every written document, which show whether a query's range is affected. */
function lockedWrites(database: Database, writes: readonly Write[]): LockedWrite[] {
  let after: ReadonlyMap<string, StoredDocument | null> = new Map();
  try {
    after = new Map(planWrites(database, writes, database.nextTime()).mutations.map((m) => [m.key, m.document]));
  } catch (error) {
    // Such a commit fails when it runs. Until then, only the stored version counts.
    if (!(error instanceof FirestoreError)) throw error;
  }
  return keysOf(database, writes).map((key) => ({
    key,
    versions: [database.get(key), after.get(key)].filter((version) => version !== undefined && version !== null),
  }));
}

const keysOf = (database: Database, writes: readonly Write[]): string[] =>
  writes.map((write) => parseDocumentName(writtenName(write), database.name).key);

/** Waits for other locks, then computes the writes, checks access and applies them without interruption. */
function commitWrites(
  state: DatabaseState,
  access: Access,
  writes: readonly Write[],
  transaction: Transaction | null,
): Promise<CommitResponse> {
  const { database, transactions } = state;
  const apply = (): CommitResponse => {
    const time = database.nextTime();
    const plan: WritePlan = planWrites(database, writes, time);
    access.write(database, plan.mutations, time);
    database.apply(plan.mutations, time);
    return { writeResults: plan.results, commitTime: toTimestamp(time) };
  };
  if (writes.length === 0) return Promise.resolve().then(apply);
  const keys = new Set(keysOf(database, writes));
  return transactions.locks.write(transaction, keys, () => lockedWrites(database, writes), apply);
}

/**
 * firestore.proto, Commit: all writes or none.
 * @throws FirestoreError with the status of the first write that fails; ABORTED on contention
 */
export async function commit({ firestore, access }: Caller, request: CommitRequest): Promise<CommitResponse> {
  const state = firestore.state(request.database);
  const writes = request.writes ?? [];
  if (!request.transaction?.length) return commitWrites(state, access, writes, null);

  const transaction = state.transactions.find(request.transaction);
  if (transaction.isReadOnly && writes.length > 0) {
    throw invalidArgument('Cannot modify entities in a read-only transaction.');
  }
  try {
    const response = await commitWrites(state, access, writes, transaction);
    state.transactions.end(transaction, 'done');
    return response;
  } catch (error) {
    // An invalid request was not attempted, so its transaction stays open.
    const isInvalid = error instanceof FirestoreError && error.status === 'INVALID_ARGUMENT';
    if (!isInvalid) state.transactions.end(transaction, 'aborted');
    throw error;
  }
}

/**
 * firestore.proto, BatchWrite: each write succeeds or fails separately.
 * @throws FirestoreError PERMISSION_DENIED for all callers except server clients; INVALID_ARGUMENT for invalid or
 * repeated names
 */
export async function batchWrite(caller: Caller, request: CommitRequest): Promise<BatchWriteResponse> {
  const { firestore, access } = caller;
  access.admin('BatchWrite');
  const state = firestore.state(request.database);
  const writes = request.writes ?? [];
  if (writes.length > maxBatchWrites) {
    throw invalidArgument(`maximum ${maxBatchWrites} writes allowed per request`);
  }
  // An invalid name fails the whole call, as in Google's backend.
  const keys = keysOf(state.database, writes);
  if (new Set(keys).size !== keys.length) {
    throw invalidArgument('BatchWrite does not allow more than one write per document.');
  }
  const response: BatchWriteResponse = { writeResults: [], status: [] };
  const outcomes = await Promise.allSettled(writes.map((write) => commitWrites(state, access, [write], null)));
  for (const outcome of outcomes) {
    if (outcome.status === 'fulfilled') {
      response.writeResults.push(...outcome.value.writeResults);
      response.status.push({ code: 0, message: '' });
    } else {
      const error = toFirestoreError(outcome.reason);
      response.writeResults.push({ updateTime: null, transformResults: [] });
      response.status.push({ code: error.code, message: error.message });
    }
  }
  return response;
}

export function beginTransaction(
  { firestore }: Caller,
  request: { database: string; options?: TransactionOptions | null },
): { transaction: Buffer } {
  return { transaction: firestore.state(request.database).transactions.begin(request.options).id };
}

/**
 * firestore.proto, Rollback. Succeeds for a transaction that was already rolled back or aborted.
 * @throws FirestoreError INVALID_ARGUMENT for one that was committed or never existed
 */
export function rollback({ firestore }: Caller, request: { database: string; transaction: Buffer }): object {
  firestore.state(request.database).transactions.rollBack(request.transaction);
  return {};
}
