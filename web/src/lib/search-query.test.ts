import { POST_LIMITS } from '@inkwell/shared/post-limits';
import { expect, it } from 'vitest';
import { readSearchQuery } from './search-query.ts';

const read = (q: string) => readSearchQuery(new URLSearchParams({ q }));

it('reads the query of an address, and takes its absence for a blank one', () => {
  expect(read('  quiet harbour ')).toBe('quiet harbour');
  expect(read('   ')).toBe('');
  expect(readSearchQuery(new URLSearchParams())).toBe('');
});

it('cuts what is longer than the API takes, never inside a character', () => {
  expect(read('a'.repeat(5_000))).toHaveLength(POST_LIMITS.query);
  expect(read(`${'a'.repeat(POST_LIMITS.query - 1)}\u{1F600}`)).toBe('a'.repeat(POST_LIMITS.query - 1));
});
