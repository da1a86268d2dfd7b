import type { PostCard } from '@inkwell/shared/posts';
import { describe, expect, it } from 'vitest';
import { partOf } from '../testing/parts.ts';
import { createBookmarkService } from './bookmarks.service.ts';

const ME = { id: 'me', role: 'user' } as const;
const at = (second: number) => new Date(1_000 * second);
/** Oldest first. Two posts have the same time. */
const SAVED = [
  { id: 'a', at: at(1), lists: ['Later'] },
  { id: 'b', at: at(2), lists: [] },
  { id: 'c', at: at(2), lists: ['Later'] },
  { id: 'd', at: at(3), lists: ['Travel'] },
];

function serviceOf(gone: readonly string[] = []) {
  return createBookmarkService({
    bookmarks: partOf({ find: async () => ({ posts: SAVED, lists: ['Later', 'Travel'] }) }),
    posts: {
      publishedAmong: async (_, ids) => ids.filter((id) => !gone.includes(id)).map((id) => partOf<PostCard>({ id })),
    },
    clock: { now: () => at(9) },
  });
}

describe('the reading list', () => {
  it.each([1, 2, 3, 4, 5])('lists each post once, most recently saved first, in pages of %i', async (limit) => {
    const service = serviceOf();
    const ids: string[] = [];
    let after: Awaited<ReturnType<typeof service.list>>['next'] = null;
    do {
      const page = await service.list(ME, undefined, { limit, after });
      ids.push(...page.items.map((item) => ('postId' in item ? item.postId : '')));
      expect(page).toMatchObject({ total: 4, documents: 1 + page.items.length });
      after = page.next;
    } while (after && ids.length < 9);
    expect(ids).toEqual(['d', 'c', 'b', 'a']);
  });

  it('can be filtered by list, and continues after a post that was removed', async () => {
    const service = serviceOf();
    const ids = async (...given: Parameters<typeof service.list>) => (await service.list(...given)).items;
    expect(await ids(ME, 'Later', { limit: 9, after: null })).toMatchObject([{ postId: 'c' }, { postId: 'a' }]);
    const after = { createdAtMs: 2_000, id: 'bb' };
    expect(await ids(ME, undefined, { limit: 9, after })).toMatchObject([{ postId: 'b' }, { postId: 'a' }]);
  });

  it('reveals about a missing post only that it is missing', async () => {
    const { items } = await serviceOf(['c']).list(ME, undefined, { limit: 2, after: null });
    expect(items).toEqual([
      { postId: 'd', savedAt: at(3).toISOString(), lists: ['Travel'], post: { id: 'd' } },
      { postId: 'c', gone: true },
    ]);
    expect((await serviceOf().saved(ME)).posts.map(({ postId }) => postId)).toEqual(['d', 'c', 'b', 'a']);
  });
});
