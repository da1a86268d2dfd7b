import * as z from 'zod/mini';
import { CategoryIdText } from './categories.ts';
import { endpoint } from './endpoint.ts';
import { DocumentId } from './fields.ts';
import { PostCard, SearchQuery } from './posts.ts';
import { FIRST_YEAR } from './search-key.ts';
import { SlugParams, TagRef } from './tags.ts';

export const FindPostsQuery = z.extend(SearchQuery, {
  /** Filters, by properties that every result must have. */
  categoryId: z.optional(CategoryIdText),
  tag: z.optional(SlugParams.shape.slug),
  authorId: z.optional(DocumentId),
  /** Of the first publication, in UTC. */
  year: z.optional(
    z.pipe(
      z.string().check(z.regex(/^\d{4}$/, 'Invalid year')),
      z.pipe(z.transform(Number), z.int().check(z.gte(FIRST_YEAR, 'Invalid year'), z.lte(9999, 'Invalid year'))),
    ),
  ),
  sort: z._default(z.enum(['best', 'newest']), 'best'),
});

/** The result of a search. */
export const FoundPosts = z.object({
  items: z.array(PostCard),
  /** A passage of the text for each, with words that are in neither title nor preview; null without one. */
  passages: z.array(z.nullable(z.string())),
  /** Null for more than 40. */
  total: z.nullable(z.int()),
  /** The matched words in the results, without case and accents, for highlighting. */
  words: z.array(z.string()),
  /** The corrected query, if there is one. */
  meant: z.nullable(z.string()),
  /** Whether the results are for `meant`, because nothing matches the query. */
  isCorrected: z.boolean(),
  /** The choices for narrowing the results, most frequent first, years from the latest. Beyond 40 results, only those of some results. */
  filters: z.object({
    categories: z.array(z.object({ id: z.int(), name: z.string() })),
    tags: z.array(TagRef),
    authors: z.array(z.object({ id: z.string(), name: z.string() })),
    years: z.array(z.int()),
  }),
});
export type FoundPosts = z.infer<typeof FoundPosts>;

/** Suggestions for somebody who types a search or opened an unknown address. */
export const Suggestions = z.object({
  posts: z.array(z.object({ id: z.string(), title: z.string(), slug: z.string() })),
  tags: z.array(TagRef),
  authors: z.array(z.object({ id: z.string(), name: z.string() })),
});
export type Suggestions = z.infer<typeof Suggestions>;

export const searchApi = {
  find: endpoint({
    method: 'GET',
    path: '/api/search',
    access: 'public',
    scope: 'posts:read',
    summary:
      'Published posts that contain every word of the query, also in other forms; where none does, those with what was probably meant. Filtered, and the best or newest first.',
    query: FindPostsQuery,
    response: FoundPosts,
    cacheable: true,
    rate: { bucket: 'search', by: 'address', perMinute: 120, scope: 'instance' },
  }),
  suggestions: endpoint({
    method: 'GET',
    path: '/api/search/suggestions',
    access: 'public',
    scope: 'posts:read',
    summary:
      'Posts by the words of their titles, tags and authors by their names, while somebody types: the last word may be a beginning. Where no title has all of the words, those with most of what was probably meant.',
    query: z.object({ q: SearchQuery.shape.q }),
    response: Suggestions,
    cacheable: true,
    // One for each pause while typing.
    rate: { bucket: 'suggestions', by: 'address', perMinute: 240, scope: 'instance' },
  }),
} as const;
