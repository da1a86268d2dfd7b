/** Addresses of reading list and following, which the first page does not need. */
export const readingPaths = { readingList: '/reading-list', following: '/following' } as const;
