import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { type Backend, createDatabase, type Database } from './database.ts';
import { createFileBackend, type Folder } from './file-backend.ts';
import { localCopies } from './local-copies.ts';
import {
  type AutosaveRecord,
  DISCARDED_LIFE_MS,
  discarded,
  type Kind,
  newRecord,
  removed,
  restored,
  written,
} from './record.ts';
import { ANSWER_MS, type AutosaveStore, createStore, KEEP_MS, type Kept } from './store.ts';

const NOTE: Kind<{ text: string }> = { name: 'note', schema: z.object({ text: z.string() }) };

const note = (
  text: string,
  { ownerId = 'mary', place = 'here', file }: { ownerId?: string; place?: string; file?: File } = {},
) => newRecord(NOTE, { place, ownerId, fields: { text }, file });
const changed = (record: AutosaveRecord<{ text: string }>, text: string) => written(NOTE, record, { fields: { text } });
const textsIn = async (store: AutosaveStore, ownerId = 'mary') =>
  (await store.list(NOTE, ownerId)).records.map(({ fields }) => fields.text);

beforeEach(() => {
  vi.stubGlobal('IDBKeyRange', IDBKeyRange);
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});

/** A folder of the browser's file system whose files have at most `room` characters. */
function fakeFolder(room = Number.POSITIVE_INFINITY): Folder {
  const files = new Map<string, string>();
  const handle = (name: string) => ({
    kind: 'file',
    getFile: async () => new Blob([files.get(name) ?? '']),
    createWritable: async () => {
      let text = '';
      return {
        write: async (given: string) => {
          if (given.length > room) throw new DOMException('full', 'QuotaExceededError');
          text = given;
        },
        close: async () => void files.set(name, text),
        abort: async () => undefined,
      };
    },
  });
  const folder = {
    getFileHandle: async (name: string, { create = false } = {}) => {
      if (!create && !files.has(name)) throw new DOMException('none', 'NotFoundError');
      return handle(name);
    },
    removeEntry: async (name: string) => {
      if (!files.delete(name)) throw new DOMException('none', 'NotFoundError');
    },
    async *values() {
      for (const name of files.keys()) yield handle(name);
    },
  };
  return folder as unknown as Folder;
}

const filesOf = (folder = fakeFolder()): Backend => createFileBackend(async () => folder);
const refuse = () => Promise.reject(new DOMException('refused', 'QuotaExceededError'));
const everyCall = (call: () => Promise<never>): Database => ({
  put: call,
  putNewer: call,
  list: call,
  find: call,
  expired: call,
  remove: call,
});
const refusing = everyCall(refuse);
const silent = everyCall(() => new Promise<never>(() => {}));

const combinations: [string, () => AutosaveStore][] = [
  ['IndexedDB', () => createStore({ database: createDatabase(new IDBFactory()), files: null })],
  ['files', () => createStore({ database: null, files: filesOf() })],
  ['local storage', () => createStore({ database: null, files: null })],
];

describe.each(combinations)('records in %s', (_, create) => {
  let store: AutosaveStore;
  beforeEach(() => {
    store = create();
  });

  it('are listed in their latest version, last saved first', async () => {
    const first = note('First');
    await store.put(first);
    await store.put(note('Second'));
    const newer = changed(first, 'First, changed');
    await store.put({ ...newer, savedAtMs: newer.savedAtMs + 5 });

    expect(await textsIn(store)).toEqual(['First, changed', 'Second']);
  });

  it('belong to one owner, one kind and one place', async () => {
    await store.put(note('Hers'));
    await store.put(note('Hers, elsewhere', { place: 'there' }));
    await store.put(note('His', { ownerId: 'otto' }));

    expect((await store.list(NOTE, 'mary', 'there')).records).toMatchObject([{ fields: { text: 'Hers, elsewhere' } }]);
    expect(await textsIn(store, 'otto')).toEqual(['His']);
    expect((await store.list({ ...NOTE, name: 'other' }, 'mary')).records).toEqual([]);
  });

  it('are not listed once removed', async () => {
    const record = note('Sent');
    await store.put(record);

    await store.put(removed(record));

    expect(await textsIn(store)).toEqual([]);
    expect(await store.find(NOTE, record.id)).toBeUndefined();
  });

  it('can be restored for 30 days after they were discarded', async () => {
    const record = note('Thrown away');
    await store.put(discarded(record));
    const [found] = (await store.list(NOTE, 'mary')).records;
    expect(found).toMatchObject({ state: 'discarded', fields: { text: 'Thrown away' }, savedAtMs: record.savedAtMs });

    if (found) await store.put(restored(NOTE, found));
    expect((await store.list(NOTE, 'mary')).records).toMatchObject([{ state: 'open' }]);
    if (found) await store.put(discarded(restored(NOTE, found)));
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + DISCARDED_LIFE_MS + 1_000);

    expect(await textsIn(store)).toEqual([]);
  });

  it('are hidden and deleted after the time of their kind, whoever owns them, or kept forever', async () => {
    const brief = { ...NOTE, lifeMs: 1_000 };
    for (const ownerId of ['mary', 'otto']) {
      await store.put(newRecord(brief, { place: 'here', ownerId, fields: { text: 'Brief' } }));
      await store.put(note('For good', { ownerId }));
    }
    const now = Date.now();
    const clock = vi.spyOn(Date, 'now').mockReturnValue(now + 2_000);

    expect(await textsIn(store)).toEqual(['For good']);
    clock.mockReturnValue(now);

    await vi.waitFor(async () => expect(await textsIn(store, 'otto')).toEqual(['For good']));
  });

  it('are ignored if their fields are invalid', async () => {
    await store.put({ ...note(''), fields: { text: 1 } });

    expect(await textsIn(store)).toEqual([]);
  });
});

/** IndexedDB that can be made to refuse. */
function breakable() {
  const real = createDatabase(new IDBFactory());
  const state = { isBroken: false };
  const broken = Object.fromEntries(
    Object.entries(real).map(([name, call]) => [
      name,
      (...given: never[]) => (state.isBroken ? refuse() : (call as (...all: never[]) => unknown)(...given)),
    ]),
  ) as unknown as Database;
  return {
    database: broken,
    breakDown: () => Object.assign(state, { isBroken: true }),
    mend: () => Object.assign(state, { isBroken: false }),
  };
}

describe('if IndexedDB refuses', () => {
  const elsewhere: [string, () => Backend | null, Kept][] = [
    ['a file', () => filesOf(), 'words'],
    ['local storage, for files are full', () => filesOf(fakeFolder(10)), 'for-now'],
    ['local storage, without files', () => null, 'for-now'],
  ];
  it.each(elsewhere)('a record is stored in %s', async (_, files, kept) => {
    const store = createStore({ database: refusing, files: files() });
    const record = note('Still here');

    expect(await store.put(record)).toBe(kept);
    expect(await store.list(NOTE, 'mary')).toEqual({ records: [record], isComplete: false });
  });

  it('a record that cannot be stored is an error', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });

    await expect(createStore({ database: refusing, files: filesOf(fakeFolder(1)) }).put(note('Lost'))).rejects.toThrow(
      'refused',
    );
  });

  it.each([
    ['discarded', discarded],
    ['removed', removed],
  ] as const)('a record that was %s in the meantime is never restored', async (state, end) => {
    const { database, breakDown, mend } = breakable();
    const files = filesOf();
    const record = note('Thrown away');
    await createStore({ database, files }).put(record);
    breakDown();
    await createStore({ database, files }).put(end(record));

    const states = async () =>
      (await createStore({ database, files }).list(NOTE, 'mary')).records.map((one) => one.state);
    const expected = state === 'discarded' ? ['discarded'] : [];
    expect(await states()).toEqual(expected);
    mend();
    expect(await states()).toEqual(expected);
    await vi.waitFor(async () => expect((await database.find(record.id))?.state).toBe(state));
    expect(await states()).toEqual(expected);
    await vi.waitFor(async () => expect(await files.find(record.id)).toBeUndefined());
    expect(await states()).toEqual(expected);
  });

  it('a discarded record is forgotten after 30 days, and no older copy is open again', async () => {
    const { database, breakDown, mend } = breakable();
    const record = note('Thrown away');
    await createStore({ database, files: null }).put(record);
    breakDown();
    await createStore({ database, files: null }).put(discarded(record));
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + DISCARDED_LIFE_MS + 1_000);

    expect(await textsIn(createStore({ database, files: null }))).toEqual([]);
    expect(localCopies.all()).toHaveLength(1);
    mend();
    expect(await textsIn(createStore({ database, files: null }))).toEqual([]);
    await vi.waitFor(async () => expect(await database.find(record.id)).toBeUndefined());

    expect(await textsIn(createStore({ database, files: null }))).toEqual([]);
    expect(localCopies.all()).toEqual([]);
  });

  it('a newer copy elsewhere is used until IndexedDB works again', async () => {
    const { database, breakDown, mend } = breakable();
    const files = filesOf();
    const store = createStore({ database, files });
    const record = note('One');
    const two = changed(record, 'One, two');
    await store.put(record);
    breakDown();
    await store.put(two);
    mend();

    expect(await textsIn(createStore({ database, files }))).toEqual(['One, two']);
    await store.put(changed(two, 'One, two, three'));

    expect(await files.find(record.id)).toBeUndefined();
    expect(localCopies.all()).toEqual([]);
    expect(await textsIn(store)).toEqual(['One, two, three']);
  });

  it('only one warning is logged', async () => {
    const store = createStore({ database: refusing, files: null });

    await store.put(note('One'));
    await store.put(note('Two'));

    expect(console.warn).toHaveBeenCalledOnce();
  });
});

describe('if IndexedDB never answers', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });

  /** IndexedDB whose writes are answered on the test's command. */
  function slow() {
    const ends: (() => void)[] = [];
    const database = { ...silent, put: () => new Promise<void>((resolve) => ends.push(resolve)) };
    return { store: createStore({ database, files: null }), answer: () => ends.shift()?.() };
  }

  it('a record is stored elsewhere after 0.3 s and given up after 3 s, and the next one at once', async () => {
    const { store } = slow();

    const first = store.put(note('First'));
    await vi.advanceTimersByTimeAsync(KEEP_MS);
    expect(localCopies.all()).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(ANSWER_MS - KEEP_MS);

    expect(await first).toBe('for-now');
    expect(await store.put(note('Second'))).toBe('for-now');
  });

  it.each([KEEP_MS + 1, ANSWER_MS - 1])('for %i ms once, it still counts as working', async (ms) => {
    const { store, answer } = slow();

    const writing = store.put(note('Slow'));
    await vi.advanceTimersByTimeAsync(ms);
    answer();

    expect(await writing).toBe('all');
    expect(localCopies.all()).toEqual([]);
  });

  it('a record that was given up is reported once IndexedDB has it', async () => {
    const { store, answer } = slow();
    const told: Kept[] = [];

    const writing = store.put(note('Very slow'), (kept) => told.push(kept));
    await vi.advanceTimersByTimeAsync(ANSWER_MS);
    expect(await writing).toBe('for-now');
    answer();
    await vi.advanceTimersByTimeAsync(0);

    expect(told).toEqual(['all']);
    expect(localCopies.all()).toEqual([]);
  });

  it('a list waits three seconds once, and reports that it may be incomplete', async () => {
    localCopies.put(note('Still here'));
    const store = createStore({ database: silent, files: null });

    const first = store.list(NOTE, 'mary');
    await vi.advanceTimersByTimeAsync(ANSWER_MS);

    expect(await first).toMatchObject({ records: [{ fields: { text: 'Still here' } }], isComplete: false });
    const second = store.list(NOTE, 'mary');
    await vi.advanceTimersByTimeAsync(0);
    expect((await second).records).toHaveLength(1);
  });

  it('IndexedDB is used again once it answers', async () => {
    let answer = (_: never[]) => {};
    const answered = new Promise<never[]>((resolve) => {
      answer = resolve;
    });
    const database = { ...silent, list: () => answered, expired: async () => [] };
    const store = createStore({ database, files: null });
    const first = store.list(NOTE, 'mary');
    await vi.advanceTimersByTimeAsync(ANSWER_MS);
    await first;

    answer([]);
    await vi.advanceTimersByTimeAsync(0);

    expect((await store.list(NOTE, 'mary')).isComplete).toBe(true);
  });
});

describe('the copy in local storage', () => {
  it('exists until IndexedDB has stored a record, and later only for waiting writes', async () => {
    const store = createStore({ database: createDatabase(new IDBFactory()), files: null });
    const record = note('One');

    store.copy(record, false);
    expect(localCopies.all()).toEqual([record]);
    await store.put(record);
    expect(localCopies.all()).toEqual([]);
    store.copy(changed(record, 'One, two'), false);
    expect(localCopies.all()).toEqual([]);
    const late = changed(record, 'One, two, three');
    store.copy(late, true);

    expect(localCopies.all()).toEqual([late]);
  });

  it('is kept while an earlier version is being stored', async () => {
    const { database, breakDown } = breakable();
    const store = createStore({ database, files: null });
    const earlier = note('One');
    const later = changed(earlier, 'One, two');
    for (const isBroken of [false, true]) {
      if (isBroken) breakDown();
      const writing = store.put(earlier);
      store.copy(later, true);
      await writing;
      expect(localCopies.all()).toEqual([later]);
    }

    expect(await textsIn(store)).toEqual(['One, two']);
  });

  it('is stored in IndexedDB by the next page, unless a later version is there', async () => {
    const database = createDatabase(new IDBFactory());
    const early = note('Early');
    const stored = changed(early, 'Early, stored');
    await database.put(stored);
    const late = note('Late');
    await database.put(late);
    const closing = changed(late, 'Late, as the page was closed');
    for (const copy of [early, closing]) localCopies.put(copy);

    const store = createStore({ database, files: null });
    await textsIn(store);
    await vi.waitFor(async () => expect(await database.find(closing.id)).toEqual(closing));
    expect(localCopies.find(closing.id)).toEqual(closing);

    await textsIn(store);

    await vi.waitFor(() => expect(localCopies.all()).toEqual([]));
    expect([await database.find(stored.id), await database.find(closing.id)]).toEqual([stored, closing]);
    await database.putNewer(early);
    expect(await database.find(stored.id)).toEqual(stored);
  });

  it('does not restore a removed record after the browser is killed', async () => {
    const database = createDatabase(new IDBFactory());
    const store = createStore({ database, files: null });
    const record = note('Sent');
    await store.put(record);
    await store.put(removed(record));
    localCopies.put(record);

    expect(await textsIn(createStore({ database, files: null }))).toEqual([]);
    await vi.waitFor(() => expect(localCopies.all()).toEqual([]));
    expect(await database.find(record.id)).toMatchObject({ state: 'removed', fields: null });
  });

  it('is ignored if it is invalid', async () => {
    localStorage.setItem('inkwell-autosave:broken', '{"id":');
    localStorage.setItem('inkwell-autosave:foreign', '{"id":"x","ownerId":"mary"}');

    expect(await textsIn(createStore({ database: null, files: null }))).toEqual([]);
  });
});

describe('IndexedDB', () => {
  it('is opened again after another tab closed it', async () => {
    const factory = new IDBFactory();
    const store = createStore({ database: createDatabase(factory), files: null });
    await store.put(note('Before'));
    await new Promise((resolve) => {
      factory.deleteDatabase('inkwell-autosave').onsuccess = resolve;
    });

    expect(await store.put(note('After'))).toBe('all');

    expect(await textsIn(store)).toEqual(['After']);
  });

  it('of a newer version of the app is not used, and records are stored elsewhere', async () => {
    const factory = new IDBFactory();
    await new Promise((resolve) => {
      factory.open('inkwell-autosave', 2).onsuccess = resolve;
    });
    const store = createStore({ database: createDatabase(factory), files: filesOf() });

    expect(await store.put(note('Still here'))).toBe('words');
    expect(await textsIn(store)).toEqual(['Still here']);
  });

  it('keeps a file as long as the record contains it', async () => {
    const factory = new IDBFactory();
    const store = createStore({ database: createDatabase(factory), files: null });
    const file = new File(['x'], 'a.png', { type: 'image/png' });
    const record = note('With a picture', { file });
    await store.put(record);
    const files = async () => {
      const database = await new Promise<IDBDatabase>((resolve) => {
        const request = factory.open('inkwell-autosave');
        request.onsuccess = () => resolve(request.result);
      });
      const request = database.transaction('files').objectStore('files').getAllKeys();
      return new Promise((resolve) => {
        request.onsuccess = () => resolve(request.result);
      });
    };
    expect(await files()).toEqual([record.id]);

    await store.put(written(NOTE, record, { fields: { text: 'With a picture still' }, file }));
    expect(await files()).toEqual([record.id]);
    await store.put(changed(record, 'Without'));

    expect(await files()).toEqual([]);
  });
});
