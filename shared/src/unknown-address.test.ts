import { describe, expect, it } from 'vitest';
import { wordsOfPath } from './unknown-address.ts';

describe('the words in an unknown path', () => {
  it.each([
    ['/2019/05/a-harbour_at+night', 'a harbour at night'],
    ['/blog/harbour-lights.html', 'harbour lights'],
    ['/posts/x/caf%C3%A9/', 'café'],
    ['/caf\u00e9-100%-off', 'café 100% off'],
    ['/wp-login.php', ''],
    ['/.env', ''],
    ['/', ''],
  ])('at %s is "%s"', (path, words) => {
    expect(wordsOfPath(path)).toBe(words);
  });
});
