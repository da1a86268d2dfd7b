import { percentDecoded } from './percent-decoded.ts';
import { readSearchQuery } from './search-query.ts';

/** The texts of an unknown address. The title is from product §2. */
export const UNKNOWN_ADDRESS = {
  title: '404 Page Not Found',
  lead: 'There is nothing at this address. It may have been moved, or never existed.',
  meant: 'Did you mean',
  newest: 'Newest posts',
  /** The number of posts shown. */
  posts: 6,
} as const;

/** A query derived from a path: the words of its last part. Empty for files, which mostly programs request. */
export function wordsOfPath(path: string): string {
  const part = path.split('/').filter(Boolean).at(-1) ?? '';
  // The path may be decoded already, with a percent sign in it.
  const last = (percentDecoded(part) ?? part).replace(/\.html?$/i, '');
  return last.includes('.') ? '' : readSearchQuery(last.replace(/[-_+]+/g, ' '));
}
