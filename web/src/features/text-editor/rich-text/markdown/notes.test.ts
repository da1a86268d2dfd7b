import { type MarkdownNode, markdownTree } from '@inkwell/shared/markdown/tree';
import type { Node } from '@tiptap/pm/model';
import { describe, expect, it } from 'vitest';
import { noteSignsOf } from '../editing/notes.ts';
import { textSchema as schema } from '../schema/extensions.ts';
import { createManuscript } from './manuscript.ts';
import { lookOf } from './same-look.ts';

const TEXTS = [
  'Said[^1].\n\n[^1]: Once',
  'Said[^1][^2].\n\n[^1]: Once\n[^2]: Twice\n',
  '[^1]: Before\n\nThe text[^1].',
  'One[^a], two[^a], three[^A].\n\n[^a]: Thrice',
  'Unknown[^9] and [^x-y].',
  'Said[^1].\n\n[^1]: Once\n\n    and more\n\n    and the last',
  'Said[^1].\n\n[^1]: Once\n    indented\n  line',
  'Said[^1].\n\n   [^1]:    far from its label',
  'Said[^1].\n\n[^1]:Near',
  'Said[^1].\n\n[^1]:\nIn the next line',
  '- item[^1]\n- other[^2]\n\n[^1]: One\n\n[^2]: Two',
  '- [^1]: not a note in a list\n- b',
  '> quoted[^1]\n>\n> [^1]: not a note in a quote\n\n[^1]: a note',
  '# Title[^1]\n\ntext\n\n[^1]: Of the title',
  '| a[^1] | b |\n|---|---|\n| c[^2] | d |\n\n[^1]: A\n\n[^2]: C',
  'Code `[^1]` and text[^1].\n\n[^1]: With `code [^1]` in it',
  'Said[^1].\n\n[^1]: See [a page](https://a.example "T") and <https://b.example>.',
  'Said[^1].\n\n[^1]: See https://a.example/b_c.',
  'Said[^1].\n\n[^1]: Math $a_1$ and **bold[^2]**\n\n[^2]: Nested *note*',
  '**Bold[^1]** and *it[^2]*, ~~old[^3]~~.\n\n[^1]: a\n\n[^2]: b\n\n[^3]: c',
  'Escaped \\[^1] and \\[^1\\].\n\n[^1]: a',
  'In a [link[^1]](https://a.example) none.\n\n[^1]: a',
  'Said[^1].\n\n[^1]: First\n\n[^1]: Second',
  'Text\n[^1]: in the same paragraph\nand goes on[^1].',
  'Line[^1]  \n[^2]\\\nend.\n\n[^1]: a  \nb\n\n[^2]: c',
  'Said[^é&ü][^1.2][^a_b].\n\n[^é&ü]: a\n\n[^1.2]: b\n\n[^a_b]: c',
  '[^1]\n\n[^1]: a',
  '[^1]: [^2]\n\n[^2]: [^1]\n',
  'A[^1]\r\n\r\n[^1]: b\r\n\r\n    c\r\n',
  'Said[^1].\n\n[^1]: ![picture](/p.webp "T")\n\n***\n\n## More[^1]',
  'See [this][d] and that[^1].\n\n[d]: /u\n\n[^1]: [x][d]',
  'Said[^1].\n\n[^1]: One\n\n    - a\n    - b\n\nText after.\n\n    code',
  'A class of characters [^a-z] and a caret [^ no].',
  'Said[^1].\n\n```\n[^1]: code\n```\n\n[^1]: a <b>b</b> &amp; c',
];

/** Texts whose blocks are source, and labels without a meaning. */
const STRANGE = [
  'Said[^1].\n\n<div>\n[^1]: not a note\n</div>\n\n[^1]: a',
  'Said[^2].\n\n- [ ] task[^1]\n- no task `[^1]` [x[^2]](/u)\n\n[^1]: a\n\n[^2]: b',
  '[^2]: *x*[^3]\n\n    > y[^1]\n\nSaid[^2].\n\n[^1]: a\n\n[^3]: b',
  '[^a]: of nothing[^b]\n\n[^b]: b\n[^c]: c[^a]',
  '<p>[^1]</p>\n\nSaid[^2] and[^1].\n\n[^1]: a\n\n[^2]: b',
  'A[^toString] and[^__proto__].\n\n[^__proto__]: a\n\n[^toString]: b',
];

/** The numbers of references by the note that contains them; index 0 is the text. */
type Numbers = Record<number, number[]>;

/** As in the article. */
function shownNumbers(text: string): Numbers {
  const numbers: Numbers = {};
  const walk = (nodes: readonly MarkdownNode[], note: number) => {
    for (const node of nodes) {
      if (typeof node === 'string' || !('tag' in node)) continue;
      const { id = '', role } = node.attributes;
      const inner = node.tag === 'li' && id.startsWith('footnote-') ? Number(id.slice(9)) : note;
      numbers[inner] ??= [];
      if (role === 'doc-noteref') numbers[inner].push(Number(node.children[0]));
      walk(node.children, inner);
    }
  };
  walk(markdownTree(text), 0);
  return numbers;
}

/** As in rich text. */
function numbersIn(doc: Node): Numbers {
  const numbers: Numbers = { 0: [] };
  let block = -1;
  let note = 0;
  for (const { isNote, number, position } of noteSignsOf(doc)) {
    const index = doc.resolve(position).index(0);
    if (index !== block) note = 0;
    block = index;
    if (isNote) note = number;
    numbers[note] ??= [];
    if (!isNote) numbers[note]?.push(number);
  }
  return numbers;
}

function open(text: string) {
  const manuscript = createManuscript(schema);
  const { nodes } = manuscript.read(text);
  return { nodes, write: (changed: readonly Node[]) => manuscript.write(schema.node('doc', {}, [...changed])) };
}

const anew = (node: Node) => node.type.create({ ...node.attrs, origin: null }, node.content);
const typed = (node: Node, words: string) =>
  node.copy(node.content.append(schema.node('paragraph', {}, schema.text(words)).content));

const paragraphOf = (...parts: (string | { label: string; isNote?: boolean })[]) =>
  schema.node(
    'paragraph',
    {},
    parts.map((part) => (typeof part === 'string' ? schema.text(part) : schema.node('noteSign', part))),
  );

describe('a text with footnotes', () => {
  it.each(TEXTS)('keeps every byte, and its look if a block is rewritten: %j', (text) => {
    const { nodes, write } = open(text);

    expect(write(nodes)).toBe(text);
    for (const at of nodes.keys())
      expect(lookOf(write(nodes.map((node, index) => (index === at ? anew(node) : node))))).toBe(lookOf(text));
  });

  it('keeps its notes if words around them need escapes', () => {
    const { nodes, write } = open('Said[^1].\n\n[^1]: Once');
    const [said, note] = nodes as [Node, Node];

    expect(write([typed(said, ' *a* [b](c) [^2]'), typed(note, ' [^3]: *d*')])).toBe(
      'Said[^1]. \\*a\\* \\[b\\](c) \\[^2\\]\n\n[^1]: Once \\[^3\\]: \\*d\\*',
    );
  });

  it.each([
    ['- item', '\\- item'],
    ['2. Auflage', '2\\. Auflage'],
    ['# 1 of *all*', '\\# 1 of \\*all\\*'],
    ['> all', '\\> all'],
    ['---', '\\---'],
  ])('has the text of a note that would be another block: %s', (words, written) => {
    const { write } = open('');
    const note = paragraphOf({ label: '1', isNote: true }, words);

    expect(write([note])).toBe(`[^1]: ${written}`);
    expect(open(`[^1]: ${written}`).nodes[0]?.content.eq(note.content)).toBe(true);
    expect(open(`[^1]: ${words}`).nodes[0]?.type.name).toBe('sourceBlock');
  });

  it('starts a line with a note that was joined to the previous paragraph', () => {
    const { write } = open('');

    expect(write([paragraphOf('Said', { label: '1' }, { label: '1', isNote: true }, '  Once')])).toBe(
      'Said[^1]\n[^1]: Once',
    );
  });

  it('keeps a reference in words that become a link or code', () => {
    const { write } = open('');
    const link = schema.mark('link', { href: 'https://a.example' });
    const parts = [schema.text('see', [link]), schema.node('noteSign', { label: '1' }).mark([link])];
    const code = [
      schema.text('a*b', [schema.mark('code')]),
      schema.node('noteSign', { label: '2' }).mark([schema.mark('code')]),
    ];

    expect(write([schema.node('paragraph', {}, [...parts, schema.text(' '), ...code])])).toBe(
      '[see](https://a.example)[^1] `a*b`[^2]',
    );
  });

  it.each(TEXTS)('keeps every other byte if a paragraph before it is changed: %j', (text) => {
    const { nodes, write } = open(`Before.\n\n${text}`);

    expect(write([paragraphOf('Said before.'), ...nodes.slice(1)])).toBe(`Said before.\n\n${text}`);
  });

  it.each(['\n', '\r\n'])('has each note in its own paragraph, also without blank lines (%j)', (end) => {
    const text = ['Said[^1][^2].', '', '[^1]: *Once*,', 'I say', ' [^2]: Twice', '[^3]: Thrice', ''].join(end);
    const { nodes, write } = open(text);

    expect(nodes.map(({ textContent }) => textContent)).toEqual([
      ...['Said[^1][^2].', '[^1]: Once, I say', '[^2]: Twice', '[^3]: Thrice'],
    ]);
    expect(write(nodes)).toBe(text);
    const [said, once, twice, thrice] = nodes as [Node, Node, Node, Node];
    expect(write([said, once, typed(twice, '!'), thrice])).toBe(text.replace(' [^2]: Twice', '[^2]: Twice!'));
    expect(write([said, twice, once, thrice])).toMatch(
      /^Said.*\s+\[\^2\]: Twice\n\n\[\^1\]: \*Once\*,\r?\nI say\n\n\[\^3\]/,
    );
  });

  it('keeps notes when they are changed; indented blocks belong to one note, which is source', () => {
    const { nodes, write } = open('Said[^1][^2].\n\n[^1]: Once\n\n[^2]: Twice\n\n    and more');

    expect(nodes.map(({ type, textContent }) => `${type.name} ${textContent}`)).toEqual([
      'paragraph Said[^1][^2].',
      'paragraph [^1]: Once',
      'sourceBlock [^2]: Twice\n\n    and more',
    ]);
    const said = paragraphOf('Said', { label: '1' }, ', ', { label: '2' }, '.');
    const note = paragraphOf({ label: '1', isNote: true }, 'Once or twice');
    expect(write([said, note, ...nodes.slice(2)])).toBe(
      'Said[^1], [^2].\n\n[^1]: Once or twice\n\n[^2]: Twice\n\n    and more',
    );
  });

  it.each([...TEXTS, ...STRANGE])('has the numbers that readers see: %j', (text) => {
    const { nodes } = open(text);

    expect(numbersIn(schema.node('doc', {}, [...nodes]))).toEqual(shownNumbers(text));
  });

  it('has the text of a note, without its Markdown', () => {
    const { nodes } = open('Said[^1][^2].\n\n[^1]: *One* `two`[^2]\n\n[^2]: three\n\n    - four');
    const notes = noteSignsOf(schema.node('doc', {}, [...nodes])).filter(({ isNote }) => isNote);

    expect(notes.map(({ text }) => text.replace(/\s+/g, ' '))).toEqual(['One two', 'three four']);
  });
});
