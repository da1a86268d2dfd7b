import { describe, expect, it } from 'vitest';
import { firstListedWord, linksIn } from './rules.service.ts';

describe('links', () => {
  it.each([
    ['no link at all, not even example.com', 0],
    ['https://www.a.example and HTTP://b.example', 2],
    ['www.a.example', 1],
    ['[here](https://a.example) and [there](//b.example)', 2],
  ])('are counted in %j: %i', (text, links) => expect(linksIn(text)).toBe(links));
});

describe('listed words in a comment', () => {
  it.each([
    ['Cheap PILLS!', ['pills'], 'pills'],
    ['chéap   pills', ['cheap pills'], 'cheap pills'],
    ['cheap blue pills', ['cheap pills'], null],
    ['caterpillar', ['pill'], null],
    ['日本語です', ['本語'], '本語'],
    ['anything', ['!!'], null],
    ['anything', [], null],
  ])('are found in %j: %j', (text, list, found) => expect(firstListedWord(text, list)).toBe(found));
});
