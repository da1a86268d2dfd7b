import { describe, expect, it } from 'vitest';
import { createTestClock } from '../testing/clock.ts';
import { createResponseCache, type ShownPost } from './response-cache.ts';

const clock = createTestClock();

interface Making {
  readonly answer: Promise<string>;
  end(answer: string): void;
  fail(): void;
}

/** A cache whose answers are produced when the test decides. */
function cacheOfTexts(maxBytes = 1_000_000) {
  const isCacheable = (text: string) => text !== 'not found';
  const cache = createResponseCache<string>({
    clock,
    forMs: 10_000,
    maxBytes,
    bytesOf: (text) => text.length,
    isCacheable,
  });
  const begin = (key: string, { post }: { post: ShownPost } = { post: null }): Making => {
    let end: Making['end'] = () => undefined;
    let fail: Making['fail'] = () => undefined;
    const work = new Promise<string>((resolve, reject) => {
      end = resolve;
      fail = () => reject(new Error('down'));
    });
    return { answer: cache.make(key, post, () => work), end, fail };
  };
  const put = async (key: string, answer: string, { post }: { post: ShownPost } = { post: null }) => {
    const making = begin(key, { post });
    making.end(answer);
    await making.answer;
  };
  return { cache, begin, put };
}

describe('the response cache', () => {
  it('drops expired answers even if the clock was set back', async () => {
    const { cache, put } = cacheOfTexts();
    await put('a', 'of tomorrow');

    clock.advance(-86_400_000);

    expect(cache.find('a')).toBeNull();
    clock.advance(86_400_000);
  });

  it('produces an answer once for parallel callers, and serves it for ten seconds from the first request', async () => {
    const { cache, begin } = cacheOfTexts();
    expect(cache.find('list')).toBeNull();
    const making = begin('list');
    clock.advance(4_000);

    const other = cache.find('list');
    making.end('two posts');

    expect(await other).toBe('two posts');
    expect(cache.find('list')).toBe('two posts');
    clock.advance(5_000);
    expect(cache.find('list')).toBe('two posts');
    clock.advance(1_001);
    expect(cache.find('list')).toBeNull();
  });

  it('stores neither failures nor answers that must not be shared', async () => {
    const { cache, begin, put } = cacheOfTexts();
    const making = begin('list');
    const other = cache.find('list');
    making.fail();

    await expect(making.answer).rejects.toThrow('down');
    await expect(other).rejects.toThrow('down');
    expect(cache.find('list')).toBeNull();
    await put('post', 'not found');
    expect(cache.find('post')).toBeNull();
  });

  it('gives an answer that was in progress during a write only to callers already waiting', async () => {
    const { cache, begin } = cacheOfTexts();
    const before = begin('list');

    cache.invalidate();
    expect(cache.find('list')).toBeNull();
    const after = begin('list');
    after.end('new');
    await after.answer;
    before.end('old');

    expect(await before.answer).toBe('old');
    expect(cache.find('list')).toBe('new');
  });

  it('drops answers that show or may show a post, including unfinished ones', async () => {
    const { cache, begin, put } = cacheOfTexts();
    await put('a', 'of a', { post: 'a' });
    await put('b', 'of b', { post: 'b' });
    await put('list', 'of both');
    await put('thread', 'of one of them', { post: undefined });
    const making = begin('comments of a', { post: 'a' });

    cache.invalidate('a');
    making.end('late');
    await making.answer;

    const found = ['a', 'b', 'list', 'thread', 'comments of a'].map((key) => cache.find(key));
    expect(found).toEqual([null, 'of b', 'of both', null, null]);
  });

  it('drops the least recently used answers when full', async () => {
    const { cache, put } = cacheOfTexts(4_000);
    await put('a', 'x'.repeat(1_000));
    await put('b', 'x'.repeat(1_000));
    cache.find('a');
    await put('c', 'x'.repeat(1_000));
    await put('too large', 'x'.repeat(5_000));

    expect(['a', 'b', 'c', 'too large'].map((key) => cache.find(key) !== null)).toEqual([true, false, true, false]);
  });
});
