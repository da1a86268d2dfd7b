import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { DISCARDED_LIFE_MS, type Draft, type DraftStore, offersFor } from './draft.ts';
import { createFallbackStore, KEEP_MS } from './draft-store.ts';
import { createFileStore, type DraftFolder } from './file-store.ts';
import { createIndexedDbStore } from './indexed-db-store.ts';
import { createLocalStorageStore } from './local-storage-store.ts';

const NOW_MS = 1_800_000_000_000;

beforeEach(() => vi.stubGlobal('IDBKeyRange', IDBKeyRange));

const draft = (changes: Partial<Draft> = {}): Draft => ({
  id: 'draft-1',
  userId: 'writer',
  postId: null,
  form: { title: 'Title', content: 'Text', excerpt: '', categoryId: '', isPublished: false },
  image: { kind: 'none' },
  base: null,
  submissionKey: 'key-1',
  savedAtMs: NOW_MS,
  ...changes,
});

/** A folder of the browser's file system that takes `room` characters in a file. */
function fakeFolder(room = Number.POSITIVE_INFINITY): DraftFolder {
  const files = new Map<string, string>();
  const handle = (name: string) => ({
    kind: 'file',
    getFile: async () => new Blob([files.get(name) ?? '']),
    createWritable: async () => {
      let written = '';
      return {
        write: async (text: string) => {
          if (text.length > room) throw new DOMException('full', 'QuotaExceededError');
          written = text;
        },
        close: async () => void files.set(name, written),
        abort: async () => undefined,
      };
    },
  });
  const folder = {
    getFileHandle: async (name: string) => handle(name),
    removeEntry: async (name: string) => {
      if (!files.delete(name)) throw new DOMException('none', 'NotFoundError');
    },
    async *values() {
      for (const name of files.keys()) yield handle(name);
    },
  };
  return folder as unknown as DraftFolder;
}

const fileStore = (room?: number): DraftStore => {
  const folder = fakeFolder(room);
  return createFileStore(
    async () => folder,
    () => NOW_MS,
  );
};

const stores: [string, () => DraftStore][] = [
  ['IndexedDB', () => createIndexedDbStore(new IDBFactory(), () => NOW_MS)],
  ['files', () => fileStore()],
  ['local storage', () => createLocalStorageStore(() => NOW_MS)],
];

describe.each(stores)('drafts in %s', (_, create) => {
  let store: DraftStore;
  beforeEach(() => {
    store = create();
  });

  it('come back as they were put, newest first', async () => {
    await store.put(draft());
    await store.put(draft({ id: 'draft-2', savedAtMs: NOW_MS + 1 }));
    await store.put(draft({ savedAtMs: NOW_MS + 2, form: { ...draft().form, title: 'Newer' } }));

    const found = await store.list('writer');

    expect(found.map(({ id }) => id)).toEqual(['draft-1', 'draft-2']);
    expect(found[0]).toEqual(draft({ savedAtMs: NOW_MS + 2, form: { ...draft().form, title: 'Newer' } }));
  });

  it('belong to one writer and one post', async () => {
    await store.put(draft());
    await store.put(draft({ id: 'draft-2', userId: 'other' }));
    await store.put(draft({ id: 'draft-3', postId: 'post-1', savedAtMs: NOW_MS + 1 }));

    const found = await store.list('writer');

    expect(found.map(({ id }) => id)).toEqual(['draft-3', 'draft-1']);
    expect(offersFor(found, 'post-1').map(({ id }) => id)).toEqual(['draft-3']);
    expect(offersFor(found, null).map(({ id }) => id)).toEqual(['draft-1']);
    expect((await store.list('other')).map(({ id }) => id)).toEqual(['draft-2']);
  });

  it('are gone once removed, and removing twice is no error', async () => {
    await store.put(draft());

    await store.remove('draft-1');
    await store.remove('draft-1');

    expect(await store.list('writer')).toEqual([]);
  });

  it('are forgotten 30 days after they were thrown away, and never before', async () => {
    await store.put(draft({ savedAtMs: 0 }));
    await store.put(draft({ id: 'draft-2', discardedAtMs: NOW_MS - DISCARDED_LIFE_MS }));
    await store.put(draft({ id: 'draft-3', savedAtMs: 1, discardedAtMs: NOW_MS - DISCARDED_LIFE_MS + 1 }));

    const found = await store.list('writer');

    expect(found.map(({ id }) => id)).toEqual(['draft-3', 'draft-1']);
    expect(offersFor(found, null).map(({ id }) => id)).toEqual(['draft-1']);
  });

  it('go back to the image the post had where a chosen file cannot be kept', async () => {
    const file = new File(['x'], 'a.png', { type: 'image/png' });
    await store.put(draft({ image: { kind: 'file', file, before: '/old.webp' } }));

    const [found] = await store.list('writer');

    // jsdom's files do not survive structured cloning; real browsers bring back the file from IndexedDB.
    expect(found?.image).toEqual({ kind: 'stored', url: '/old.webp' });
  });
});

describe('a store with something to fall back on', () => {
  it('keeps the draft in the second when the first refuses', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const refuse = () => Promise.reject(new DOMException('refused', 'QuotaExceededError'));
    const store = createFallbackStore(
      { put: refuse, list: refuse, remove: refuse },
      createLocalStorageStore(() => NOW_MS),
    );

    await store.put(draft());
    expect(await store.list('writer')).toEqual([draft()]);
    await store.remove('draft-1');

    expect(await store.list('writer')).toEqual([]);
  });

  it('waits for no first one that never answers, and says that pictures are not kept', async () => {
    vi.useFakeTimers();
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const silence = () => new Promise<never>(() => {});
    const store = createFallbackStore(
      { put: silence, list: silence, remove: silence },
      createLocalStorageStore(() => NOW_MS),
    );
    const file = new File(['x'], 'a.png', { type: 'image/png' });

    const first = store.put(draft({ image: { kind: 'file', file, before: null } }));
    await vi.advanceTimersByTimeAsync(KEEP_MS);

    expect(await first).toBe('for-now');
    expect(await store.put(draft({ id: 'draft-2' }))).toBe('for-now');
    expect(await store.list('writer')).toHaveLength(2);
    vi.useRealTimers();
  });

  it('jots down in local storage what the first one has not taken yet, and only that', async () => {
    const first = createIndexedDbStore(new IDBFactory(), () => NOW_MS);
    const store = createFallbackStore(
      first,
      createLocalStorageStore(() => NOW_MS),
    );
    const jotted = () => localStorage.getItem('inkwell-draft:draft-1');

    const one = draft();
    store.jot?.(one, false);
    expect(jotted()).not.toBeNull();
    await store.put(one);
    expect(jotted()).toBeNull();
    store.jot?.(one, false);

    expect(jotted()).toBeNull();
  });

  it('jots down what has to wait for an earlier write, until it is its turn', async () => {
    const store = createFallbackStore(
      createIndexedDbStore(new IDBFactory(), () => NOW_MS),
      createLocalStorageStore(() => NOW_MS),
    );
    const jotted = () => localStorage.getItem('inkwell-draft:draft-1');
    const [earlier, later] = [draft(), draft({ savedAtMs: NOW_MS + 1 })];
    await store.put(draft());

    const writing = store.put(earlier);
    store.jot?.(later, true);
    await writing;
    expect(jotted()).toBe(JSON.stringify(later));
    expect(await store.list('writer')).toEqual([later]);
    await store.put(later);

    expect(jotted()).toBeNull();
    expect(await store.list('writer')).toEqual([later]);
  });

  it('says that a file holds no picture, and that local storage does not outlive the browser', async () => {
    expect(await fileStore().put(draft())).toBe('words');
    expect(
      await createFallbackStore(
        fileStore(10),
        createLocalStorageStore(() => NOW_MS),
      ).put(draft()),
    ).toBe('for-now');
  });

  it('keeps the last whole version in a file when a longer one does not fit', async () => {
    const store = fileStore(JSON.stringify(draft()).length);

    await store.put(draft());

    await expect(store.put(draft({ postId: 'a longer record' }))).rejects.toThrow('full');
    expect(await store.list('writer')).toEqual([draft()]);
  });

  it('keeps no older copy in the second one when the first takes drafts again', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const first = createIndexedDbStore(new IDBFactory(), () => NOW_MS);
    const put = vi.spyOn(first, 'put').mockRejectedValueOnce(new DOMException('full', 'QuotaExceededError'));
    const store = createFallbackStore(
      first,
      createLocalStorageStore(() => NOW_MS),
    );

    await store.put(draft());
    await store.put(draft({ discardedAtMs: NOW_MS }));

    expect(put).toHaveBeenCalledTimes(2);
    expect(await store.list('writer')).toEqual([draft({ discardedAtMs: NOW_MS })]);
  });

  it('offers a draft from before a field of the form existed', async () => {
    const { excerpt: _, ...older } = draft().form;
    localStorage.setItem('inkwell-draft:older', JSON.stringify({ ...draft(), form: older }));

    expect(await createLocalStorageStore(() => NOW_MS).list('writer')).toEqual([draft()]);
  });

  it('leaves out what is not a draft', async () => {
    localStorage.setItem('inkwell-draft:broken', '{"id":');
    localStorage.setItem('inkwell-draft:foreign', '{"id":"x","userId":"writer"}');

    expect(await createLocalStorageStore(() => NOW_MS).list('writer')).toEqual([]);
  });
});
