import { describe, expect, it } from 'vitest';
import { type MarkdownNode, markdownTree } from './tree.ts';

/** The tree as text, with ids and link targets but no other attributes. */
function written(nodes: readonly MarkdownNode[]): string {
  return nodes
    .map((node) => {
      if (typeof node === 'string') return node;
      if ('pictureUrl' in node) return `PICTURE ${node.pictureUrl}`;
      const { id, href } = node.attributes;
      return `<${node.tag}${id ? ` #${id}` : ''}${href ? ` >${href}` : ''}>${written(node.children)}</${node.tag}>`;
    })
    .join('');
}

const shown = (source: string) => written(markdownTree(source)).replaceAll('\ufe0e', '');

const reference = (number: number, use = '') =>
  `<sup><a #footnote-${number}-ref${use} >#footnote-${number}>${number}</a></sup>`;
const back = (number: number) => `<a >#footnote-${number}-ref>↩</a>`;
const notes = (...items: string[]) =>
  `<section><ol>${items.map((item, index) => `<li #footnote-${index + 1}>${item}</li>`).join('')}</ol></section>`;

describe('footnotes', () => {
  it('are numbered by their first reference, not by label or position', () => {
    const source = '[^b]: Second.\n\nOne[^A] and two[^b].\n\n[^a]: *First*.';

    expect(shown(source)).toBe(
      `<p>One${reference(1)} and two${reference(2)}.</p>` +
        notes(`<p><em>First</em>. ${back(1)}</p>`, `<p>Second. ${back(2)}</p>`),
    );
  });

  it('can be lines of one paragraph, directly below the text', () => {
    expect(shown('Text[^1][^2]\n[^1]: One\ngoes on\n[^2]: Two')).toBe(
      `<p>Text${reference(1)}${reference(2)}</p>${notes(`<p>One\ngoes on ${back(1)}</p>`, `<p>Two ${back(2)}</p>`)}`,
    );
  });

  it('can be hundreds of lines below each other, each read by itself', () => {
    const numbers = Array.from({ length: 400 }, (_, n) => n + 1);
    const text = numbers.map((n) => `Word[^${n}]`).join(' ');
    const lines = numbers.map((n) => `[^${n}]: See *part* ${n} of [the index](https://example.com/${n}), *and more.`);
    const html = shown(`${text}\n\n${lines.join('\n')}`);

    expect(html.match(/<em>part<\/em>/g)).toHaveLength(400);
    expect(html).toContain('<a >https://example.com/400>the index</a>');
    expect(html).not.toContain('[^');
  });

  it('continue in indented paragraphs with any content', () => {
    expect(shown('Text[^1]\n\n[^1]: One\n\n    - a [link]\n\n    Last.\n\nAfter.\n\n[link]: /there')).toBe(
      `<p>Text${reference(1)}</p><p>After.</p>` +
        notes(`<p>One</p><ul><li>a <a >/there>link</a></li></ul><p>Last. ${back(1)}</p>`),
    );
  });

  it.each([
    ['a quote', '[^1]: > One\n    > two', `<blockquote><p>One\ntwo</p></blockquote><p>${back(1)}</p>`],
    ['a list', '[^1]: - One\n    - two', `<ul><li>One</li><li>two</li></ul><p>${back(1)}</p>`],
    ['words and a list', '[^1]: One\n    1. two', `<p>One</p><ol><li>two</li></ol><p>${back(1)}</p>`],
    ['a list below its label', '[^1]:\n    - One', `<ul><li>One</li></ul><p>${back(1)}</p>`],
    ['code', '[^1]: ```js\n    a\n\n\n      b\n    ```', `<pre><code>a\n\n\n  b</code></pre><p>${back(1)}</p>`],
    ['code below its label', '[^1]:\n\n        a *b*', `<pre><code>a *b*</code></pre><p>${back(1)}</p>`],
    ['code and the next one', '[^1]: ~~~\n    a\n    ~~~\n[^2]: N', `<pre><code>a</code></pre><p>${back(1)}</p>`],
    ['a table', '[^1]: a|b\n    -|-\n    1|2', undefined],
  ])('may be %s', (_what, source, html) => {
    const all = shown(`Text[^1].\n\n${source}\n\nAfter.`);

    expect(all).toMatch(/^<p>Text<sup>.*<\/sup>\.<\/p><p>After\.<\/p><section>/);
    expect(all).toContain(html === undefined ? '<th>a</th><th>b</th>' : `<li #footnote-1>${html}</li>`);
  });

  it('link back to each reference', () => {
    expect(shown('A[^1] b[^1]\n\n[^1]: Note')).toBe(
      `<p>A${reference(1)} b${reference(1, '-2')}</p>` +
        notes(`<p>Note ${back(1)} <a >#footnote-1-ref-2>↩<sup>2</sup></a></p>`),
    );
  });

  it('can refer to each other and to themselves', () => {
    expect(shown('A[^1]\n\n[^1]: One[^2]\n[^2]: Two[^1]')).toBe(
      `<p>A${reference(1)}</p>` +
        notes(
          `<p>One${reference(2)} ${back(1)} <a >#footnote-1-ref-2>↩<sup>2</sup></a></p>`,
          `<p>Two${reference(1, '-2')} ${back(2)}</p>`,
        ),
    );
  });

  it('are numbered by references in other notes too, before those without one', () => {
    expect(shown('A[^1] b[^2]\n\n[^u]: U\n[^4]: Four\n[^3]: Three\n[^1]: One[^3]\n[^2]: Two[^4]')).toBe(
      `<p>A${reference(1)} b${reference(2)}</p>` +
        notes(
          ...[`<p>One${reference(3)} ${back(1)}</p>`, `<p>Two${reference(4)} ${back(2)}</p>`],
          ...[`<p>Three ${back(3)}</p>`, `<p>Four ${back(4)}</p>`, '<p>U</p>'],
        ),
    );
  });

  it('without a reference come last', () => {
    expect(shown('[^lost]: Lost\n\nA[^1]\n\n[^1]: One')).toBe(
      `<p>A${reference(1)}</p>${notes(`<p>One ${back(1)}</p>`, '<p>Lost</p>')}`,
    );
  });

  it.each([
    ['without a note', 'Words[^1] and ![^1].', '<p>Words[^1] and ![^1].</p>'],
    ['in code', '`[^1]`\n\n[^1]: N', `<p><code>[^1]</code></p>${notes('<p>N</p>')}`],
    ['escaped', '\\[^1]\n\n[^1]: N', `<p>[^1]</p>${notes('<p>N</p>')}`],
    ['within a link', '[a [^1]](/b)\n\n[^1]: N', `<p><a >/b>a [^1]</a></p>${notes('<p>N</p>')}`],
    ['in a quote', '> [^2]: foot', '<blockquote><p>[^2]: foot</p></blockquote>'],
    [
      'in an escaped second definition',
      'A[^1]\n\n[^1]: N\n\n\\[^1]: M',
      `<p>A${reference(1)}</p><p>[^1]: M</p>${notes(`<p>N ${back(1)}</p>`)}`,
    ],
    [
      'in a second definition with the same name',
      'A[^1]\n\n[^1]: N\n[^1]: M',
      `<p>A${reference(1)}</p><p>[^1]: M</p>${notes(`<p>N ${back(1)}</p>`)}`,
    ],
  ])('are shown as typed %s', (_where, source, html) => {
    expect(shown(source)).toBe(html);
  });

  it('have ids that differ from those of headings', () => {
    expect(shown('# footnote 1\n\nA[^section-x]\n\n[^section-x]: N')).toContain('<h2 #section-footnote-1>');
    expect(shown('[a](#footnote-1)')).toContain('>#section-footnote-1>');
  });

  it('link to the page of the text in feeds and mails', () => {
    const tree = markdownTree('A[^1]\n\n[^1]: N', { pageUrl: 'https://inkwell.example/posts/p1' });

    expect(written(tree)).toContain('>https://inkwell.example/posts/p1#footnote-1>');
    expect(written(tree)).toContain('>https://inkwell.example/posts/p1#footnote-1-ref>');
  });

  it('have roles and names for screen readers, and can receive the focus', () => {
    const tree = markdownTree('A[^1]\n\n[^1]: N');

    expect(JSON.stringify(tree)).toContain('"role":"doc-noteref","aria-label":"Footnote 1"');
    expect(JSON.stringify(tree)).toContain('"role":"doc-backlink","aria-label":"Back to reference 1"');
    expect(tree.at(-1)).toMatchObject({
      tag: 'section',
      attributes: { role: 'doc-endnotes', 'aria-label': 'Footnotes' },
      children: [{ tag: 'ol', children: [{ attributes: { id: 'footnote-1', tabindex: '-1' } }] }],
    });
  });
});
