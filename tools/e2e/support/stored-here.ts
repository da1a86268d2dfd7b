import type { Page } from '@playwright/test';

/** Runs in a page. @returns all data that the browser has stored for the site, as one text */
export async function readStored(): Promise<string> {
  const opened = (name: string) =>
    new Promise<IDBDatabase>((resolve, reject) => {
      const asked = indexedDB.open(name);
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => reject(asked.error);
    });
  const recordsOf = (database: IDBDatabase, store: string) =>
    new Promise<unknown[]>((resolve, reject) => {
      const asked = database.transaction(store).objectStore(store).getAll();
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => reject(asked.error);
    });
  const records: unknown[] = [];
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await opened(name);
    for (const store of database.objectStoreNames) records.push(name, store, await recordsOf(database, store));
    database.close();
  }
  return JSON.stringify({ local: { ...localStorage }, session: { ...sessionStorage }, records });
}

/** All data that this browser has stored for the site, as one text. */
export const storedHere = (page: Page): Promise<string> => page.evaluate(readStored);
