import type { PostCard } from '@inkwell/shared/posts';
import { describe, expect, it } from 'vitest';
import type { NotificationEvent } from '../personal-notifications/personal-notifications.converter.ts';
import type { StoredPost } from '../posts/posts.converter.ts';
import { cacheOf, partOf } from '../testing/parts.ts';
import type { NewPost, StoredFollow } from './following.converter.ts';
import { createFollowingService } from './following.service.ts';

const at = (hour: number) => new Date(Date.UTC(2026, 0, 15, hour));
const ME = { id: 'me', role: 'user' } as const;
const ADA: StoredFollow = { kind: 'author', id: 'ada', at: at(5) };

/** A post by Ada, published at this hour. */
const post = (hour: number, changes: Partial<NewPost> = {}): NewPost => ({
  id: `p${hour}`,
  publishedAt: at(hour),
  notedAt: at(hour),
  authorIds: ['ada'],
  categoryId: null,
  tagIds: [],
  seriesId: null,
  ...changes,
});
const card = (id: string, authorIds = ['ada']) =>
  partOf<PostCard>({ id, authors: authorIds.map((one) => ({ id: one })) as never });

interface Given {
  readonly items?: readonly StoredFollow[];
  readonly lookedTo?: Date;
  readonly unpublished?: readonly string[];
  readonly opened?: readonly string[];
  readonly older?: readonly PostCard[];
}

function serviceOf(
  all: readonly NewPost[],
  { items = [ADA], lookedTo, unpublished = [], opened = [], older = [] }: Given,
) {
  const events: NotificationEvent[] = [];
  const looks: Date[] = [];
  const olderThan: { before: Date; limit: number }[] = [];
  const isPublished = (id: string) => !unpublished.includes(id);
  const service = createFollowingService({
    authorPages: partOf({}),
    lists: { tag: partOf({}), series: partOf({}) },
    categories: cacheOf(),
    listNames: { tag: cacheOf(), series: cacheOf() },
    following: partOf({
      find: async () => ({ items: [...items], lookedTo }),
      noteLook: async (_: string, to: Date) => void looks.push(to),
    }),
    newPosts: { find: async () => [...all] },
    notifications: { notify: async (_: string, event: NotificationEvent) => void events.push(event) } as never,
    stored: {
      findCards: async (ids) =>
        ids.map((id) => partOf<StoredPost>({ id, title: `Title ${id}`, isPublished: isPublished(id) })) as never,
    },
    posts: partOf({
      publishedAmong: async (_: unknown, ids: readonly string[]) => ids.filter(isPublished).map((id) => card(id)),
      async publishedBefore(_: unknown, __: unknown, span: { before: Date; limit: number }) {
        olderThan.push(span);
        return older.slice(0, span.limit);
      },
      popular: async () => ['p9', 'popular-1', 'popular-2', 'popular-3'].map((id) => card(id, ['bob'])),
    }),
    won: async () => undefined,
    authors: cacheOf({ ada: { displayName: 'Ada' } as never }),
    openedBy: async () => new Set(opened),
    clock: { now: () => at(20) },
  });
  return { service, events, looks, olderThan };
}

describe('a look at new posts', () => {
  const look = async (all: readonly NewPost[], given: Given = {}) => {
    const { service, events, looks } = serviceOf(all, given);
    const count = await service.look(ME);
    const [event] = events;
    return { count, looks, event: event?.what === 'posted' ? event : undefined };
  };

  it('notifies of all posts published since, newest first, and names three', async () => {
    const { count, event, looks } = await look([post(9), post(8), post(7), post(6)]);
    expect(count).toBe(4);
    expect(event?.posts.map(({ id }) => id)).toEqual(['p9', 'p8', 'p7', 'p6']);
    expect(event?.titles).toEqual(['Title p9', 'Title p8', 'Title p7']);
    expect(event?.posts[0]).toEqual({ id: 'p9', authorId: 'ada', name: 'Ada' });
    expect(looks).toEqual([at(9)]);
  });

  it.each([
    ['noted later than the last look', { lookedTo: at(7) }, ['p9', 'p8']],
    ['noted at the last look', { lookedTo: at(9) }, []],
    ['published since they were followed', { items: [{ ...ADA, at: at(8) }] }, ['p9', 'p8']],
    ['of what is followed', { items: [{ ...ADA, id: 'bob' }] }, []],
    ['that are still published, among the named ones', { unpublished: ['p9', 'p6'] }, ['p8', 'p7', 'p6']],
    ['that anybody follows', { items: [] }, []],
  ])('notifies only of posts %s', async (_, given, ids) => {
    const { count, event, looks } = await look([post(9), post(8), post(7), post(6)], given);
    expect(event?.posts.map(({ id }) => id) ?? []).toEqual(ids);
    expect(count).toBe(ids.length);
    expect(looks).toHaveLength(ids.length > 0 ? 1 : 0);
  });

  it('never notifies people of their own posts, and does not look again at deleted ones', async () => {
    expect(await look([post(9, { authorIds: ['ada', 'me'] })])).toEqual({ count: 0, looks: [], event: undefined });
    expect(await look([post(9)], { unpublished: ['p9'] })).toEqual({ count: 0, looks: [at(9)], event: undefined });
  });

  it('names only posts by the author that it names', async () => {
    const items = [ADA, { ...ADA, id: 'bob' }];
    const { event } = await look([post(9), post(8, { authorIds: ['bob'] })], { items });
    expect(event?.posts.map(({ authorId, name }) => [authorId, name])).toEqual([
      ['ada', 'Ada'],
      ['bob', ''],
    ]);
  });
});

describe('posts for a reader', () => {
  const posts = async (given: Given, options: { limit: number; only?: 'followed' }, all = [post(9), post(8)]) => {
    const { service, olderThan } = serviceOf(all, given);
    return { ids: (await service.posts(ME, options)).map(({ id }) => id), olderThan };
  };

  it('are the followed ones, opened ones last, then popular ones, each once', async () => {
    expect((await posts({ opened: ['p9'] }, { limit: 4 })).ids).toEqual(['p8', 'p9', 'popular-1', 'popular-2']);
    expect((await posts({ opened: ['p9'] }, { limit: 1 })).ids).toEqual(['p8']);
    expect((await posts({}, { limit: 1 })).ids).toEqual(['p9']);
  });

  it('contain no popular ones, and keep their order, if only followed ones are requested', async () => {
    expect((await posts({ opened: ['p9'] }, { limit: 4, only: 'followed' })).ids).toEqual(['p9', 'p8']);
  });

  it('continue with older ones by others if there are too few', async () => {
    const older = [card('old-1'), card('old-2', ['bob', 'me']), card('old-3')];
    const { ids, olderThan } = await posts({ older }, { limit: 5, only: 'followed' });
    expect(ids).toEqual(['p9', 'p8', 'old-1', 'old-3']);
    expect(olderThan).toEqual([{ before: at(8), limit: 3 }]);
    expect((await posts({ older }, { limit: 2 })).olderThan).toEqual([]);
  });

  it('include those published before they were followed', async () => {
    expect((await posts({ items: [{ ...ADA, at: at(12) }] }, { limit: 2 })).ids).toEqual(['p9', 'p8']);
  });
});
