import { describe, expect, it } from 'vitest';
import { articleTree } from './article-tree.ts';
import { type MarkdownNode, markdownTree } from './tree.ts';
import { wordsOf } from './words.ts';

/** The tree in short form: `h2#section-a[A]`. */
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

describe('articleTree', () => {
  it('adds a nested table of contents for three or more headings, down to the fourth level', () => {
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
    ['headings without words', '# One\n\n#\n\n#\n\n# Two'],
  ])('adds no table of contents for %s', (_what, source) => {
    expect(short(articleTree(source))).not.toContain('Contents');
  });

  it('collapses a long table of contents', () => {
    expect(short(articleTree('# Part\n\n'.repeat(13)))).toContain('nav.markdown-contents.markdown-contents-long[');
  });

  it("adds a link with the heading's name next to each heading", () => {
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

  it('adds no text that could change the direction of a right-to-left text', () => {
    const [contents] = articleTree('# А\n\n# Б\n\n# В');

    expect(contents).toMatchObject({
      attributes: { dir: 'auto' },
      children: [{ children: [{ children: [{ tag: 'bdi' }] }, {}] }],
    });
    expect(articleTree('    x')).toMatchObject([{ attributes: { dir: 'ltr' } }]);
  });

  it('equals markdownTree for texts without these parts', () => {
    const source = 'Words, `code` and ![a picture](/sea.webp)\n\n> quoted\n\n1. first\n\n|a|\n|-|\n|b|';

    expect(articleTree(source)).toEqual(markdownTree(source));
  });
});

describe('wordsOf', () => {
  it('includes the descriptions of pictures, and reads line breaks as spaces', () => {
    expect(wordsOf(markdownTree('A **bold** ![sea](/s.webp)  \nnext'))).toBe('A bold sea next');
  });

  it('leaves out the numbers of footnotes', () => {
    const number = { tag: 'a', attributes: { role: 'doc-noteref' }, children: ['1'] };

    expect(wordsOf(['The sea', { tag: 'sup', attributes: {}, children: [number] }])).toBe('The sea');
  });
});
