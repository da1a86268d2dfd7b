import { describe, expect, it } from 'vitest';
import { markedParts, markedRanges } from './marked-ranges.ts';

const marked = (text: string, ...words: string[]) =>
  markedRanges(text, words).map(([start, end]) => text.slice(start, end));

describe('the marked words of a text', () => {
  it.each([
    ['Boats at the Harbour, harbours', ['harbour'], ['Harbour']],
    ['Crème brûlée', ['brulee'], ['brûlée']],
    ['岬の灯台は白い', ['灯台'], ['灯台']],
    ['مَكتبة', ['مكتبة'], ['مَكتبة']],
    ['日本語の本', ['本語', '日本'], ['日本語']],
    ['nothing', [], []],
  ])('of %s by %j', (text, words, found) => {
    expect(marked(text, ...words)).toEqual(found);
  });

  it('and those between them make up the whole text', () => {
    const parts = markedParts('A harbour, harbours', ['harbour']);

    expect(parts.map(({ text }) => text)).toEqual(['A ', 'harbour', ', harbours']);
    expect(parts.map(({ isMarked }) => isMarked)).toEqual([false, true, false]);
    expect(markedParts('', ['harbour'])).toEqual([]);
  });
});
