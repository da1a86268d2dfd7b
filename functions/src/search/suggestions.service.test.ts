import { describe, expect, it } from 'vitest';
import { newPost } from '../posts/posts.converter.ts';
import { createMemoryIndex } from '../testing/memory-index.ts';
import { indexEntryOf } from './index-entry.ts';
import { createSuggestionService, type Suggested } from './suggestions.service.ts';
import { createVocabulary } from './vocabulary.ts';

const AT = new Date('2026-01-15T10:00:00.000Z');

interface Seeded {
  readonly title: string;
  readonly popularity?: number;
  readonly authors?: readonly string[];
  readonly excerpt?: string;
  /** Whether the entry is older than the version with a post's shown fields. */
  readonly isOlder?: boolean;
}

/** Suggestions for these posts, whose ids are their titles. `isKnown`: whether the words of all posts are loaded. */
function suggestingFrom(posts: readonly Seeded[], { isKnown = true } = {}) {
  const index = createMemoryIndex();
  const vocabulary = createVocabulary();
  for (const { title, popularity = 0, authors = ['Ada'], excerpt = null, isOlder = false } of posts) {
    const post = newPost({ title, content: 'x', isPublished: true, excerpt }, { id: title, authorId: 'ada', at: AT });
    const names = { categoryName: null, authorNames: authors, tagNames: [] };
    const entry = indexEntryOf({ ...post, ...names, publishedAt: AT });
    const shown = {
      title,
      slug: `${title}-slug`,
      category: null,
      tags: [],
      authors: authors.map((name) => ({ id: name, name })),
    };
    const { title: words, head, body } = entry;
    index.add(
      {
        postId: title,
        title: words,
        head,
        body,
        popularity,
        publishedAt: AT,
        shown: isOlder ? null : shown,
        categoryId: null,
        tagIds: [],
        authorIds: [],
      } as Parameters<typeof index.add>[0],
      entry,
    );
    if (isKnown) vocabulary.learn(head, body);
  }
  const tag = { name: 'Sea', slug: 'sea', description: null, picture: null, postCount: 1 };
  const service = createSuggestionService({
    index,
    tags: { suggest: async (_, limit) => Array.from({ length: limit }, () => tag) },
    known: { now: () => vocabulary, loaded: async () => vocabulary },
  });
  const titlesOf = ({ suggestions }: Suggested) => suggestions.posts.map(({ title }) => title);
  return {
    service,
    typed: async (q: string) => titlesOf(await service.typed(q)),
    meant: async (q: string) => titlesOf(await service.meant(q)),
  };
}

const times = (count: number, title: string, popularity = 0) =>
  Array.from({ length: count }, (_, n) => ({ title: `${title} ${n}`, popularity }));

describe('suggestions for a beginning', () => {
  const { typed, service } = suggestingFrom([
    { title: 'The harbour wall' },
    { title: 'Harvest at the wall', popularity: 9 },
    { title: 'Harbour lights', popularity: 2, excerpt: 'of Kiel' },
    { title: 'Old harbour', isOlder: true },
  ]);

  it.each([
    ['har', ['Harvest at the wall', 'Harbour lights', 'The harbour wall']],
    ['harbours', ['Harbour lights', 'The harbour wall']],
    ['the har', ['Harvest at the wall', 'The harbour wall']],
    ['harbour wa', ['The harbour wall']],
    ['harbour kie', ['Harbour lights']],
    ['harbuor', ['Harbour lights', 'The harbour wall']],
    ['zzzz', []],
    ['!!', []],
  ])('%s are posts with these words, most popular first', async (q, titles) => {
    expect(await typed(q)).toEqual(titles);
  });

  it('are posts with their address, and report their cost', async () => {
    expect(await service.typed('lights')).toEqual({
      suggestions: {
        posts: [{ id: 'Harbour lights', title: 'Harbour lights', slug: 'Harbour lights-slug' }],
        tags: Array.from({ length: 2 }, () => ({ name: 'Sea', slug: 'sea' })),
        authors: [],
      },
      documents: 4,
    });
    expect((await service.typed('zzzz')).documents).toBe(8);
    expect(await service.typed('!!')).toEqual({ suggestions: { posts: [], tags: [], authors: [] }, documents: 0 });
  });

  it('are at most four posts', async () => {
    expect(await suggestingFrom(times(6, 'Harbour')).typed('har')).toHaveLength(4);
  });

  it('are authors with each of the words in their names, each once', async () => {
    const authors = ['Mary Shelley', 'Percy Shelley'];
    const { service } = suggestingFrom([
      { title: 'One', authors },
      { title: 'Two', authors },
    ]);
    const named = async (q: string) => (await service.typed(q)).suggestions.authors;
    expect(await named('shel')).toEqual(authors.map((name) => ({ id: name, name })));
    expect(await named('shelley ma')).toEqual([{ id: 'Mary Shelley', name: 'Mary Shelley' }]);
    expect((await service.typed('shelley')).documents).toBe(5 + 2 + 2);
  });
});

describe('suggestions for corrected words', () => {
  it.each([
    ['half of its words', 'lighthouse rock', ['Lighthouse keepers of the rock', 'Lighthouse keepers']],
    ['more than half of them, not less', 'lighthouse boat elsewhere', ['Elsewhere in a boat']],
    ['a word with a typing error', 'lighthuose', ['Lighthouse keepers', 'Lighthouse keepers of the rock']],
    ['a short one', 'rcok', ['Lighthouse keepers of the rock']],
    ['a very short one', 'hte', ['Lighthouse keepers of the rock']],
    ['none of them', 'xmlrpc login', []],
  ])('are posts with %s, best matches first', async (_, q, titles) => {
    const { meant } = suggestingFrom([
      { title: 'Lighthouse keepers', popularity: 5 },
      { title: 'Lighthouse keepers of the rock', popularity: 1 },
      { title: 'Elsewhere in a boat' },
    ]);
    expect(await meant(q)).toEqual(titles);
  });

  it.each([true, false])('are not words of many titles, whether their number is known (%s) or not', async (isKnown) => {
    const posts = [...times(12, 'The ways and the days', 9), { title: 'The dough and the clock' }];
    expect(await suggestingFrom(posts, { isKnown }).meant('and the dough knows the clock')).toEqual([
      'The dough and the clock',
    ]);
  });

  it('cost nothing if no post has any of the words', async () => {
    const { service } = suggestingFrom([{ title: 'Lighthouse' }]);
    expect((await service.meant('xmlrpc login')).documents).toBe(0);
    expect((await service.meant('lighthouse')).documents).toBe(4 + 2 + 1);
  });
});
