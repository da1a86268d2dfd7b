import { EMBED_MARKUP } from '@inkwell/shared/testing/embed-markup';
import { HOSTILE_MARKDOWN } from '@inkwell/shared/testing/hostile-markdown';
import { describe, expect, it } from 'vitest';
import { markdownToHtml } from './markdown-html.ts';

const TAG = /<\/?([a-z][a-z0-9]*)((?: [a-z-]+="[^"<>]*")*)>/g;
const ATTRIBUTE = /([a-z-]+)="([^"]*)"/g;
const TAGS = new Set(
  'p h2 h3 h4 h5 h6 ul ol li blockquote pre code hr br em strong del sup a span img figure figcaption section table thead tbody tr th td'.split(
    ' ',
  ),
);
const ATTRIBUTES = new Set(
  'href src srcset sizes alt title id class rel start scope tabindex role aria-label width height loading decoding referrerpolicy'.split(
    ' ',
  ),
);

/** Everything in `html` that the renderer must never write. */
function violations(html: string): string[] {
  const found: string[] = [];
  const text = html.replace(TAG, (tag, name: string, attributes: string) => {
    if (!TAGS.has(name)) found.push(tag);
    for (const [, attribute = '', value = ''] of attributes.matchAll(ATTRIBUTE)) {
      if (!ATTRIBUTES.has(attribute)) found.push(tag);
      if (['href', 'src'].includes(attribute) && !/^(?:https?:\/\/|mailto:|\/(?!\/)|#)/.test(value)) found.push(tag);
    }
    return '';
  });
  if (/[<>]/.test(text)) found.push(text);
  return found;
}

describe('markdownToHtml', () => {
  it.each(HOSTILE_MARKDOWN)('writes nothing executable for %j', (source) => {
    expect(violations(markdownToHtml(source))).toEqual([]);
    expect(violations(markdownToHtml(source, { siteUrl: 'https://inkwell.example' }))).toEqual([]);
  });

  it('writes the same as the app', () => {
    const html = markdownToHtml(
      '# Title\n\nSome **bold**, *soft* and `code`.\n\n- one\n- two\n\n3. three\n\n> quote\n\n```js\na < b\n```\n\n|a|b|\n|-|-:|\n|1|2|',
    );

    expect(html).toBe(
      '<h2 id="section-title">Title</h2>' +
        '<p>Some <strong>bold</strong>, <em>soft</em> and <code>code</code>.</p>' +
        '<ul><li>one</li><li>two</li></ul><ol start="3"><li>three</li></ol>' +
        '<blockquote><p>quote</p></blockquote><pre tabindex="0"><code class="language-js">a &lt; b</code></pre>' +
        '<section class="markdown-table" aria-label="Table" tabindex="0">' +
        '<table><thead><tr><th scope="col">a</th><th scope="col" class="markdown-right">b</th></tr></thead>' +
        '<tbody><tr><td>1</td><td class="markdown-right">2</td></tr></tbody></table></section>',
    );
  });

  it.each([
    ['## A\n\n### B\n\n## C', ['A2', 'B3', 'C2']],
    ['### A', ['A2']],
    ['## A\n\n# B\n\n## C', ['A2', 'B2', 'C3']],
    ['# A\n\n#### B\n\n### C\n\n# D', ['A2', 'B3', 'C3', 'D2']],
    ['## A\n\n> # B\n>\n> ## C\n\n- # D\n\n### E', ['A2', 'B3', 'C4', 'D3', 'E3']],
  ])('begins with h2 and skips no level in %j', (source, levels) => {
    const headings = markdownToHtml(source).matchAll(/<h(\d)[^>]*>(\w)/g);

    expect([...headings].map(([, level, name]) => `${name}${level}`)).toEqual(levels);
  });

  it('gives the regions of several tables different names', () => {
    const html = markdownToHtml('|a|\n|-|\n\ntext\n\n|b|\n|-|');

    expect([...html.matchAll(/aria-label="([^"]*)"/g)].map(([, name]) => name)).toEqual(['Table', 'Table 2']);
  });

  it('turns a picture that is alone in its paragraph into a figure', () => {
    const html = markdownToHtml('![The <sea>](/sea.webp "At dawn")\n\nText ![sea](/sea.webp)');

    const rest = 'loading="lazy" decoding="async" referrerpolicy="no-referrer">';
    expect(html).toBe(
      `<figure><img src="/sea.webp" alt="The &lt;sea&gt;" ${rest}<figcaption>At dawn</figcaption></figure>` +
        `<p>Text <img src="/sea.webp" alt="sea" ${rest}</p>`,
    );
  });

  it.each(EMBED_MARKUP)('turns addresses that are cards in articles into plain links: %j', (source) => {
    expect(markdownToHtml(source)).toMatch(/<p><a href="https:[^"]+" rel="noopener noreferrer">https:[^<]+<\/a><\/p>$/);
  });

  it('gives a picture the chosen width and requests no wider copy', () => {
    const url = 'https://example.com/o/images%2F1763700000000-sea-1600x900.webp';

    const small = markdownToHtml(`![Sea](${url}#width=small)`);
    const wide = markdownToHtml(`![Sea](${url}#width=wide&decorative)`);

    expect(small).toContain(`<figure class="markdown-small"><img src="${url}"`);
    expect(small).toContain('sizes="(max-width: 22rem) 92vw, 20rem"');
    expect(wide).toContain(`<figure class="markdown-wide"><img src="${url}"`);
  });

  it('makes addresses of the site absolute', () => {
    const html = markdownToHtml('[posts](/posts) [below](#end) ![sea](/pictures/sea.webp)', {
      siteUrl: 'https://inkwell.example',
      pageUrl: 'https://inkwell.example/posts/p1',
    });

    expect(html).toContain('href="https://inkwell.example/posts"');
    expect(html).toContain('href="https://inkwell.example/posts/p1#section-end"');
    expect(html).toContain('src="https://inkwell.example/pictures/sea.webp"');
  });
});
