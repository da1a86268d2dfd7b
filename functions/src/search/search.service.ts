import type { Viewer } from '@inkwell/shared/permissions';
import type { PostCard } from '@inkwell/shared/posts';
import type { PageOfMany } from '../common/paging.ts';
import { lookupOf, wordsOf } from '../common/words.ts';
import type { PostService } from '../posts/posts.service.ts';
import { isMatch, type TitleWords, titleToken, titleWordsOf } from './index-entry.ts';
import type { FoundEntry, SearchIndex } from './search-index.repository.ts';

/** The most posts that a search counts. */
const MAX_COUNTED = 40;

/** Entries read by one look-up: one more than are counted shows that there are more. */
const MAX_CANDIDATES = MAX_COUNTED + 1;

/** The words of a query that are looked up in titles: Firestore compares with at most 30. */
const MAX_TITLE_WORDS = 30;

/** The most entries read for a query: those with a word, and those with the word in the title. */
export const MAX_READ = 2 * MAX_CANDIDATES;

export interface SearchService {
  /**
   * Published posts that hold every word of `query`: those with more of its words in the title first, whole words before
   * beginnings, then by popularity. A query without words finds nothing. `total` is null for more than 40. Reads at most 41
   * index entries and the `limit` posts found; up to 41 entries more for a word that more than 40 posts have, but too few of them in the title.
   */
  find(viewer: Viewer, query: string, limit: number): Promise<PageOfMany<PostCard>>;
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
      // The longest word is usually the rarest.
      const [longest] = [...words].sort((a, b) => b.length - a.length);
      if (longest === undefined) return { items: [], total: 0, next: null, documents: 0 };

      const token = lookupOf(longest);
      // A query of one short word is completely checked by the look-up.
      const withBody = words.length > 1 || token !== longest;
      const options = { limit: MAX_CANDIDATES, withBody };
      const rank = (entries: readonly FoundEntry[]) =>
        entries
          .filter((entry) => !withBody || isMatch(entry, words))
          .map((entry) => ({ ...entry, inTitle: titleWordsOf(entry, words) }))
          .sort((a, b) => byTitle(a.inTitle, b.inTitle) || b.popularity - a.popularity);

      const popular = await index.lookUp([token], options);
      let matches = rank(popular);
      let entriesRead = popular.length;
      // Less popular posts with the word in the title may have been missed, unless there are enough that nothing could precede.
      if (popular.length === MAX_CANDIDATES && (matches[limit - 1]?.inTitle.whole ?? 0) < words.length) {
        const titled = await index.lookUp(words.slice(0, MAX_TITLE_WORDS).map(lookupOf).map(titleToken), options);
        entriesRead += titled.length;
        const both = new Map([...popular, ...titled].map((entry) => [entry.postId, entry]));
        matches = rank([...both.values()]);
      }

      // Checked again, because entries and posts are not read in one transaction.
      const found = matches.slice(0, limit).map(({ postId }) => postId);
      return {
        items: await posts.publishedAmong(viewer, found),
        total: matches.length > MAX_COUNTED ? null : matches.length,
        next: null,
        documents: Math.max(entriesRead, 1) + found.length,
      };
    },
  };
}

const byTitle = (a: TitleWords, b: TitleWords): number => b.begun - a.begun || b.whole - a.whole;
