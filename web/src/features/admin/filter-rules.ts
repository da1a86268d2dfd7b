import { STAFF_LIST_LIMITS } from '@inkwell/shared/staff-lists';

/* Which filters can be combined with a text search: the server has few indexes (product §7). */

export const WORDS_AND_FILTERS = `At most ${STAFF_LIST_LIMITS.filtersWithWords} filters beside words`;
export const WORDS_AND_ORDER = 'What is found by words is sorted by creation';

/** Shown if the server has searched a part of the list and found nothing yet. */
export const NONE_YET = 'None of those looked at so far. Load More looks further.';

export interface RulesWithWords<Name extends string> {
  /** Whether a filter that is not set is disabled. */
  blocks(name: Name): boolean;
  /** The filters that a text search would exceed. */
  dropped(q: string): Partial<Record<Name, undefined>>;
  readonly note: string | undefined;
}

export function withWords<Name extends string>(
  values: Readonly<Partial<Record<Name | 'q', string>>>,
  filters: readonly Name[],
): RulesWithWords<Name> {
  const chosen = filters.filter((name) => values[name] !== undefined);
  const isFull = values.q !== undefined && chosen.length >= STAFF_LIST_LIMITS.filtersWithWords;
  return {
    blocks: (name) => isFull && values[name] === undefined,
    dropped(q) {
      const tooMany = q ? chosen.slice(STAFF_LIST_LIMITS.filtersWithWords) : [];
      return Object.fromEntries(tooMany.map((name) => [name, undefined])) as Partial<Record<Name, undefined>>;
    },
    note: isFull ? `${WORDS_AND_FILTERS}.` : undefined,
  };
}
