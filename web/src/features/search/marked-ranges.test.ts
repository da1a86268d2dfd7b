import { describe, expect, it } from 'vitest';
import { markedRanges } from './marked-ranges.ts';

const marked = (text: string, ...words: string[]) =>
  markedRanges(text, words).map(([start, end]) => text.slice(start, end));

describe('the marked words of a text', () => {
  it.each([
    ['Boats at the Harbour, harbours', ['harbour'], ['Harbour']],
    ['Crème brûlée', ['brulee'], ['brûlée']],
    ['岬の灯台は白い', ['灯台'], ['灯台']],
    ['مَكتبة', ['مكتبة'], ['مَكتبة']],
    ['nothing', [], []],
  ])('of %s by %j', (text, words, found) => {
    expect(marked(text, ...words)).toEqual(found);
  });
});
