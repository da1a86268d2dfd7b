/** Limits of the lists of posts and accounts that staff search, filter and sort. */
export const STAFF_LIST_LIMITS = {
  /** Filters that a search by words may be combined with. */
  filtersWithWords: 2,
  /** Documents read for one page where an index alone does not decide: several words, or accounts that are not online. */
  scanned: 200,
  /** Accounts online that are filtered or sorted by anything but their last activity. */
  online: 500,
} as const;
