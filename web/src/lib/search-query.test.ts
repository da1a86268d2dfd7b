import { POST_LIMITS } from '@inkwell/shared/post-limits';
import { expect, it } from 'vitest';
import { readSearchQuery } from './search-query.ts';

const read = (q: string) => readSearchQuery(new URLSearchParams({ q }));

it('reads the query from an address; blank if it is missing', () => {
  expect(read('  quiet harbour ')).toBe('quiet harbour');
  expect(read('   ')).toBe('');
  expect(readSearchQuery(new URLSearchParams())).toBe('');
});

it('shortens queries that are too long for the API, never inside a character', () => {
  expect(read('a'.repeat(5_000))).toHaveLength(POST_LIMITS.query);
  expect(read(`${'a'.repeat(POST_LIMITS.query - 1)}\u{1F600}`)).toBe('a'.repeat(POST_LIMITS.query - 1));
});
