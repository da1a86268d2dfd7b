import { describe, expect, it } from 'vitest';
import { picturesIn } from './picture-names.ts';

const NAME = '1763700000000-harbour-1600x900.webp';
const address = (name: string) =>
  `https://firebasestorage.googleapis.com/v0/b/site.firebasestorage.app/o/images%2F${encodeURIComponent(name)}?alt=media`;

describe('picturesIn', () => {
  it.each([
    ['an address alone', address(NAME)],
    ['one with a token', `${address(NAME)}&token=a-b`],
    ['one without a query', address(NAME).replace(/\?.*/, '')],
    ['the local suite', `http://127.0.0.1:9199/v0/b/site/o/images%2F${NAME}?alt=media`],
    ['another spelling of the slash', address(NAME).replace('%2F', '%2f')],
    ['another spelling of the folder', address(NAME).replace('images', '%69mages')],
    ['a narrower copy', address(NAME.replace('.webp', '.w800.webp'))],
    ['the copy for mails', address(NAME.replace('.webp', '.mail.jpg'))],
    ['Markdown', `Text ![a harbour](${address(NAME)} "Title") and on`],
    ['Markdown without anything around it', `![](${address(NAME)})![](x)`],
    ['Markdown in angle brackets', `![](<${address(NAME)}>)`],
    ['Markdown with notes', `![](${address(NAME)}#width=wide&decorative)`],
    ['a reference link', `![harbour][h]\n\n[h]: ${address(NAME)}\n`],
    ['a linked picture', `[![a](${address(NAME)})](https://example.com/)`],
    ['HTML', `<img src='${address(NAME)}'>`],
    ['HTML without quotes', `<img src=${address(NAME)}>`],
    ['escaped punctuation', `![](${address(NAME).replaceAll('.', '\\.').replaceAll('-', '\\-')})`],
    ['character references', `![](${address(NAME).replace('images%2F', 'images&#37;2F')})`],
    ['an address in a table', `|${address(NAME).replace(/\?.*/, '')}|text|`],
  ])('finds the picture of %s', (_, text) => {
    expect(picturesIn(text)).toEqual([NAME]);
  });

  it('returns each name once, sorted, from several texts', () => {
    const other = '1763700000001-boat-40x30.webp';

    expect(picturesIn(`![](${address(NAME)})`, null, address(other), address(NAME))).toEqual([NAME, other]);
  });

  it.each(['été à Genève (2).png', 'a,b;c[1].png', '50%.png'])(
    'recognizes names that browsers stored for %s',
    (fileName) => {
      const name = `1763700000000-${fileName}`;

      expect(picturesIn(`![](${address(name)})`)).toContain(name);
    },
  );

  it.each([
    '',
    null,
    undefined,
    'Text without any',
    'https://example.com/images/harbour.png',
    '/pictures/a.png',
    'images%2F176370000000-short.webp',
    'images%2F1763700000000-a%2Fb.webp',
    `1763700000000 ${'('.repeat(50)}`,
  ])('finds none in %j', (text) => {
    expect(picturesIn(text)).toEqual([]);
  });

  it('is fast on malicious texts', () => {
    const hostile = [`images%2F1763700000000-${'('.repeat(200_000)}`, '1763700000000('.repeat(14_000)];
    const started = process.cpuUsage();

    for (const text of hostile) picturesIn(text);

    // Measured in processor time, because a busy machine takes longer.
    expect(process.cpuUsage(started).user / 1_000).toBeLessThan(2_000);
  });
});
