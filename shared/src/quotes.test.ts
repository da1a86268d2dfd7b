import { describe, expect, it } from 'vitest';
import { isQuotable, QUOTE_LIMITS, Quote, quoteFinder, quoteOf } from './quotes.ts';
import { createRandom } from './testing/random.ts';

const TEXT = 'The harbour wakes early. Boats leave before the sun, and gulls follow them. At noon the harbour sleeps.';

const quoted = (text: string, passage: string, from = 0) => {
  const start = text.indexOf(passage, from);
  return quoteOf(text, { start, end: start + passage.length });
};
const found = (text: string, quote: Quote): string | null => {
  const place = quoteFinder(text)(quote);
  return place && text.slice(place.start, place.end);
};

describe('a quote', () => {
  it('has 32 characters on each side, fewer at the ends of the text, and no blanks at its own ends', () => {
    const quote = quoted(TEXT, ' Boats leave ');

    expect(quote).toEqual({
      text: 'Boats leave',
      before: 'The harbour wakes early. ',
      after: ' before the sun, and gulls follow'.slice(0, 32),
    });
    expect(quoted(TEXT, 'The harbour').before).toBe('');
  });

  it('of a long passage has its beginning, and splits no character', () => {
    const long = `${'a'.repeat(QUOTE_LIMITS.text - 1)}😀`;

    expect(quoteOf(long, { start: 0, end: long.length }).text).toBe('a'.repeat(QUOTE_LIMITS.text - 1));
    expect(quoteOf(`😀${'b'.repeat(31)}quote`, { start: 33, end: 38 }).before).toBe('b'.repeat(31));
  });

  it('needs letters, numbers or emoji', () => {
    expect(['ab', '東', '7', '😀', ' … ', '**', ''].map(isQuotable)).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});

describe('quoteFinder', () => {
  it('finds the right one of several equal passages, even after text was inserted and removed elsewhere', () => {
    const second = quoted(TEXT, 'harbour', 20);

    const place = quoteFinder(`New. ${TEXT.replace('Boats leave before the sun, and gulls', 'Gulls')}`)(second);

    expect(place?.start).toBeGreaterThan(50);
    expect(found(TEXT, second)).toBe('harbour');
  });

  it.each([
    ['became bold', TEXT.replace('before the sun', '**before** the _sun_'), '**before** the _sun'],
    ['got other line breaks', TEXT.replaceAll(' ', '\n'), 'before\nthe\nsun'],
    ['has other neighbours on one side', TEXT.replace(', and gulls follow them', '; nobody sees it'), 'before the sun'],
  ])('finds a passage that %s', (_what, text, expected) => {
    expect(found(text, quoted(TEXT, 'before the sun'))?.replace(/^\*\*/, '')).toBe(expected.replace(/^\*\*/, ''));
  });

  it('finds a long passage wherever it was moved', () => {
    const quote = quoted(TEXT, 'Boats leave before the sun, and gulls follow them.');

    expect(found(`Somewhere else: ${quote.text.slice(0, -1)}! The end.`, quote)).toBe(quote.text.slice(0, -1));
  });

  it.each([
    ['was removed', TEXT.replace(' before the sun', '')],
    ['was changed', TEXT.replace('before the sun', 'after the sun')],
    ['stands only elsewhere', 'On Sundays everybody sleeps until it is before the sun that we wake: nothing else.'],
    ['was in a text that is empty now', ''],
  ])('reports a passage as gone that %s', (_what, text) => {
    expect(found(text, quoted(TEXT, 'before the sun'))).toBeNull();
  });

  it('finds every passage of a text that changed anywhere else', () => {
    const random = createRandom(32);
    const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
    const words = ['boat', 'sun', 'the', 'gull', '東京', 'émigré', '😀', 'and', '*light*', '\n\n', '7', '— so'];
    const some = (count: number) => Array.from({ length: count }, () => pick(words)).join(' ');
    for (let round = 0; round < 500; round += 1) {
      const [head, passage, tail] = [some(40), some(1 + Math.floor(random() * 12)), some(40)];
      const text = `${head} ${passage} ${tail}`;
      const start = head.length + 1;
      const quote = quoteOf(text, { start, end: start + passage.length });
      if (!isQuotable(quote.text)) continue;

      // The changes are more than 32 characters away, so that the passage with its context stays unique.
      const changed = `${some(Math.floor(random() * 30))} ${head.slice(-100)} ${passage} ${tail.slice(0, 100)} ${some(9)}`;
      const place = quoteFinder(changed)(quote);

      expect(place).not.toBeNull();
      expect(Quote.safeParse(quote).success).toBe(true);
      const letters = (value: string) => value.replace(/[^\p{L}\p{M}\p{N}\p{Extended_Pictographic}]/gu, '');
      expect(letters(changed.slice(place?.start, place?.end))).toBe(letters(quote.text));
    }
  });

  it('is fast for 500 quotes of a long text of one letter', { tags: 'thorough' }, () => {
    const text = 'a'.repeat(100_000);
    const find = quoteFinder(text);
    const quote = quoteOf(text, { start: 50_000, end: 50_010 });

    for (let count = 0; count < 500; count += 1) expect(find(quote)).not.toBeNull();
  });
});
