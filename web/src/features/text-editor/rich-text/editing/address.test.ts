import { describe, expect, it } from 'vitest';
import { addressOf } from './address.ts';

describe('the address of a link', () => {
  it.each([
    ['https://example.com/a?b#c', 'https://example.com/a?b#c'],
    [' example.com/a ', 'https://example.com/a'],
    ['mary@example.com', 'mailto:mary@example.com'],
    ['mailto:mary@example.com', 'mailto:mary@example.com'],
    ['/posts/1', '/posts/1'],
    ['#tides', '#tides'],
    ['nonsense', null],
    ['https://nonsense', null],
    ['two words', null],
    ['javascript:alert(1)', null],
    ['', null],
  ])('from %j is %j', (typed, address) => {
    expect(addressOf(typed)).toBe(address);
  });
});
