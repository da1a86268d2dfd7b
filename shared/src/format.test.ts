import { expect, it } from 'vitest';
import { compactNumber, counted, longDate, shortDate, wholeNumber } from './format.ts';

const COUNTS = [
  0, 1, 9, 99, 999, 1_000, 1_049, 1_050, 1_150, 1_250, 9_949, 9_950, 12_345, 99_949, 99_950, 999_499, 999_949, 999_950,
  1_000_000, 1_250_000, 12_345_678, 999_949_999, 999_950_000, 1_234_567_890, 9_007_199_254_740_991,
];

it.each(COUNTS)('formats %d like Intl for en-US, whole and compact', (count) => {
  const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });

  expect(wholeNumber(count)).toBe(new Intl.NumberFormat('en-US').format(count));
  // From 1,000 T on, Intl groups digits again; such counts do not occur.
  if (count < 1e15) expect(compactNumber(count)).toBe(compact.format(count));
});

it.each([
  [0, '0 posts'],
  [1, '1 post'],
  [12_345, '12,345 posts'],
])('formats %d with a noun as %s', (count, text) => expect(counted(count, 'post', 'posts')).toBe(text));

it('formats dates of popular cards with short month names, and of articles with long ones', () => {
  expect(shortDate('2026-03-09T12:00:00.000Z')).toBe('Mar 9, 2026');
  expect(longDate('2026-12-31T12:00:00.000Z')).toBe('December 31, 2026');
});
