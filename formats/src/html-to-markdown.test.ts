// @module-tag thorough
import { type MarkdownNode, markdownTree } from '@inkwell/shared/markdown/tree';
import { describe, expect, it } from 'vitest';
import { parseHtml } from './html-tree.ts';
import { createOldAddresses } from './old-addresses.ts';
import { convertText } from './text.ts';

const addresses = createOldAddresses({ addresses: ['https://old.example'] });
const convert = (html: string) => convertText(parseHtml(html), addresses);
const markdownOf = (html: string) => convert(html).markdown;

/** The visible content: words, all addresses, and tags. */
function shown(nodes: readonly MarkdownNode[]): { words: string; addresses: string[]; tags: string[] } {
  const all = { words: '', addresses: [] as string[], tags: [] as string[] };
  const visit = (node: MarkdownNode): void => {
    if (typeof node === 'string') all.words += node;
    else if ('pictureUrl' in node) {
      all.words += node.alt;
      all.addresses.push(node.pictureUrl);
    } else {
      all.tags.push(node.tag);
      if (node.attributes.href) all.addresses.push(node.attributes.href);
      node.children.forEach(visit);
      all.words += ' ';
    }
  };
  nodes.forEach(visit);
  return all;
}

const wordsIn = (text: string): string[] => text.normalize('NFKC').match(/[\p{L}\p{N}]+/gu) ?? [];

describe('HTML as Markdown', () => {
  it.each([
    ['<h2>One <em>two</em></h2><p>Three</p>', '## One *two*\n\nThree'],
    ['<p>Hello <b>bold </b>and <i>em <b>both</b></i></p>', 'Hello **bold** and *em* ***both***'],
    ['<p>a<br>b<br><br>c</p>', 'a\\\nb\n\nc'],
    ['<ul><li>a<ul><li>b</li></ul></li><li><p>c</p></li></ul><ul><li>d</li></ul>', '- a\n  - b\n- c\n\n+ d'],
    ['<ol start="3"><li>x<li>y</ol>', '3. x\n4. y'],
    ['<ul><li><input type="checkbox" checked> done<li><input type="checkbox"> open</ul>', '- [x] done\n- [ ] open'],
    ['<blockquote><p>q</p><p>r</p></blockquote>', '> q\n>\n> r'],
    ['<pre><code class="language-js">a\n```\n</code></pre>', '````js\na\n```\n````'],
    [
      '<table><tr><th>A<th>B<tr><td align="right">1|2<td><p>x</p><p>y</p></table>',
      '| A | B |\n| --: | --- |\n| 1\\|2 | x y |',
    ],
    ['<table><tr><td>1<td>2</table>', '|  |  |\n| --- | --- |\n| 1 | 2 |'],
    [
      '<p>1. a # b</p><p># c</p><p>- d</p><p>snake_case *x* [y] &lt;b&gt; &amp;copy;</p>',
      '1\\. a # b\n\n\\# c\n\n\\- d\n\nsnake_case \\*x\\* \\[y\\] \\<b> \\&copy;',
    ],
    [
      '<p><a href="https://old.example/a/?x=1#y">own</a> <a href="http://www.old.example/b">b</a></p>',
      '[own](/a/?x=1#y) [b](/b)',
    ],
    ['<p>H<sub>2</sub>O x<sup>2</sup></p>', 'H₂O x²'],
    ['<dl><dt>T<dd>D</dl>', '**T**\n\n- D'],
    ['<dl><p>a</p><div><dt>T</dt><dd>D</dd></div></dl>', 'a\n\n**T**\n\n- D'],
    ['<pre><div>a</div><div>b</div></pre>', '```\na\nb\n```'],
    [
      "<p><i style='mso-bidi-font-style:normal'>a</i> x<sup>ab</sup>, 1<sup>st</sup>, H<sub>2</sub>O</p>",
      '*a* xᵃᵇ, 1st, H₂O',
    ],
    ['<p>https://example.org/a_b*c</p>', 'https://example.org/a_b%2Ac'],
    [
      '<iframe src="https://www.youtube.com/embed/abcdefghijk?start=9"></iframe>',
      'https://www.youtube.com/watch?v=abcdefghijk&t=9',
    ],
    ['<iframe src="//player.vimeo.com/video/12?h=abcdef12"></iframe>', 'https://vimeo.com/12/abcdef12'],
    ['<b><p>one</p><p>two</p></b>', '**one**\n\n**two**'],
    ['<p>a<b>&quot;x&quot;</b>b</p>', '&#97;**"x"**&#98;'],
  ])('%s', (html, markdown) => {
    expect(markdownOf(html)).toBe(markdown);
  });

  it('keeps pictures with description, caption and width, and lists each once', () => {
    const { markdown, pictures, remarks } = convert(
      `<figure class="alignwide"><a href="https://old.example/wp-content/uploads/a.jpg"><img src="/wp-content/uploads/a.jpg" alt='A "b" [c]'></a>
       <figcaption>By <a href="https://u.example/">U</a></figcaption></figure><p><img src="/wp-content/uploads/a.jpg"><img src="x y.png" alt="z"></p>`,
    );

    expect(markdown).toBe(
      '![A &quot;b&quot; &#91;c&#93;](https://old.example/wp-content/uploads/a.jpg#width=wide "By U")\n\n' +
        '![](https://old.example/wp-content/uploads/a.jpg)\n\n![z](https://old.example/x%20y.png)',
    );
    expect(pictures).toEqual([
      {
        address: 'https://old.example/wp-content/uploads/a.jpg',
        url: 'https://old.example/wp-content/uploads/a.jpg',
        path: 'a.jpg',
        description: 'A "b" [c]',
      },
      {
        address: 'https://old.example/x%20y.png',
        url: 'https://old.example/x%20y.png',
        path: 'x y.png',
        description: 'z',
      },
    ]);
    expect(remarks).toEqual([
      { reason: 'no-equal', text: 'A caption cannot hold its link', address: 'https://u.example/' },
    ]);
  });

  it('keeps the link of a picture, or reports it if a caption replaces it', () => {
    const linked = '<a href="https://l.example/"><img src="/a.png" alt="A"></a>';

    expect(markdownOf(`<figure>${linked}</figure>`)).toBe('[![A](https://old.example/a.png)](https://l.example/)');
    expect(markdownOf(`<p>${linked}</p>`)).toBe('[![A](https://old.example/a.png)](https://l.example/)');
    expect(convert(`<figure>${linked}<figcaption>C</figcaption></figure>`)).toMatchObject({
      markdown: '![A](https://old.example/a.png "C")',
      remarks: [{ reason: 'no-equal', address: 'https://l.example/' }],
    });
  });

  it('converts the targets of references to notes', () => {
    const html = `<p>Text<sup><a href="#fn1" id="r1">1</a></sup></p>
      <section class="footnotes"><hr><ol><li id="fn1"><p>The note <a href="#r1">↩</a></p></li></ol></section>`;

    expect(markdownOf(html)).toBe('Text[^1]\n\n[^1]: The note');
    expect(markdownTree(markdownOf(html)).at(-1)).toMatchObject({ attributes: { role: 'doc-endnotes' } });
  });

  it('reports unsupported content with its address, and omits scripts', () => {
    const { markdown, remarks } = convert(
      `<script src="https://x.example/s.js">steal()</script><style>p{}</style><form action="/f"><label>Name</label><input value="v"></form>
       <iframe src="https://maps.example/m"></iframe><video><source src="/f.mp4"></video><p onclick="steal()">ok <a href="java&#9;script:steal()">bad</a></p>`,
    );

    expect(markdown).toBe('Namev\n\nhttps://maps.example/m\n\n[f.mp4](https://old.example/f.mp4)\n\nok bad');
    expect(remarks.map(({ reason, address }) => [reason, address])).toEqual([
      ['code-left-out', 'https://x.example/s.js'],
      ['code-left-out', null],
      ['no-equal', null],
      ['no-equal', 'https://maps.example/m'],
      ['no-equal', 'https://old.example/f.mp4'],
      ['no-equal', null],
    ]);
  });

  it('never yields anything active from hostile HTML', () => {
    const hostile = [
      '<img src=x onerror=alert(1)>',
      '<a href="javascript:alert(1)">a</a><a href="JaVaScRiPt:alert(1)">b</a><a href="data:text/html,<script>x</script>">c</a>',
      '<p>[x](javascript:alert(1)) ![y](javascript:alert(2)) &lt;javascript:alert(3)&gt;</p>',
      '<pre></code></pre><p>```</p><p>&lt;script&gt;alert(1)&lt;/script&gt;</p>',
      '<svg><a xlink:href="javascript:alert(1)"><text>t</text></a></svg><math href="javascript:x">m</math>',
      '<img alt="](javascript:alert(1))" src="/a.png" title=\'" onload="x\'>',
      '<iframe srcdoc="<script>x</script>"></iframe><object data="javascript:x"></object><embed src="data:text/html,x">',
      '<a href="https://x.example/) ![z](javascript:alert(1)">t</a>',
      '<base href="javascript:x"><meta http-equiv=refresh content="0;url=javascript:x"><link rel=import href=x>',
      '<noscript><p title="</noscript><script>x</script>">q</noscript>',
    ];
    for (const html of hostile) {
      const { addresses: found, tags } = shown(markdownTree(markdownOf(html)));
      expect(found.filter((address) => !/^(?:https?:\/\/|mailto:|\/|#)/.test(address))).toEqual([]);
      expect(
        tags.filter((tag) => ['script', 'iframe', 'object', 'embed', 'form', 'svg', 'style'].includes(tag)),
      ).toEqual([]);
    }
  });

  it('keeps every word of any HTML', () => {
    let seed = 7;
    const random = (max: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % max;
    };
    const texts = [
      'alpha',
      '*beta*',
      '_gamma_',
      'a_b',
      '1. one',
      '# two',
      '- three',
      '`four`',
      '[five](x)',
      '![six](y)',
      '> seven',
      '<eight>',
      '&amp;nine;',
      '日本「語」',
      '\\ten',
      '~~el~~',
      '|p|q|',
      '***',
      '---',
      'http://x.example/a_b*c',
      'www.x_y.example',
      'ü…',
      '"q"',
      '(r)',
      '+ s',
      '=== t',
      '[^1]: u',
      '[^1]',
      'x  y',
      '**',
    ];
    const tags = [
      'p',
      'b',
      'i',
      'em',
      'strong',
      'del',
      'a',
      'ul',
      'ol',
      'li',
      'blockquote',
      'h2',
      'h3',
      'table',
      'tr',
      'td',
      'th',
      'div',
      'span',
      'code',
      'pre',
      'figure',
      'figcaption',
      'dl',
      'dt',
      'dd',
      'details',
      'summary',
      'sub',
      'sup',
      'q',
      'section',
    ];
    const make = (depth: number): string =>
      Array.from({ length: 1 + random(3) }, () => {
        if (depth > 3 || random(3) === 0)
          return (texts[random(texts.length)] ?? '').replace('<', '&lt;') + (random(2) ? ' ' : '');
        const tag = tags[random(tags.length)] ?? 'p';
        const attributes = tag === 'a' ? ' href="https://l.example/(x)_y_"' : '';
        return `<${tag}${attributes}>${make(depth + 1)}</${tag}>`;
      }).join(random(3) ? '' : '<br>');

    for (let n = 0; n < 150; n += 1) {
      const html = make(0);
      const words = wordsIn(parseWords(html)).join('');
      const read = wordsIn(shown(markdownTree(markdownOf(html))).words.replaceAll('↩', '')).join('');
      expect([...read].sort().join(''), html).toBe([...words].sort().join(''));
    }
  });

  it('reads extremely nested HTML as plain words, in reasonable time', () => {
    const { markdown, remarks } = convert(`${'<div>'.repeat(50_000)}word${'</p>'.repeat(50_000)}<script>no</script>`);

    expect(markdown).toBe('word');
    expect(remarks).toHaveLength(1);
  });

  it('is fast for long runs of spaces and symbols, and for many loose list items', () => {
    const spaces = `<p><b>*${'\u00a0'.repeat(100_000)}x</b></p><pre>x${'\n'.repeat(100_000)}x</pre>`;
    const more = `<h2>${'#'.repeat(100_000)}x</h2><ul>${'<i>x</i>'.repeat(10_000)}</ul>`;
    const started = process.cpuUsage();

    expect(markdownOf(spaces + more).length).toBeGreaterThan(100_000);
    expect(process.cpuUsage(started).user / 1_000).toBeLessThan(5_000);
  });
});

/** The words of HTML, with spaces between elements. */
function parseWords(html: string): string {
  const visit = (nodes: ReturnType<typeof parseHtml>): string =>
    nodes.map((node) => (typeof node === 'string' ? node : ` ${visit(node.children)} `)).join('');
  return visit(parseHtml(html));
}
