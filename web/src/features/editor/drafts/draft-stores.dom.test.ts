import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { DISCARDED_LIFE_MS, type Draft, type DraftStore, offersFor } from './draft.ts';
import { ANSWER_MS, createFallbackStore } from './draft-store.ts';
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

const stores: [string, () => DraftStore][] = [
  ['IndexedDB', () => createIndexedDbStore(new IDBFactory(), () => NOW_MS)],
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
    await vi.advanceTimersByTimeAsync(ANSWER_MS);

    expect(await first).toBe('words');
    expect(await store.put(draft({ id: 'draft-2' }))).toBe('all');
    expect(await store.list('writer')).toHaveLength(2);
    vi.useRealTimers();
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
