import type { Viewer } from '@inkwell/shared/permissions';
import type { PostCard } from '@inkwell/shared/posts';
import { lookupOf, wordsOf } from '../common/words.ts';
import type { PostService } from '../posts/posts.service.ts';
import { matchOf } from './index-entry.ts';
import type { SearchIndex } from './search-index.repository.ts';

/** Entries looked at for one query; what lies beyond is missed. */
export const MAX_CANDIDATES = 40;

export interface SearchService {
  /**
   * Published posts that hold every word of `query`: those that match in the title first, then by popularity. A query without
   * words finds nothing. Reads at most 40 index entries and the `limit` posts found.
   */
  find(viewer: Viewer, query: string, limit: number): Promise<PostCard[]>;
}

export function createSearchService({
  index,
  posts,
}: {
  index: Pick<SearchIndex, 'lookUp'>;
  posts: Pick<PostService, 'publishedAmong'>;
}): SearchService {
  return {
    async find(viewer, query, limit) {
      const words = [...new Set(wordsOf(query))];
      // The longest word is the rarest, as a rule.
      const [longest] = [...words].sort((a, b) => b.length - a.length);
      if (longest === undefined) return [];

      const token = lookupOf(longest);
      const withBody = words.length > 1 || token !== longest;
      const candidates = await index.lookUp(token, { limit: MAX_CANDIDATES, withBody });
      const matches = candidates
        .map((entry) => ({ ...entry, match: withBody ? matchOf(entry, words) : matchOfOne(entry, longest) }))
        .filter(({ match }) => match !== null)
        .sort((a, b) => Number(b.match === 'title') - Number(a.match === 'title') || b.popularity - a.popularity);

      // The index is written in the transaction that unpublishes, but the reads of entries and posts are not one.
      const found = matches.slice(0, limit).map(({ postId }) => postId);
      return posts.publishedAmong(viewer, found);
    },
  };
}

/** The look-up has found the word already; only whether it is in the title is still open. */
const matchOfOne = (entry: { title: string }, word: string) =>
  matchOf({ title: entry.title, head: '', body: '' }, [word]) ?? ('elsewhere' as const);
