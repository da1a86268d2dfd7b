import { type Backend, createDatabase, type Database } from './database.ts';
import { createFileBackend, openFolder } from './file-backend.ts';
import { localCopies } from './local-copies.ts';
import { type AutosaveRecord, type Kind, recordsOf, type StoredRecord } from './record.ts';

/** A slower database counts as one that never answers, as in broken browser profiles. */
export const ANSWER_MS = 3_000;
/** After this time without an answer, a record is stored elsewhere too, because a killed page would lose it. */
export const KEEP_MS = 300;

/**
 * How safely a record is stored: `all` survives a killed browser, and so does `words`, but without a selected file; `for-now` survives only a killed
 * tab.
 */
export type Kept = 'all' | 'words' | 'for-now';

export interface Listing<Fields> {
  /** Open and discarded records, most recently saved first. */
  readonly records: readonly AutosaveRecord<Fields>[];
  /** Whether IndexedDB answered. If not, a later call may find more. */
  readonly isComplete: boolean;
}

/** Stores records in IndexedDB, otherwise in a file of the browser, otherwise in local storage. */
export interface AutosaveStore {
  /**
   * Stores a record and replaces its earlier versions. Rejects if the browser refuses everywhere (storage off or full). An earlier write of the same
   * record may still be running.
   * @param onLater called if IndexedDB stores the record after it was given up
   */
  put(record: StoredRecord, onLater?: (kept: Kept) => void): Promise<Kept>;
  /**
   * Copies a record synchronously to local storage, if the page could be killed before `put` has finished: until IndexedDB has taken a record, and
   * whenever `isLate`. `put`, or a later page that finds it, deletes the copy.
   */
  copy(record: StoredRecord, isLate: boolean): void;
  /** The records of an owner and a kind, optionally of one place. */
  list<Fields>(kind: Kind<Fields>, ownerId: string, place?: string): Promise<Listing<Fields>>;
  /** A stored record; undefined if it does not exist, was removed or has expired. */
  find<Fields>(kind: Kind<Fields>, id: string): Promise<AutosaveRecord<Fields> | undefined>;
}

/** Limits the time of each call except `put`. After a time-out, the backend is not waited for until it answers again. */
function withDeadlines<B extends Backend>(backend: B) {
  let isSilent = false;
  async function ask<T>(answer: Promise<T>): Promise<T> {
    const heard = answer.then((value) => {
      isSilent = false;
      return value;
    });
    let timer: ReturnType<typeof setTimeout> | undefined;
    const deadline = new Promise<never>((_, reject) => {
      const giveUp = () => {
        isSilent = true;
        reject(new Error('The storage of the browser does not answer'));
      };
      if (isSilent) giveUp();
      else timer = setTimeout(giveUp, ANSWER_MS);
    });
    return Promise.race([heard, deadline]).finally(() => clearTimeout(timer));
  }
  return {
    ...backend,
    ask,
    list: (ownerId: string, kind?: string) => ask(backend.list(ownerId, kind)),
    find: (id: string) => ask(backend.find(id)),
    expired: (nowMs: number) => ask(backend.expired(nowMs)),
    remove: (id: string) => ask(backend.remove(id)),
  };
}

/** Whether a promise is fulfilled within some time. */
const isFulfilled = (answer: Promise<unknown>, withinMs: number): Promise<boolean> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, withinMs, false);
    const end = (is: boolean) => {
      clearTimeout(timer);
      resolve(is);
    };
    answer.then(
      () => end(true),
      () => end(false),
    );
  });

const isOver = ({ untilMs = Number.POSITIVE_INFINITY }: StoredRecord, nowMs = Date.now()): boolean => untilMs <= nowMs;

const isShown = (record: StoredRecord): boolean => record.state !== 'removed' && !isOver(record);

function latestOf(copies: readonly StoredRecord[]): Map<string, StoredRecord> {
  const latest = new Map<string, StoredRecord>();
  for (const copy of copies) if (copy.version > (latest.get(copy.id)?.version ?? -1)) latest.set(copy.id, copy);
  return latest;
}

export function createStore(given: {
  readonly database: Database | null;
  readonly files: Backend | null;
}): AutosaveStore {
  const database = given.database && withDeadlines(given.database);
  const files = given.files && withDeadlines(given.files);
  const backends = [database, files].filter((backend) => backend !== null);
  /** Whether IndexedDB accepted the last record. */
  let isProven = false;
  /** Whether it has not answered for longer than `KEEP_MS`. */
  let isSlow = false;
  /** The version of each record whose write began last. */
  const begun = new Map<string, number>();
  /** Records that may have a copy in a file or in local storage. */
  const copied = new Set<string>();
  const reading = new Map<string, Promise<{ readonly all: readonly StoredRecord[]; readonly isComplete: boolean }>>();
  let hasWarned = false;

  function warn(error: unknown): undefined {
    // Without this check there would be a warning for each keystroke.
    if (!hasWarned) console.warn('A storage of the browser failed', error);
    hasWarned = true;
  }

  /** Deletes copies that are not newer than the record in IndexedDB. */
  async function dropCopies({ id, version }: StoredRecord): Promise<void> {
    // A later write may be replacing the copy, and deletes it itself.
    if (!copied.has(id) || (begun.get(id) ?? 0) > version) return;
    const inFile = await files?.find(id);
    if (inFile && inFile.version <= version) await files?.remove(id);
    const local = localCopies.find(id);
    if (local && local.version <= version) localCopies.remove(id);
    // The newer copy is stored next.
    else if (!local) copied.delete(id);
  }

  /** Called when IndexedDB has a record. */
  async function proven(record: StoredRecord): Promise<Kept> {
    isProven = true;
    isSlow = false;
    await dropCopies(record).catch(warn);
    return 'all';
  }

  async function put(record: StoredRecord, onLater?: (kept: Kept) => void): Promise<Kept> {
    begun.set(record.id, record.version);
    // No older copy can come back.
    if (!database)
      return record.state === 'removed' ? deleteEverywhere(record.id).then(() => 'all') : putElsewhere(record);
    const storing = database.put(record);
    const answer = database.ask(storing);
    if (!isSlow && (await isFulfilled(answer, KEEP_MS))) return proven(record);
    isSlow = true;
    const elsewhere = putElsewhere(record);
    const ended = elsewhere.catch(() => undefined);
    try {
      await answer;
    } catch (error) {
      isProven = false;
      warn(error);
      storing
        .then(() => ended)
        .then(() => proven(record))
        .then(onLater, () => undefined);
      return elsewhere;
    }
    await ended;
    return proven(record);
  }

  async function putElsewhere(record: StoredRecord): Promise<Kept> {
    copied.add(record.id);
    // A newer copy may already be there and is stored next.
    const isLocal = (localCopies.find(record.id)?.version ?? 0) > record.version || localCopies.put(record);
    try {
      if (files) {
        await files.ask(files.put(record));
        return 'words';
      }
    } catch (error) {
      warn(error);
    }
    if (!isLocal) throw new Error('The browser refused to store a record');
    return 'for-now';
  }

  /** Deletes a record everywhere, starting with the copies that could restore it. */
  async function deleteEverywhere(id: string): Promise<void> {
    for (const backend of backends) await backend.remove(id);
    localCopies.remove(id);
  }

  async function latest(id: string): Promise<StoredRecord | undefined> {
    const copies = await Promise.all(backends.map((backend) => backend.find(id).catch(warn)));
    return latestOf([...copies, localCopies.find(id)].filter((copy) => copy !== undefined)).get(id);
  }

  /** Deletes expired records of all owners. */
  async function tidy(): Promise<void> {
    const now = Date.now();
    const local = localCopies.all().filter((copy) => isOver(copy, now));
    const lists = await Promise.all(backends.map((backend) => backend.expired(now)));
    for (const id of new Set([...lists.flat(), ...local.map((copy) => copy.id)])) {
      const record = await latest(id);
      if (!record || isOver(record, now)) await deleteEverywhere(id);
    }
  }

  async function read(kind: string, ownerId: string) {
    const [stored, inFiles] = await Promise.all([
      database?.list(ownerId, kind).catch(warn),
      files?.list(ownerId).catch(warn),
    ]);
    const copies = [...(inFiles ?? []), ...localCopies.all()].filter((copy) => copy.ownerId === ownerId);
    const all = latestOf([...(stored ?? []), ...copies.filter((copy) => copy.kind === kind)]);
    for (const { id } of copies) copied.add(id);
    if (database && stored) {
      for (const record of all.values()) {
        // If it is missing, its page was closed before IndexedDB had it. The copy stays until a later list finds the record there, because older
        // writes of another tab may still be running.
        void (stored.includes(record) ? dropCopies(record) : database.putNewer(record)).catch(warn);
      }
    }
    void tidy().catch(warn);
    return { all: [...all.values()], isComplete: stored !== undefined || !database };
  }

  return {
    put,
    copy(record, isLate) {
      if (isProven && !isLate) return;
      copied.add(record.id);
      localCopies.put(record);
    },
    async list(kind, ownerId, place) {
      const key = JSON.stringify([kind.name, ownerId]);
      // A page asks several times while it renders.
      const answer = reading.get(key) ?? read(kind.name, ownerId).finally(() => reading.delete(key));
      reading.set(key, answer);
      const { all, isComplete } = await answer;
      const matching = all.filter((record) => isShown(record) && (place === undefined || record.place === place));
      const records = recordsOf(kind, matching).sort((a, b) => b.savedAtMs - a.savedAtMs || b.version - a.version);
      return { records, isComplete };
    },
    async find(kind, id) {
      const record = await latest(id);
      return record && isShown(record) ? recordsOf(kind, [record])[0] : undefined;
    },
  };
}

/** The records of this browser. */
export const autosaveStore: AutosaveStore = createStore({
  database: typeof indexedDB === 'undefined' ? null : createDatabase(indexedDB),
  files: 'storage' in navigator && 'getDirectory' in navigator.storage ? createFileBackend(openFolder) : null,
});
