import type { Database } from '../engine/database.ts';
import { FirestoreError, invalidArgument } from '../errors.ts';
import type { Micros, Timestamp } from '../time.ts';
import { toMicros } from '../time.ts';
import { contention, LockManager } from './lock-manager.ts';
import { createTransaction, type Transaction } from './transaction.ts';

/** common.proto, TransactionOptions. */
export interface TransactionOptions {
  readOnly?: { readTime?: Timestamp };
  readWrite?: { retryTransaction?: Buffer };
}

/** "Usage and limits": idle expiration 60 s, maximum 270 s. */
const idleLimitMs = 60_000;
const totalLimitMs = 270_000;
const sweepMs = 1_000;
const maxEnded = 10_000;

/** The open transactions of one database. */
export class Transactions {
  readonly #database: Database;
  readonly #open = new Map<string, Transaction>();
  /** The age and outcome of recent transactions, to which retries refer. */
  readonly #ended = new Map<string, { age: number; state: 'aborted' | 'done' }>();
  readonly locks = new LockManager((transaction) => this.end(transaction, 'aborted'));
  readonly #sweeper: NodeJS.Timeout;

  constructor(database: Database) {
    this.#database = database;
    this.#sweeper = setInterval(() => this.#sweep(), sweepMs);
    this.#sweeper.unref();
  }

  begin(options: TransactionOptions | null | undefined): Transaction {
    const retried = options?.readWrite?.retryTransaction;
    const retriedId = retried?.length ? retried.toString('hex') : '';
    const transaction = createTransaction({
      isReadOnly: Boolean(options?.readOnly),
      readTime: options?.readOnly ? this.#readTime(options.readOnly.readTime) : null,
      retryOf: this.#open.get(retriedId) ?? this.#ended.get(retriedId),
    });
    this.#open.set(transaction.id.toString('hex'), transaction);
    if (!transaction.isReadOnly) this.locks.add(transaction);
    return transaction;
  }

  #readTime(timestamp: Timestamp | undefined): Micros {
    return timestamp ? this.checkReadTime(timestamp) : this.#database.readTime();
  }

  /** @throws FirestoreError INVALID_ARGUMENT for a time in the future, FAILED_PRECONDITION for one that is too old */
  checkReadTime(timestamp: Timestamp): Micros {
    const time = toMicros(timestamp);
    const now = Math.max(this.#database.lastTime, Date.now() * 1000);
    if (time > now) throw invalidArgument("The requested 'read_time' cannot be in the future.");
    if (time < this.#database.history.horizon || time < now - 3600e6) {
      throw new FirestoreError('FAILED_PRECONDITION', "The requested 'read_time' is too old.");
    }
    return time;
  }

  /** @throws FirestoreError ABORTED or INVALID_ARGUMENT if the transaction is no longer open */
  find(id: Buffer): Transaction {
    const key = id.toString('hex');
    const transaction = this.#open.get(key);
    if (transaction) {
      transaction.lastUsedAt = Date.now();
      return transaction;
    }
    const ended = this.#ended.get(key);
    if (ended?.state === 'aborted') throw contention();
    if (ended) throw invalidArgument('The referenced transaction has expired or is no longer valid.');
    throw invalidArgument('Invalid transaction.');
  }

  /**
   * Ends the transaction `id`, unless it was already aborted.
   * @throws FirestoreError INVALID_ARGUMENT
   */
  rollBack(id: Buffer): void {
    if (this.#ended.get(id.toString('hex'))?.state === 'aborted') return;
    this.end(this.find(id), 'aborted');
  }

  /** The open transaction `id`. Does not extend its expiration. */
  peek(id: Buffer): Transaction | undefined {
    return this.#open.get(id.toString('hex'));
  }

  /** Ends a transaction, so that waiting ones can continue. */
  end(transaction: Transaction, state: 'aborted' | 'done'): void {
    if (transaction.state !== 'active') return;
    transaction.state = state;
    const key = transaction.id.toString('hex');
    this.#open.delete(key);
    this.#ended.set(key, { age: transaction.age, state });
    const [oldest] = this.#ended.keys();
    if (this.#ended.size > maxEnded && oldest !== undefined) this.#ended.delete(oldest);
    this.locks.release(transaction);
  }

  #sweep(): void {
    const now = Date.now();
    for (const transaction of [...this.#open.values()]) {
      if (now - transaction.lastUsedAt > idleLimitMs || now - transaction.startedAt > totalLimitMs) {
        this.end(transaction, 'done');
      }
    }
  }

  /** Ends all transactions, for example when the database is cleared. */
  endAll(): void {
    for (const transaction of [...this.#open.values()]) this.end(transaction, 'aborted');
  }

  close(): void {
    clearInterval(this.#sweeper);
    this.endAll();
  }
}
