import { POST_LIMITS } from './post-limits.ts';

/** The query of an address, trimmed and at most as long as the API accepts. */
export const readSearchQuery = (q: string): string =>
  q
    .trim()
    .slice(0, POST_LIMITS.query)
    // Half of a surrogate pair at the limit.
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim();
