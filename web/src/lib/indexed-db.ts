/** What a request answers. @throws DOMException when it fails */
export function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Resolves once all of a transaction is stored. @throws DOMException when nothing of it is */
export function completed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
}

interface Database {
  readonly name: string;
  /** Makes the stores of a new one. */
  readonly create: (database: IDBDatabase) => void;
  /** The connection is gone; the next one may find another database. */
  readonly onGone?: () => void;
}

/** @returns what opens the database with the first call, and anew when the connection is gone */
export function createConnection(factory: IDBFactory, { name, create, onGone }: Database): () => Promise<IDBDatabase> {
  let database: Promise<IDBDatabase> | undefined;

  function forget(): void {
    database = undefined;
    onGone?.();
  }

  async function open(): Promise<IDBDatabase> {
    const request = factory.open(name, 1);
    request.onupgradeneeded = () => create(request.result);
    const db = await settled(request);
    // Another tab may bring a newer version, and browsers close idle connections: the next call opens again.
    db.onversionchange = () => {
      db.close();
      forget();
    };
    db.onclose = forget;
    return db;
  }

  return () => {
    if (database) return database;
    const opening = open();
    opening.catch(forget);
    database = opening;
    return opening;
  };
}
