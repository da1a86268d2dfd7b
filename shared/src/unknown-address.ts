import { readSearchQuery } from './search-query.ts';

/** What an address says that leads nowhere. The title is that of product §2. */
export const UNKNOWN_ADDRESS = {
  title: '404 Page Not Found',
  lead: 'There is nothing at this address. It may have been moved, or never existed.',
  meant: 'Did you mean',
  newest: 'Newest posts',
  /** How many posts it shows. */
  posts: 6,
} as const;

/** What somebody may have looked for at a path: the words of its last part. Empty for files, which mostly programs ask for. */
export function wordsOfPath(path: string): string {
  const last = decoded(path.split('/').filter(Boolean).at(-1) ?? '').replace(/\.html?$/i, '');
  return last.includes('.') ? '' : readSearchQuery(last.replace(/[-_+]+/g, ' '));
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // Already decoded, with a percent sign in it, or never encoded.
    return part;
  }
}
