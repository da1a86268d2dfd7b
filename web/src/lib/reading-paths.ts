/** Addresses of what readers keep, which the first page does not need. */
export const readingPaths = { readingList: '/reading-list', following: '/following' } as const;
