/** The address with which this document was opened; the app may have replaced it since. */
export const openedAt = (): URL =>
  new URL(performance.getEntriesByType?.('navigation')[0]?.name || window.location.href);

/** The id of the post at an address. */
export const postIdAt = (pathname: string): string | undefined => /^\/posts\/([^/]+)/.exec(pathname)?.[1];
