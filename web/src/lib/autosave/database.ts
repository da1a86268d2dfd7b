import { readRecords, type StoredRecord } from './record.ts';

const DATABASE = 'inkwell-autosave';
const RECORDS = 'records';
/** Selected files by record id. Stored separately, so that a keystroke does not write 10 MB again. */
const FILES = 'files';
const BY_OWNER = 'by-owner';
const BY_END = 'by-end';
/** How often a write waits until the disk confirms it, to survive a power failure. A killed browser loses nothing that the system has buffered. */
const STRICT_EVERY_MS = 1_000;

/** A place in the browser that stores records. All calls reject if the browser refuses. */
export interface Backend {
  /** Stores a record and replaces its earlier versions. */
  put(record: StoredRecord): Promise<void>;
  /** The records of an owner, of one kind or of all kinds. */
  list(ownerId: string, kind?: string): Promise<StoredRecord[]>;
  find(id: string): Promise<StoredRecord | undefined>;
  /** The ids of expired records of all owners. */
  expired(nowMs: number): Promise<string[]>;
  remove(id: string): Promise<void>;
}

/** IndexedDB. Writes are done in call order. */
export interface Database extends Backend {
  /** Stores the copy of a record, unless a later version is stored. The copy has no file, so a stored file stays. */
  putNewer(copy: StoredRecord): Promise<void>;
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function completed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
}

async function open(factory: IDBFactory, onGone: () => void): Promise<IDBDatabase> {
  const request = factory.open(DATABASE, 1);
  request.onupgradeneeded = () => {
    const records = request.result.createObjectStore(RECORDS, { keyPath: 'id' });
    records.createIndex(BY_OWNER, ['ownerId', 'kind']);
    records.createIndex(BY_END, 'untilMs');
    request.result.createObjectStore(FILES);
  };
  const database = await settled(request);
  // Another tab may install a newer version, and browsers close idle connections.
  database.onversionchange = () => {
    database.close();
    onGone();
  };
  database.onclose = onGone;
  return database;
}

/** Records in IndexedDB, with their files. Once `put` resolves, they survive a killed tab or browser. */
export function createDatabase(factory: IDBFactory): Database {
  /** The file that this page last stored for each record. */
  const writtenFiles = new Map<string, File | undefined>();
  let strictAtMs = 0;
  let connection: Promise<IDBDatabase> | null = null;

  /** Opens the database on first use, and again after the connection was closed. */
  function connect(): Promise<IDBDatabase> {
    const forget = () => {
      connection = null;
      writtenFiles.clear();
    };
    if (!connection) {
      connection = open(factory, forget);
      connection.catch(forget);
    }
    return connection;
  }

  async function read(ask: (records: IDBObjectStore) => IDBRequest<StoredRecord[]>): Promise<StoredRecord[]> {
    const transaction = (await connect()).transaction([RECORDS, FILES]);
    const records = await settled(ask(transaction.objectStore(RECORDS)));
    const files = await Promise.all(records.map(({ id }) => settled(transaction.objectStore(FILES).get(id))));
    return readRecords(
      records.map((record, at) => (files[at] instanceof File ? { ...record, file: files[at] } : record)),
    );
  }

  async function write(change: (records: IDBObjectStore, files: IDBObjectStore) => void): Promise<void> {
    const database = await connect();
    const isStrict = Date.now() >= strictAtMs + STRICT_EVERY_MS;
    if (isStrict) strictAtMs = Date.now();
    const durability = isStrict ? 'strict' : 'relaxed';
    const transaction = database.transaction([RECORDS, FILES], 'readwrite', { durability });
    const done = completed(transaction);
    change(transaction.objectStore(RECORDS), transaction.objectStore(FILES));
    // Without an explicit commit, the transaction would be lost if the page closes before all requests are answered.
    transaction.commit();
    return done;
  }

  return {
    async put({ file, ...record }) {
      await write((records, files) => {
        records.put(record);
        if (writtenFiles.has(record.id) && writtenFiles.get(record.id) === file) return;
        if (file) files.put(file, record.id);
        else files.delete(record.id);
      });
      writtenFiles.set(record.id, file);
    },
    async putNewer({ file: _, ...record }) {
      const transaction = (await connect()).transaction(RECORDS, 'readwrite', { durability: 'strict' });
      const records = transaction.objectStore(RECORDS);
      const request: IDBRequest<StoredRecord | undefined> = records.get(record.id);
      request.onsuccess = () => {
        if ((request.result?.version ?? 0) < record.version) records.put(record);
      };
      return completed(transaction);
    },
    list: (ownerId, kind) =>
      read((records) =>
        records.index(BY_OWNER).getAll(IDBKeyRange.bound([ownerId, kind ?? ''], [ownerId, kind ?? []])),
      ),
    find: async (id) => (await read((records) => records.getAll(id)))[0],
    async expired(nowMs) {
      const records = (await connect()).transaction(RECORDS).objectStore(RECORDS);
      return (await settled(records.index(BY_END).getAllKeys(IDBKeyRange.upperBound(nowMs)))).map(String);
    },
    async remove(id) {
      await write((records, files) => {
        records.delete(id);
        files.delete(id);
      });
      writtenFiles.delete(id);
    },
  };
}
