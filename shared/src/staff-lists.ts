/** Limits of the lists of posts and accounts that staff search, filter and sort. */
export const STAFF_LIST_LIMITS = {
  /** Filters that can be combined with a search by words. */
  filtersWithWords: 2,
  /** The maximum number of documents read for a page if an index is not enough: for several words, or accounts that are offline. */
  scanned: 200,
  /** The maximum number of people offered by a filter. */
  people: 200,
  /** The maximum number of online accounts that are filtered, or sorted by anything but their last activity. */
  online: 500,
} as const;
