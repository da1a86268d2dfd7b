import { Database } from './engine/database.ts';
import { parseDatabaseName } from './paths.ts';
import { QueryIndexes } from './query/indexes.ts';
import { Transactions } from './transactions/transactions.ts';

/** One database with its locks, transactions and indexes. */
export interface DatabaseState {
  readonly database: Database;
  readonly indexes: QueryIndexes;
  readonly transactions: Transactions;
}

/** The databases of all projects. As in the official emulator, a database is created on first use. */
export class Firestore {
  readonly #states = new Map<string, DatabaseState>();
  readonly #creationListeners: ((state: DatabaseState) => void)[] = [];

  /** @throws FirestoreError INVALID_ARGUMENT unless `name` is `projects/{p}/databases/{d}` */
  state(name: string): DatabaseState {
    const known = this.#states.get(name);
    if (known) return known;
    parseDatabaseName(name);
    const database = new Database(name);
    const state = { database, indexes: new QueryIndexes(database), transactions: new Transactions(database) };
    this.#states.set(name, state);
    for (const listener of this.#creationListeners) listener(state);
    return state;
  }

  /** The existing databases. */
  states(): Iterable<DatabaseState> {
    return this.#states.values();
  }

  /** Calls `listener` for every existing and future database. */
  onDatabase(listener: (state: DatabaseState) => void): void {
    this.#creationListeners.push(listener);
    for (const state of this.#states.values()) listener(state);
  }

  /** Deletes all documents of a database in one commit, which listeners receive. Open transactions are aborted. */
  clear(name: string): void {
    const { database, transactions } = this.state(name);
    transactions.endAll();
    const keys = [...database.collections.values()].flatMap(({ documents }) =>
      [...documents.values()].map(({ key }) => key),
    );
    database.apply(
      keys.map((key) => ({ key, document: null })),
      database.nextTime(),
    );
  }

  close(): void {
    for (const { transactions } of this.#states.values()) transactions.close();
  }
}
