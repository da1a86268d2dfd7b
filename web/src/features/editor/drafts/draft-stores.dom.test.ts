import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { DRAFT_LIFE_MS, type Draft, type DraftStore } from './draft.ts';
import { createFallbackStore } from './draft-store.ts';
import { createIndexedDbStore } from './indexed-db-store.ts';
import { createLocalStorageStore } from './local-storage-store.ts';

const NOW_MS = 1_800_000_000_000;

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

    const found = await store.list('writer', null);

    expect(found.map(({ id }) => id)).toEqual(['draft-1', 'draft-2']);
    expect(found[0]).toEqual(draft({ savedAtMs: NOW_MS + 2, form: { ...draft().form, title: 'Newer' } }));
  });

  it('belong to one writer and one post', async () => {
    await store.put(draft());
    await store.put(draft({ id: 'draft-2', userId: 'other' }));
    await store.put(draft({ id: 'draft-3', postId: 'post-1' }));

    expect((await store.list('writer', 'post-1')).map(({ id }) => id)).toEqual(['draft-3']);
    expect((await store.list('other', null)).map(({ id }) => id)).toEqual(['draft-2']);
    expect(await store.list('other', 'post-1')).toEqual([]);
  });

  it('are gone once removed, and removing twice is no error', async () => {
    await store.put(draft());

    await store.remove('draft-1');
    await store.remove('draft-1');

    expect(await store.list('writer', null)).toEqual([]);
  });

  it('are forgotten after 90 days', async () => {
    await store.put(draft({ savedAtMs: NOW_MS - DRAFT_LIFE_MS }));
    await store.put(draft({ id: 'draft-2', savedAtMs: NOW_MS - DRAFT_LIFE_MS + 1 }));

    expect((await store.list('writer', null)).map(({ id }) => id)).toEqual(['draft-2']);
  });

  it('go back to the image the post had where a chosen file cannot be kept', async () => {
    const file = new File(['x'], 'a.png', { type: 'image/png' });
    await store.put(draft({ image: { kind: 'file', file, before: '/old.webp' } }));

    const [found] = await store.list('writer', null);

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
    expect(await store.list('writer', null)).toEqual([draft()]);
    await store.remove('draft-1');

    expect(await store.list('writer', null)).toEqual([]);
  });

  it('offers a draft from before a field of the form existed', async () => {
    const { excerpt: _, ...older } = draft().form;
    localStorage.setItem('inkwell-draft:older', JSON.stringify({ ...draft(), form: older }));

    expect(await createLocalStorageStore(() => NOW_MS).list('writer', null)).toEqual([draft()]);
  });

  it('leaves out what is not a draft', async () => {
    localStorage.setItem('inkwell-draft:broken', '{"id":');
    localStorage.setItem('inkwell-draft:foreign', '{"id":"x","userId":"writer"}');

    expect(await createLocalStorageStore(() => NOW_MS).list('writer', null)).toEqual([]);
  });
});
