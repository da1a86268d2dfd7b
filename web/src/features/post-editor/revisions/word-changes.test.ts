import { describe, expect, it } from 'vitest';
import { abridged, placesOf, wordChanges } from './word-changes.ts';

const before = (changes: ReturnType<typeof wordChanges>) =>
  changes.flatMap(({ kind, text }) => (kind === 'added' ? [] : [text])).join('');
const after = (changes: ReturnType<typeof wordChanges>) =>
  changes.flatMap(({ kind, text }) => (kind === 'removed' ? [] : [text])).join('');

describe('a comparison by word', () => {
  it('finds added and removed words', () => {
    const changes = wordChanges('The tide writes twice a day.', 'The tide writes once a day, slowly.');

    expect(changes.filter(({ kind }) => kind !== 'same')).toContainEqual({ kind: 'removed', text: 'twice' });
    expect(changes.filter(({ kind }) => kind !== 'same')).toContainEqual({ kind: 'added', text: 'once' });
  });

  it.each([
    ['', ''],
    ['', 'new'],
    ['a\r\n\r\nb', 'a\n\nb'],
    ['漢字とかな', '漢字とカナ'],
    ['x '.repeat(6_000), 'y '.repeat(6_000)],
    [
      Array.from({ length: 9_000 }, (_, n) => `a${n}`).join('\n'),
      Array.from({ length: 9_000 }, (_, n) => `b${n}`).join('\n'),
    ],
  ])('loses nothing of either text (%#)', (one, other) => {
    const changes = wordChanges(one, other);

    expect(before(changes)).toBe(one);
    expect(after(changes)).toBe(other);
  });

  it('contains the position of each change in its text', () => {
    const [one, other] = ['red green blue', 'red yellow blue grey'];
    const changes = wordChanges(one, other);

    expect(placesOf(changes, 'removed').map(({ start, end }) => one.slice(start, end))).toEqual(['green']);
    expect(placesOf(changes, 'added').map(({ start, end }) => other.slice(start, end))).toEqual(['yellow', ' grey']);
  });
});

describe('a long comparison', () => {
  it('shortens unchanged parts to the words next to a change', () => {
    const long = Array.from({ length: 400 }, (_, n) => `word${n}`).join(' ');

    const [before, removed, added, between, last] = abridged([
      { kind: 'same', text: `${long} ` },
      { kind: 'removed', text: 'old' },
      { kind: 'added', text: 'new' },
      { kind: 'same', text: ` ${long}` },
    ]);

    expect(before?.text).toMatch(/^\[…\] word\d+ .* word399 $/);
    expect([removed?.text, added?.text]).toEqual(['old', 'new']);
    expect(between?.text).toMatch(/^ word0 word1 .* \[…\]$/);
    expect(last).toBeUndefined();
    expect(abridged([{ kind: 'same', text: 'short' }])).toEqual([{ kind: 'same', text: 'short' }]);
  });
});
