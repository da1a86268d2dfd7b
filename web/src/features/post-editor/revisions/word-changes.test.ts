import { describe, expect, it } from 'vitest';
import { placesOf, wordChanges } from './word-changes.ts';

const before = (changes: ReturnType<typeof wordChanges>) =>
  changes.flatMap(({ kind, text }) => (kind === 'added' ? [] : [text])).join('');
const after = (changes: ReturnType<typeof wordChanges>) =>
  changes.flatMap(({ kind, text }) => (kind === 'removed' ? [] : [text])).join('');

describe('a comparison by word', () => {
  it('tells what came and what went', () => {
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

  it('knows where in each text its own stretches stand', () => {
    const [one, other] = ['red green blue', 'red yellow blue grey'];
    const changes = wordChanges(one, other);

    expect(placesOf(changes, 'removed').map(({ start, end }) => one.slice(start, end))).toEqual(['green']);
    expect(placesOf(changes, 'added').map(({ start, end }) => other.slice(start, end))).toEqual(['yellow', ' grey']);
  });
});
