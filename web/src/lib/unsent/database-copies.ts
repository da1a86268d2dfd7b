import { completed, createConnection, settled } from '../indexed-db.ts';
import { type Kept, readKept } from './kept.ts';

const DATABASE = 'inkwell-unsent';
const KEPT = 'kept';
const BY_OWNER = 'by-owner';
const BY_END = 'by-end';

export interface DatabaseCopies {
  /** Rejects when the browser refuses (private window, storage full). */
  put(kept: readonly Kept[]): Promise<void>;
  ofOwner(ownerId: string): Promise<Kept[]>;
  find(id: string): Promise<Kept | null>;
  /** Forgets, of whomever, what was to be kept until now. */
  forgetOld(nowMs: number): Promise<void>;
}

/** Copies in IndexedDB, which survive a killed browser from the moment `put` resolves. */
export function createDatabaseCopies(factory: IDBFactory): DatabaseCopies {
  const connect = createConnection(factory, {
    name: DATABASE,
    create(database) {
      const store = database.createObjectStore(KEPT, { keyPath: 'id' });
      store.createIndex(BY_OWNER, 'ownerId');
      store.createIndex(BY_END, 'untilMs');
    },
  });

  async function write(change: (store: IDBObjectStore) => void, isWhole: boolean): Promise<void> {
    const db = await connect();
    // The system's buffers outlive the browser; waiting for the disk with each keystroke would only help against lost power.
    const transaction = db.transaction(KEPT, 'readwrite', { durability: 'relaxed' });
    const done = completed(transaction);
    change(transaction.objectStore(KEPT));
    // Otherwise the page would have to live until it has heard of each request.
    if (isWhole) transaction.commit();
    return done;
  }

  const store = async () => (await connect()).transaction(KEPT).objectStore(KEPT);

  return {
    put: (kept) =>
      write((records) => {
        for (const one of kept) records.put(one);
      }, true),
    ofOwner: async (ownerId) => readKept(await settled((await store()).index(BY_OWNER).getAll(ownerId))),
    find: async (id) => readKept([await settled((await store()).get(id))])[0] ?? null,
    forgetOld: (nowMs) =>
      write((records) => {
        const old = records.index(BY_END).openCursor(IDBKeyRange.upperBound(nowMs));
        old.onsuccess = () => {
          old.result?.delete();
          old.result?.continue();
        };
      }, false),
  };
}
