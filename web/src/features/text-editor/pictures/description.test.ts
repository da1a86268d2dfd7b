import { fileNameOf } from '@inkwell/shared/picture-names';
import { describe, expect, it } from 'vitest';
import { needsDescription } from './description.ts';

const SRC = 'https://x.example/v0/b/b/o/images%2F1763700000000-img-2034-final-1a2b3c4d-1600x900.webp?alt=media';

describe('a picture', () => {
  it.each([
    ['', SRC, true],
    ['IMG 2034.final', SRC, true],
    ['Boats at low tide', SRC, false],
    ['', `${SRC}#decorative`, false],
    ['', 'https://elsewhere.example/a.png', true],
    ['a', 'https://elsewhere.example/a.png', false],
  ])('with the description %j at %s needs a better one: %s', (alt, src, asks) => {
    expect(needsDescription({ src, alt })).toBe(asks);
  });

  it('has the name of its file', () => {
    expect(fileNameOf(`${SRC}#width=wide`)).toBe('img 2034 final');
    expect(fileNameOf('https://elsewhere.example/a.png')).toBeNull();
  });
});
