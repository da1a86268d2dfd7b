import { describe, expect, it } from 'vitest';
import { textFacts } from './text-facts.ts';

describe('textFacts', () => {
  it.each([
    ['', 0],
    ["It's a [link](https://example.com/many/words) – to **read**.", 5],
    ['# Head\n\n- one\n- two', 3],
    ['雨の日', 3],
    ['خمس كلمات', 2],
  ])('%j has %i words', (text, words) => {
    expect(textFacts(text).words).toBe(words);
  });

  it('counts 238 words a minute, or 500 characters of scripts without spaces', () => {
    expect(textFacts('word '.repeat(2_380)).minutes).toBe(10);
    expect(textFacts('雨'.repeat(5_000)).minutes).toBe(10);
  });
});
