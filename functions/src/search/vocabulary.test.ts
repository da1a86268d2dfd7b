import { describe, expect, it } from 'vitest';
import { createVocabulary, errorsBetween, meantBy } from './vocabulary.ts';

const known = (...texts: string[]) => {
  const vocabulary = createVocabulary();
  for (const text of texts) vocabulary.learn(text);
  return vocabulary;
};

describe('the vocabulary', () => {
  it('counts entries, not words', () => {
    const vocabulary = known('sea sea salt', 'sea');

    expect(['sea', 'salt', 'sand'].map(vocabulary.countOf)).toEqual([2, 1, 0]);
    expect([vocabulary.entries, vocabulary.size]).toEqual([2, 2]);
  });

  it('returns the most similar words first, then frequent ones, and never the word itself', () => {
    const vocabulary = known('harbour', 'harbor harbours', 'harbor', 'barber', 'harvest');

    expect(vocabulary.similarTo('harbuor', 8).map(({ word }) => word)).toEqual(['harbor', 'harbour', 'harbours']);
    expect(vocabulary.similarTo('harbor', 1)).toEqual([{ word: 'harbour', errors: 1 }]);
  });

  it.each(['to', 'c3po', '東京', '', 'x'.repeat(40)])('corrects nothing near %j', (word) => {
    expect(known('so c4po 東都 tor').similarTo(word, 8)).toEqual([]);
  });

  it('corrects a word by its stem too, but not to a word that has little of it', () => {
    expect(meantBy(known('harbour'), 'harboring', 2)).toEqual([{ word: 'harbour', errors: 1 }]);
    expect(meantBy(known('not'), 'notifications', 2)).toEqual([]);
  });

  it('is the same after it was written and read', () => {
    const vocabulary = createVocabulary();
    vocabulary.read(known('one two', 'two').write());
    vocabulary.learn('two');

    expect([vocabulary.entries, vocabulary.countOf('two'), vocabulary.countOf('one')]).toEqual([3, 3, 1]);
  });

  it('stays within its memory and time limits with 300,000 words', { tags: 'thorough' }, () => {
    const vocabulary = createVocabulary();
    const letters = 'abcdefghijklmnopqrstuvwxyz';
    const word = (n: number) =>
      Array.from({ length: 8 }, (_, at) => letters[(n * (at * 7 + 3) + (n >> at)) % 26]).join('');
    vocabulary.read(
      ['100000', ...Array.from({ length: 300_000 }, (_, n) => `${word(n)}${n.toString(36).replace(/\d/g, '')} 1`)].join(
        '\n',
      ),
    );
    vocabulary.similarTo('lighthouse', 5);
    const cpu = process.cpuUsage();

    vocabulary.similarTo('lighthosue', 5);

    expect(vocabulary.size).toBeGreaterThan(100_000);
    expect(process.cpuUsage(cpu).user).toBeLessThan(500_000);
    expect(vocabulary.write().length).toBeLessThan(10_000_000);
  });
});

describe('the errors between two words', () => {
  it.each([
    ['letter', 'letter', 0],
    ['letter', 'lettre', 1],
    ['letter', 'leter', 1],
    ['letter', 'lettter', 1],
    ['letter', 'latter', 1],
    ['letter', 'lattr', 2],
    ['letter', 'number', 3],
    ['a', 'abcdef', 3],
  ])('are those of %s and %s: %i', (one, other, errors) => {
    expect(errorsBetween(one, other, 2)).toBe(errors);
    expect(errorsBetween(other, one, 2)).toBe(errors);
  });
});
