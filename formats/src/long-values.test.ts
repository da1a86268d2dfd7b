import { describe, expect, it } from 'vitest';
import { createXmlCutter } from './long-values.ts';

/** Runs the cutter on a text in pieces of a given length. */
function cutIn(pieceLength: number, text: string, max: number): string {
  const cut = createXmlCutter(max);
  let out = '';
  for (let at = 0; at < text.length; at += pieceLength)
    out += cut(text.slice(at, at + pieceLength), at + pieceLength >= text.length);
  return out;
}

describe('long values of XML', () => {
  it.each([1, 2, 3, 5, 7, 100])('are cut without splitting an entity, in pieces of %i characters', (pieceLength) => {
    for (const max of [4, 5, 6, 7, 8, 9]) {
      const text = cutIn(pieceLength, '<a b="12345&amp;6">12345&amp;6</a>', max);
      expect(text.replaceAll('&amp;', '')).not.toContain('&');
      expect(text).toMatch(/^<a b="12345?[^"]*">12345?[^<]*<\/a>$/);
    }
  });

  it('are not changed if they fit', () => {
    const text = '<a b="1 &lt; 2"><!-- &c --><![CDATA[3 & 4]]>&#38;</a>';
    for (const pieceLength of [1, 4, 100]) expect(cutIn(pieceLength, text, 100)).toBe(text);
  });
});
