/** Limits of the lists of posts and accounts that staff search, filter and sort. */
export const STAFF_LIST_LIMITS = {
  /** Filters that can be combined with a search by words. */
  filtersWithWords: 2,
  /** Documents read for one page where an index is not enough: several words, or accounts that are offline. */
  scanned: 200,
  /** Online accounts that are filtered, or sorted by anything but their last activity. */
  /** People that a filter by person offers. */
  people: 200,
  online: 500,
} as const;
