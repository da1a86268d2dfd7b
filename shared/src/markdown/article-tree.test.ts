import { describe, expect, it } from 'vitest';
import { articleTree } from './article-tree.ts';
import { type MarkdownNode, markdownTree } from './tree.ts';
import { wordsOf } from './words.ts';

/** The tree in short: `h2#section-a[A]`. */
function short(nodes: readonly MarkdownNode[]): string {
  return nodes
    .map((node) => {
      if (typeof node === 'string') return node;
      if ('pictureUrl' in node) return `(${node.alt})`;
      const { class: names, id, href } = node.attributes;
      return `${node.tag}${names ? `.${names.replaceAll(' ', '.')}` : ''}${id ? `#${id}` : ''}${href ? `→${href}` : ''}[${short(node.children)}]`;
    })
    .join(' ');
}

describe('the text of an article on its page', () => {
  it('has contents from three headings on, in their levels down to the fourth', () => {
    const [contents] = articleTree('# One\n\n## *Two* `x`\n\n### Three\n\n#### Four\n\n# Last [link](/a)');

    expect(contents && short([contents])).toBe(
      'nav.markdown-contents[details[summary[bdi[Contents]] ul[' +
        'li[a→#section-one[One] ul[li[a→#section-two-x[Two x] ul[li[a→#section-three[Three]]]]]] ' +
        'li[a→#section-last-link[Last link]]]]]',
    );
  });

  it.each([
    ['two headings', '# One\n\n# Two'],
    ['headings in quotations and lists', '# One\n\n> # Two\n\n- # Three\n\n# Four'],
    ['headings without a word', '# One\n\n#\n\n#\n\n# Two'],
  ])('has none for %s', (_what, source) => {
    expect(short(articleTree(source))).not.toContain('Contents');
  });

  it('keeps long contents folded', () => {
    expect(short(articleTree('# Part\n\n'.repeat(13)))).toContain('nav.markdown-contents.markdown-contents-long[');
  });

  it('has a link beside each heading, named by it', () => {
    const [heading] = articleTree('# The *sea*');

    expect(heading).toMatchObject({
      attributes: { class: 'markdown-heading' },
      children: [
        { tag: 'h2', attributes: { id: 'section-the-sea' } },
        {
          tag: 'a',
          attributes: { href: '#section-the-sea', 'aria-label': 'Link to section The sea' },
          children: ['#'],
        },
      ],
    });
  });

  it.each([
    ['```js\nx\n```', 'JavaScript'],
    ['```HTML\nx\n```', 'HTML'],
    ['```brainfuck\nx\n```', 'brainfuck'],
    ['```text\nx\n```', 'Code'],
    ['    x', 'Code'],
    ['- item\n\n  ```c++\n  x\n  ```', 'C++'],
  ])('names the language above %j', (source, label) => {
    expect(short(articleTree(source))).toContain(`div.markdown-code[div.markdown-bar[span[${label}]] pre[code`);
  });

  it('adds no word that would decide where a text from the right begins', () => {
    const [contents] = articleTree('# А\n\n# Б\n\n# В');

    expect(contents).toMatchObject({
      attributes: { dir: 'auto' },
      children: [{ children: [{ children: [{ tag: 'bdi' }] }, {}] }],
    });
    expect(articleTree('    x')).toMatchObject([{ attributes: { dir: 'ltr' } }]);
  });

  it('is the same as elsewhere where it has none of these', () => {
    const source = 'Words, `code` and ![a picture](/sea.webp)\n\n> quoted\n\n1. first\n\n|a|\n|-|\n|b|';

    expect(articleTree(source)).toEqual(markdownTree(source));
  });
});

describe('wordsOf', () => {
  it('reads pictures by their descriptions, and lines as one', () => {
    expect(wordsOf(markdownTree('A **bold** ![sea](/s.webp)  \nnext'))).toBe('A bold sea next');
  });

  it('leaves out numbers of footnotes', () => {
    const number = { tag: 'a', attributes: { role: 'doc-noteref' }, children: ['1'] };

    expect(wordsOf(['The sea', { tag: 'sup', attributes: {}, children: [number] }])).toBe('The sea');
  });
});
