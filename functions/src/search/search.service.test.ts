import type { PostCard } from '@inkwell/shared/posts';
import { describe, expect, it } from 'vitest';
import { newPost } from '../posts/posts.converter.ts';
import { createMemoryIndex } from '../testing/memory-index.ts';
import { partOf } from '../testing/parts.ts';
import { indexEntryOf } from './index-entry.ts';
import { createSearchService, type SearchRequest } from './search.service.ts';
import { createVocabulary } from './vocabulary.ts';

const NOW = new Date('2026-06-15T10:00:00.000Z');

interface Seeded {
  readonly id: string;
  readonly title?: string;
  readonly content?: string;
  readonly year?: number;
  readonly popularity?: number;
  readonly categoryId?: number;
  readonly tags?: readonly string[];
  readonly authorId?: string;
}

/** A search over these posts; the `unpublished` ones still have entries. */
function searchOver(posts: readonly Seeded[], unpublished: readonly string[] = []) {
  const index = createMemoryIndex();
  const vocabulary = createVocabulary();
  for (const { id, title = 'Title', content = 'text', year = 2026, popularity = 0, ...more } of posts) {
    const { categoryId = null, tags = [], authorId = 'ada' } = more;
    const publishedAt = new Date(Date.UTC(year, 0, 15));
    const post = newPost({ title, content, isPublished: true, categoryId }, { id, authorId, at: publishedAt });
    const names = { categoryName: null, authorNames: [authorId], tagNames: tags };
    const entry = indexEntryOf({ ...post, ...names, tagIds: tags, publishedAt });
    const { title: titleText, head, body } = entry;
    const shown = {
      title,
      slug: id,
      category: categoryId === null ? null : { id: categoryId, name: `C${categoryId}` },
      tags: tags.map((tag) => ({ name: tag, slug: tag })),
      authors: [{ id: authorId, name: authorId }],
    };
    index.add(
      {
        postId: id,
        title: titleText,
        head,
        body,
        popularity,
        publishedAt,
        shown,
        categoryId,
        tagIds: tags,
        authorIds: [authorId],
      } as Parameters<typeof index.add>[0],
      entry,
    );
    vocabulary.learn(head, body);
  }
  const service = createSearchService({
    index,
    hasOlder: async () => false,
    known: { now: () => vocabulary, newest: async () => vocabulary },
    posts: {
      textsAmong: async (_, ids) =>
        ids.flatMap((id) => {
          const post = unpublished.includes(id) ? undefined : posts.find((one) => one.id === id);
          const card = post && partOf<PostCard>({ id, title: post.title ?? 'Title', preview: '' });
          return card ? [{ card, content: post.content ?? 'text' }] : [];
        }),
    },
    tags: { named: async (slug) => (slug === 'sea' ? partOf({ id: 'sea' }) : null) },
    clock: { now: () => NOW },
  });
  return async (q: string, request: Partial<SearchRequest> = {}) => {
    const { items, ...answer } = await service.search(null, { q, limit: 8, ...request });
    return { ...answer, ids: items.map(({ id }) => id) };
  };
}

const many = (count: number, more: Partial<Seeded> = {}): Seeded[] =>
  Array.from({ length: count }, (_, n) => ({ id: `m${n}`, content: 'harbour', popularity: n, ...more }));

describe('a search', () => {
  const POSTS: readonly Seeded[] = [
    { id: 'title', title: 'Harbour lights', year: 2024, categoryId: 3, tags: ['sea'] },
    { id: 'near', content: 'The harbour light is out', year: 2025, authorId: 'bob' },
    { id: 'far', content: `harbour ${'other words '.repeat(40)} light`, popularity: 4, year: 2026 },
    { id: 'one', content: 'harbour only', popularity: 900 },
  ];

  it('finds posts with every word, best first: in the title, then near each other', async () => {
    const found = await searchOver(POSTS)('Harbour light');
    expect(found).toMatchObject({ ids: ['title', 'near', 'far'], total: 3, isCorrected: false, meant: null });
    expect(found.words).toEqual(expect.arrayContaining(['harbour', 'light']));
  });

  it('returns the filters for its results, most frequent first', async () => {
    const posts = [...POSTS, { id: 'x', content: 'harbour light', categoryId: 4, tags: ['sea', 'sky'] }];
    const { filters } = await searchOver([...posts, { ...posts[4], id: 'y', tags: ['sky'] } as Seeded])(
      'harbour light',
    );
    expect(filters.categories.map(({ id }) => id)).toEqual([4, 3]);
    expect(filters.tags.map(({ slug }) => slug).sort()).toEqual(['sea', 'sky']);
    expect(filters.authors.map(({ id }) => id)).toEqual(['ada', 'bob']);
    expect(filters.years).toEqual([2026, 2025, 2024]);
  });

  it('omits posts that were just unpublished', async () => {
    expect((await searchOver(POSTS, ['title'])('harbour light')).ids).toEqual(['near', 'far']);
  });
});

describe('a word with a typing error', () => {
  it.each([
    ['one post has it, and eight times as many the other', 1, 8, 'harbour'],
    ['two have it, and eight times as many the other', 2, 16, 'harbour'],
    ['three have it', 3, 24, null],
    ['not so many have the other', 1, 7, null],
  ])('is only suggested if %s', async (_, few, others, meant) => {
    const rare = Array.from({ length: few }, (__, n) => ({ id: `r${n}`, content: 'harbous' }));
    const found = await searchOver([...many(others), ...rare])('harbous');
    expect(found).toMatchObject({ meant, isCorrected: false, total: few });
  });
});
