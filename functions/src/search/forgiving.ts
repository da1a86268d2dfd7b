import { FindQuery } from '@inkwell/shared/fields';
import { documentsOf, type PageOfMany, type PageRequest } from '../common/paging.ts';
import { wholeWords } from '../common/text-search.ts';
import { wordsOf } from '../common/words.ts';
import { type KnownWords, LEARNED_AT_ONCE } from './known-words.ts';
import { createVocabulary, meantBy } from './vocabulary.ts';
import { withOtherWords } from './with-other-words.ts';

/** The number of newest documents in a list whose words are compared with an unknown word. */
const COMPARED = 100;
/** The number of corrections to look up. */
const MAX_TRIES = 3;

/** A staff list that can be searched. */
export interface FindableList<Found> {
  find(q: string): Promise<Found>;
  isEmpty(found: Found): boolean;
  /** The findable words of the newest documents. Reads at most `limit`. */
  wordsOfNewest(limit: number): Promise<readonly (readonly string[])[]>;
}

export interface Forgiven<Found> {
  readonly found: Found;
  /** The query that was looked up instead, because nothing matches the original; null for the original. */
  readonly meant: string | null;
  /** The maximum number of additional documents read. */
  readonly documents: number;
}

/** Looks a query up and, if nothing matches, a corrected query. This then reads at most 106 documents, and up to 3 lists. */
export type ForgivingSearch = <Found>(q: string, list: FindableList<Found>) => Promise<Forgiven<Found>>;

/**
 * The known words are visible to all readers, so they exclude unpublished texts. Unknown words are therefore also compared with those of the newest
 * documents in the list.
 */
export function createForgivingSearch(known: Pick<KnownWords, 'newest'>): ForgivingSearch {
  async function corrections(q: string, wordsOfNewest: FindableList<unknown>['wordsOfNewest']): Promise<string[]> {
    const words = [...new Set(wordsOf(q))];
    if (words.length === 0) return [];
    const [published, newest] = await Promise.all([known.newest(), wordsOfNewest(COMPARED)]);
    const own = createVocabulary();
    for (const findable of newest) own.learn(...wholeWords(findable));
    const choices = words.map((word) => {
      if (own.countOf(word) + published.countOf(word) > 0) return [word];
      const similar = [own, published].flatMap((vocabulary) => meantBy(vocabulary, word, MAX_TRIES));
      const sorted = similar.sort((a, b) => a.errors - b.errors).map((one) => one.word);
      return sorted.length > 0 ? [...new Set(sorted)] : [word];
    });
    const tries = Array.from({ length: MAX_TRIES }, (_, n) =>
      withOtherWords(
        q,
        words,
        choices.map((list, at) => list[n] ?? list[0] ?? words[at] ?? ''),
      ),
    );
    // The corrected query is one that staff could have typed, so that lists and actions accept it.
    const different = new Set(tries.filter((text) => text !== null));
    return [...different].filter((text) => FindQuery.safeParse(text).success);
  }

  return async (q, { find, isEmpty, wordsOfNewest }) => {
    const typed = await find(q);
    if (!isEmpty(typed)) return { found: typed, meant: null, documents: 0 };
    const tries = await corrections(q, wordsOfNewest);
    // Each empty list costs its reads and its count.
    const documents = COMPARED + LEARNED_AT_ONCE + 2 * tries.length;
    for (const meant of tries) {
      const found = await find(meant);
      if (!isEmpty(found)) return { found, meant, documents };
    }
    return { found: typed, meant: null, documents };
  };
}

interface FindablePage<T> extends Pick<FindableList<unknown>, 'wordsOfNewest'> {
  readonly q: string | undefined;
  readonly page: PageRequest;
  /** Reads the page of the whole list, or of the matches. */
  find(q: string | undefined): Promise<PageOfMany<T>>;
}

/**
 * A page of a list, with the corrected query if it is not `q`. Without words, a page of the whole list. Further pages use the first page's query,
 * whatever is written meanwhile.
 */
export async function forgivingPage<T>(
  forgiving: ForgivingSearch,
  { q, page, find, wordsOfNewest }: FindablePage<T>,
): Promise<PageOfMany<T>> {
  if (!q?.trim()) return find(undefined);
  const before = page.after?.searchedFor;
  if (before !== undefined) return searchedPage(await find(before), before);
  const isEmpty = ({ total }: PageOfMany<T>) => total === 0;
  const { found, meant, documents } = await forgiving(q, { find, isEmpty, wordsOfNewest });
  const all = { ...found, documents: documentsOf(found, found.items.length) + documents };
  return meant === null ? all : searchedPage(all, meant);
}

const searchedPage = <T>(page: PageOfMany<T>, searchedFor: string): PageOfMany<T> => ({
  ...page,
  searchedFor,
  next: page.next && { ...page.next, searchedFor },
});
