import { STAFF_LIST_LIMITS } from '@inkwell/shared/staff-lists';

/* Which filters can be combined with a text search: the server has few indexes (product §7). */

const FILTERS_WITH_SEARCH = `At most ${STAFF_LIST_LIMITS.filtersWithWords} filters with a search`;

/** Shown when the server has searched part of the list without a result. */
export const NO_MATCH_YET = 'No match so far. Load More continues the search.';

/** Shown when a search finds more than the server sorts by match. */
export const TOO_MANY_TO_RANK = 'Too many results to sort by match, so the newest are first. Add a word.';

export interface RulesWithWords<Name extends string> {
  /** Why an unset filter is disabled; undefined if it is not. */
  blockedBy(name: Name): string | undefined;
  /** The filters that are too many for a text search. */
  dropped(q: string): Partial<Record<Name, undefined>>;
  readonly note: string | undefined;
}

export function withWords<Name extends string>(
  values: Readonly<Partial<Record<Name | 'q', string>>>,
  filters: readonly Name[],
): RulesWithWords<Name> {
  const active = filters.filter((name) => values[name] !== undefined);
  const isFull = values.q !== undefined && active.length >= STAFF_LIST_LIMITS.filtersWithWords;
  return {
    blockedBy: (name) => (isFull && values[name] === undefined ? FILTERS_WITH_SEARCH : undefined),
    dropped(q) {
      const tooMany = q ? active.slice(STAFF_LIST_LIMITS.filtersWithWords) : [];
      return Object.fromEntries(tooMany.map((name) => [name, undefined])) as Partial<Record<Name, undefined>>;
    },
    note: isFull ? `${FILTERS_WITH_SEARCH}.` : undefined,
  };
}
