// @module-tag thorough
import { describe, expect, it } from 'vitest';
import { newPlaceOf, withAddresses, withLinks } from './rewriting.ts';

describe('rewriting a text', () => {
  it('replaces whole addresses, the longest first', () => {
    const known = new Map([
      ['/a.png', 'NEW'],
      ['/a.png?w=2', 'WIDE'],
      ['https://old.example/(1).png', 'ROUND'],
    ]);

    expect(withAddresses('![x](/a.png "T") ![y](/a.png?w=2) /a.pngs ![z](https://old.example/(1).png)', known)).toBe(
      '![x](NEW "T") ![y](WIDE) /a.pngs ![z](ROUND)',
    );
    expect(withAddresses('[a](/a.png)', new Map())).toBe('[a](/a.png)');
  });

  it('keeps the width of a picture, and does not change the same path on another site', () => {
    const known = new Map([['/a.png', 'https://new.example/A']]);

    expect(withAddresses('![x](/a.png#width=wide "T") ![y](https://other.example/a.png)', known)).toBe(
      '![x](https://new.example/A#width=wide "T") ![y](https://other.example/a.png)',
    );
  });

  it('updates links between imported texts', () => {
    const links = { '/2024/05/hello': '/posts/1/hello', '/?p=12': '/posts/1/hello', '/tée': '/posts/2' };
    const text =
      '[a](/2024/05/Hello/#more) [b](</?p=12>) [c](/t%C3%A9e "T") [d](/other) /2024/05/hello\n\n[e]: /2024/05/hello';

    expect(withLinks(text, links)).toBe(
      '[a](/posts/1/hello#more) [b](</posts/1/hello>) [c](/posts/2 "T") [d](/other) /2024/05/hello\n\n[e]: /posts/1/hello',
    );
  });

  it('finds the new addresses of targets of menus and redirects, however the path is written', () => {
    const links = { '/two': '/posts/2/two' };

    expect(
      ['/two/', '/Two#x', '/two', '/other', 'https://x.example/two', 'two'].map((one) => newPlaceOf(one, links)),
    ).toEqual(['/posts/2/two', '/posts/2/two#x', '/posts/2/two', '/other', 'https://x.example/two', 'two']);
  });
});
