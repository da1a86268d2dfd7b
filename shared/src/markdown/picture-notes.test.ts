import { describe, expect, it } from 'vitest';
import { readPictureNotes, withPictureNotes } from './picture-notes.ts';

const SRC = 'https://example.com/o/images%2Fsea.webp?alt=media';

describe('picture settings in an address', () => {
  it.each([
    [SRC, { address: SRC, width: 'text', isDecorative: false }],
    [`${SRC}#width=small`, { address: SRC, width: 'small', isDecorative: false }],
    [`${SRC}#decorative`, { address: SRC, width: 'text', isDecorative: true }],
    [`${SRC}#width=wide&decorative`, { address: SRC, width: 'wide', isDecorative: true }],
    ['/a.svg#layer&width=wide', { address: '/a.svg#layer', width: 'wide', isDecorative: false }],
    ['/a.svg#width=800', { address: '/a.svg#width=800', width: 'text', isDecorative: false }],
  ])('are read from %s', (src, notes) => {
    expect(readPictureNotes(src)).toEqual(notes);
  });

  it('can be added, changed and removed', () => {
    expect(withPictureNotes(SRC, { width: 'wide' })).toBe(`${SRC}#width=wide`);
    expect(withPictureNotes(`${SRC}#width=wide`, { isDecorative: true })).toBe(`${SRC}#width=wide&decorative`);
    expect(withPictureNotes(`${SRC}#width=wide&decorative`, { width: 'text' })).toBe(`${SRC}#decorative`);
    expect(withPictureNotes(`${SRC}#width=small`, { width: 'text' })).toBe(SRC);
    expect(withPictureNotes('/a.svg#layer', { width: 'small' })).toBe('/a.svg#layer&width=small');
  });
});
