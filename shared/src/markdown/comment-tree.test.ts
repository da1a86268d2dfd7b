import { describe, expect, it } from 'vitest';
import { commentTree } from './comment-tree.ts';
import type { MarkdownNode } from './tree.ts';

/** The tree as text, for comparison. */
function written(nodes: readonly MarkdownNode[]): string {
  return nodes
    .map((node) => {
      if (typeof node === 'string') return node;
      if ('pictureUrl' in node) return `PICTURE ${node.pictureUrl}`;
      const attributes = Object.entries(node.attributes).map(([name, value]) => ` ${name}="${value}"`);
      return `<${node.tag}${attributes.join('')}>${written(node.children)}</${node.tag}>`;
    })
    .join('');
}

const shown = (source: string) => written(commentTree(source));

describe('the Markdown of a comment', () => {
  it.each([
    ['**bold** and *italic* and `code`', '<p><strong>bold</strong> and <em>italic</em> and <code>code</code></p>'],
    ['> quote', '<blockquote><p>quote</p></blockquote>'],
    ['- a\n- b', '<ul><li>a</li><li>b</li></ul>'],
    ['3. a', '<ol start="3"><li>a</li></ol>'],
    ['```js\nx\n```', '<pre tabindex="0"><code>x</code></pre>'],
    [
      '[there](https://example.com "title")',
      '<p><a href="https://example.com/" rel="nofollow ugc noopener noreferrer">there</a></p>',
    ],
    ['[post](/posts/1)', '<p><a href="/posts/1" rel="nofollow ugc noopener noreferrer">post</a></p>'],
  ])('renders %j', (source, html) => expect(shown(source)).toBe(html));

  it.each([
    ['# Heading', '<p>Heading</p>'],
    ['![a cat](https://example.com/cat.png)', '<p>a cat</p>'],
    ['See ![a cat](/cat.png) here', '<p>See a cat here</p>'],
    [
      '[![cat](/cat.png)](https://example.com)',
      '<p><a href="https://example.com/" rel="nofollow ugc noopener noreferrer">cat</a></p>',
    ],
    ['| a | b |\n|---|---|\n| c | d |', '<p>a b </p><p>c d </p>'],
    ['---', ''],
    ['~~gone~~', '<p>gone</p>'],
    ['[up](#top)', '<p>up</p>'],
    ['[x](javascript:alert(1))', '<p>x</p>'],
    ['<img src=x onerror=alert(1)>', '<p>&lt;img src=x onerror=alert(1)&gt;</p>'],
  ])('keeps only the text of %j', (source, html) => {
    expect(shown(source).replaceAll('<img src=x onerror=alert(1)>', '&lt;img src=x onerror=alert(1)&gt;')).toBe(html);
  });

  it('contains only allowed elements, whatever the source', () => {
    const source =
      '# a\n\n## b\n\n![x](/x.png)\n\n<script>alert(1)</script>\n\n- [ ] task\n\n[^1]\n\n***bold** italic*';
    const tags = [...shown(source).matchAll(/<(\w+)/g)].map(([, tag]) => tag);

    // The raw tag is text.
    expect(new Set(tags)).toEqual(new Set(['p', 'ul', 'li', 'strong', 'em', 'script']));
    expect(commentTree('<script>alert(1)</script>')).toEqual([
      { tag: 'p', attributes: {}, children: ['<script>alert(1)</script>'] },
    ]);
  });
});
