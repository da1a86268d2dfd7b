import { expect, it } from 'vitest';
import { POST_LIMITS } from './post-limits.ts';
import { readSearchQuery } from './search-query.ts';

it('trims the query of an address', () => {
  expect(readSearchQuery('  quiet harbour ')).toBe('quiet harbour');
  expect(readSearchQuery('   ')).toBe('');
});

it('shortens queries that are too long for the API, never inside a character', () => {
  expect(readSearchQuery('a'.repeat(5_000))).toHaveLength(POST_LIMITS.query);
  expect(readSearchQuery(`${'a'.repeat(POST_LIMITS.query - 1)}\u{1F600}`)).toBe('a'.repeat(POST_LIMITS.query - 1));
});
