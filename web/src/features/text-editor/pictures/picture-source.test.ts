import { describe, expect, it } from 'vitest';
import { pictureAt } from './picture-source.ts';

describe('the picture at the caret', () => {
  it.each([
    [
      'a\n\n![The |sea](/sea.webp "At dawn")\n\nb',
      { src: '/sea.webp', alt: 'The sea', title: 'At dawn', isAlone: true },
    ],
    ['see ![x](/a.webp)| and ![y](/b.webp)', { src: '/a.webp', alt: 'x', title: null, isAlone: false }],
    ['see ![x](/a.webp) and ![y](/b|.webp)', { src: '/b.webp', alt: 'y' }],
    ['> ![](<uploads/my (2).webp|>)', { src: 'uploads/my (2).webp', alt: '', isAlone: true }],
    ['![a \\] b](/a_(1)|.webp)', { src: '/a_(1).webp', alt: 'a ] b' }],
    ['![x](/a.webp#width=wide&decorative|)', { src: '/a.webp#width=wide&decorative' }],
  ])('is found in %j', (marked, expected) => {
    const caret = marked.indexOf('|');
    const text = marked.replace('|', '');

    const found = pictureAt(text, caret);

    expect(found).toMatchObject(expected);
    expect(text.slice(found?.from, found?.to)).toMatch(/^!\[.*\)$/);
  });

  it.each(['a | ![x](/a.webp)', '![x](/a.webp) b|', '![x](|/a webp)', '[x](/a|.webp)', '|'])(
    'is absent in %j',
    (marked) => {
      expect(pictureAt(marked.replace('|', ''), marked.indexOf('|'))).toBeNull();
    },
  );
});
