import { describe, expect, it } from 'vitest';
import { createTestClock } from '../testing/clock.ts';
import { createKeptAnswers } from './kept-answers.ts';

const clock = createTestClock();

interface Making {
  readonly answer: Promise<string>;
  end(answer: string): void;
  fail(): void;
}

/** Kept texts, made when the test says so. */
function keptTexts(maxBytes = 1_000_000) {
  const isKeepable = (text: string) => text !== 'not found';
  const kept = createKeptAnswers<string>({
    clock,
    forMs: 10_000,
    maxBytes,
    bytesOf: (text) => text.length,
    isKeepable,
  });
  const begin = (key: string, topic: string | null = null): Making => {
    let end: Making['end'] = () => undefined;
    let fail: Making['fail'] = () => undefined;
    const work = new Promise<string>((resolve, reject) => {
      end = resolve;
      fail = () => reject(new Error('down'));
    });
    return { answer: kept.make(key, topic, () => work), end, fail };
  };
  const put = async (key: string, answer: string, topic: string | null = null) => {
    const making = begin(key, topic);
    making.end(answer);
    await making.answer;
  };
  return { kept, begin, put };
}

describe('kept answers', () => {
  it('do not outlive their seconds where the clock is put back', async () => {
    const { kept, put } = keptTexts();
    await put('a', 'of tomorrow');

    clock.advance(-86_400_000);

    expect(kept.find('a')).toBeNull();
    clock.advance(86_400_000);
  });

  it('are made once for all who ask meanwhile, and serve for ten seconds from when they were begun', async () => {
    const { kept, begin } = keptTexts();
    expect(kept.find('list')).toBeNull();
    const making = begin('list');
    clock.advance(4_000);

    const other = kept.find('list');
    making.end('two posts');

    expect(await other).toBe('two posts');
    expect(kept.find('list')).toBe('two posts');
    clock.advance(5_000);
    expect(kept.find('list')).toBe('two posts');
    clock.advance(1_001);
    expect(kept.find('list')).toBeNull();
  });

  it('hold neither failures nor what each caller is told anew', async () => {
    const { kept, begin, put } = keptTexts();
    const making = begin('list');
    const other = kept.find('list');
    making.fail();

    await expect(making.answer).rejects.toThrow('down');
    await expect(other).rejects.toThrow('down');
    expect(kept.find('list')).toBeNull();
    await put('post', 'not found');
    expect(kept.find('post')).toBeNull();
  });

  it('do not outlive a write that came while they were made: those who waited get them, nobody else', async () => {
    const { kept, begin } = keptTexts();
    const before = begin('list');

    kept.forget();
    expect(kept.find('list')).toBeNull();
    const after = begin('list');
    after.end('new');
    await after.answer;
    before.end('old');

    expect(await before.answer).toBe('old');
    expect(kept.find('list')).toBe('new');
  });

  it('are dropped by topic, those that are being made too', async () => {
    const { kept, begin, put } = keptTexts();
    await put('a', 'of a', 'a');
    await put('b', 'of b', 'b');
    await put('list', 'of both');
    const making = begin('comments of a', 'a');

    kept.forget('a');
    making.end('late');
    await making.answer;

    expect(['a', 'b', 'list', 'comments of a'].map((key) => kept.find(key))).toEqual([null, 'of b', 'of both', null]);
  });

  it('take no more memory than they may: what was asked for least recently goes', async () => {
    const { kept, put } = keptTexts(4_000);
    await put('a', 'x'.repeat(1_000));
    await put('b', 'x'.repeat(1_000));
    kept.find('a');
    await put('c', 'x'.repeat(1_000));
    await put('too large', 'x'.repeat(5_000));

    expect(['a', 'b', 'c', 'too large'].map((key) => kept.find(key) !== null)).toEqual([true, false, true, false]);
  });
});
