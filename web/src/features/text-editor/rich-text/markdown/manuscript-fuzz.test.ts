import { createRandom } from '@inkwell/shared/testing/random';
import { Fragment, type Node } from '@tiptap/pm/model';
import { expect, it } from 'vitest';
import { textSchema as schema } from '../schema/extensions.ts';
import { createManuscript } from './manuscript.ts';

/* Random edits of texts made of unusual blocks. The saved text must open as the same document. FUZZ_RUNS sets the number of runs. */

const RUNS = Number(process.env.FUZZ_RUNS ?? 60);

const BLOCKS = [
  ...['    a\n    b', '\tc', '    g\n\n    h', '```js\nd\n```', '~~~\ne\n\n    f\n~~~'],
  ...[
    '[^1]: Note',
    '[^2]: Note\n    more',
    '[^3]: Note\n\n    and more',
    'text[^1]\n[^4]: x',
    '[^5]: a\n [^6]: *b*[^5]\nc',
  ],
  ...[
    '- a\n- b',
    '* a\n\n* b',
    '+ a',
    '1. a\n2. b',
    '1) a',
    '- [ ] t\n- [x] u',
    '- a\n\n      code',
    '1. a\n   - b',
    '- - a',
  ],
  ...['-\n  a', '- ```\n  x\n  ```', '> a\n> b', '> a\nlazy', '> - a', '>', '# H', 'S\n===', 'S\n---', '## H ##'],
  ...[
    '***',
    '* * *',
    '_ _ _',
    '| a | b |\n|---|:-:|\n| c | d |',
    'a | b\n- | -\n1 | 2',
    '<div>\nx\n</div>',
    '<b>x</b> y',
  ],
  ...['[d]: /u', '[d]: /u "t"', '  [e]: /v', 'see [d] and [x][e]', ' one', '   three', 'a\nb', 'a  \nb', 'a\\\nb'],
  ...[
    '*i* **b** ~~s~~ `c`',
    '![p](/p.webp)',
    'https://a.example/x',
    '&amp; &lt;',
    '\\# x',
    'a_b_c',
    '<https://a.example>',
  ],
];
const GAPS = ['\n\n', '\n\n', '\n\n', '\n', '\n\n\n', '\n \n'];
const WORDS = [
  ...[
    '&w',
    '(x)',
    '*',
    '_',
    '**',
    '`',
    '~~',
    '~',
    '[',
    ']',
    '](',
    '[d]',
    '[^1]',
    '[^9]: ',
    '!',
    '<',
    '<b>',
    '&amp;',
    '&',
  ],
  ...[
    '#',
    '- ',
    '+ ',
    '1. ',
    '> ',
    '|',
    '\\',
    'a',
    'word',
    ' ',
    '  ',
    '.',
    '"',
    '„x“',
    '강조',
    'http://a.example',
    'm@a.example',
  ],
  ...['---', '===', '```', '<!--', '    ', '[x] ', 'é', '😀', '$', '2', ')', '/', 'x:'],
];
const MARKS = ['bold', 'italic', 'strike', 'code', 'link'];

/** The text as readers see it, except for features that Markdown cannot express: trailing spaces, empty paragraphs, list bullets. */
function seen(node: Node): unknown {
  const { name } = node.type;
  const { level, start, checked, language } = node.attrs;
  if (name === 'sourceBlock')
    return [name, node.textContent.replace(/^(\d*)[-+*.)](?=\s)/gm, '$1-').replace(/\s/g, '')];
  if (!node.isTextblock) return [name, start, checked, ...node.children.map(seen).filter((child) => child !== null)];
  const runs: [string, string][] = [];
  for (const { text, marks, type, attrs } of node.children) {
    const isSign = type.name === 'noteSign';
    const sign = isSign ? `\0${attrs.label}\0${attrs.isNote ? ':' : ''}` : '';
    const words = text?.replace(/[\s\u2060]/g, '') ?? (type.name === 'picture' ? String(attrs.src) : sign);
    const isCodeInLink = text?.includes('`') && marks.some((mark) => mark.type.name === 'link');
    const lost = attrs.isNote ? MARKS : isSign ? ['code', 'link'] : isCodeInLink ? ['code'] : [];
    const names = marks.map((mark) => mark.type.name).filter((mark) => !lost.includes(mark));
    const key = names
      .filter((mark) => mark !== 'lineEnd')
      .sort()
      .join();
    const last = runs.at(-1);
    if (words !== '' && last?.[1] === key) last[0] += words;
    else if (words !== '') runs.push([words, key]);
  }
  const isEmpty = runs.length === 0 && (name === 'paragraph' || name === 'codeBlock');
  return isEmpty ? null : [name, level, language ?? undefined, ...runs];
}

/** A note in the middle of a paragraph becomes a separate one when the text is opened again. */
function apart(node: Node): Node[] {
  const starts = node.children.flatMap(({ attrs }, at) => (attrs.isNote && at > 0 ? [at] : []));
  if (node.type.name !== 'paragraph') return [node];
  return [0, ...starts].map((start, n) => node.copy(Fragment.from(node.children.slice(start, starts[n]))));
}

const seenIn = (nodes: readonly Node[]) =>
  nodes
    .flatMap(apart)
    .map(seen)
    .filter((block) => block !== null);

function createEditor(random: () => number) {
  const below = (count: number) => Math.floor(random() * count);
  const pick = <Value>(values: readonly Value[]): Value => values[below(values.length)] as Value;
  const some = <Value>(count: number, make: () => Value): Value[] => Array.from({ length: 1 + below(count) }, make);
  const words = () => some(4, () => pick(WORDS)).join('');
  const mark = () => schema.mark(pick(MARKS), { href: '/l' });
  const inline = () =>
    some(4, () => {
      if (below(16) === 0) return schema.node('hardBreak');
      if (below(8) === 0)
        return schema.node(
          'noteSign',
          { label: pick(['1', 'A_b']), isNote: below(3) === 0 },
          undefined,
          below(2) ? [] : [mark()],
        );
      return schema.text(words(), below(2) === 0 ? [] : below(4) === 0 ? mark().addToSet([mark()]) : [mark()]);
    });
  const paragraph = () => schema.node('paragraph', {}, inline());
  const list = (type: string, item: string) =>
    schema.node(
      type,
      {},
      some(2, () => schema.node(item, {}, some(2, paragraph))),
    );

  const blocks = [
    paragraph,
    () => schema.node('heading', { level: 2 }, [schema.text(words())]),
    () => schema.node('codeBlock', {}, [schema.text('code')]),
    () => schema.node('horizontalRule'),
    () => list('bulletList', 'listItem'),
    () => list('orderedList', 'listItem'),
    () => list('taskList', 'taskItem'),
    () => schema.node('blockquote', {}, some(2, paragraph)),
  ];

  function typeInto(node: Node): Node {
    if (node.type.name === 'sourceBlock' || node.isLeaf) return node;
    const at = below(node.childCount + Number(node.isTextblock));
    if (!node.isTextblock)
      return node.childCount > 0 ? node.copy(node.content.replaceChild(at, typeInto(node.child(at)))) : node;
    const added = node.type.name === 'codeBlock' ? [schema.text(pick(['```', 'x', '\n    y', '[^1]: ']))] : inline();
    return node.type.create(node.attrs, [...node.children.slice(0, at), ...added, ...node.children.slice(at)]);
  }

  return {
    text: () => some(6, () => pick(BLOCKS) + pick(GAPS)).join(''),
    edit(nodes: readonly Node[]): Node[] {
      const [at, to] = [below(nodes.length), below(nodes.length + 1)];
      const [before, node, after] = [nodes.slice(0, at), nodes[at], nodes.slice(at + 1)];
      if (!node) return [paragraph()];
      const without = [...before, ...after];
      return pick([
        () => (without.length > 0 ? without : [paragraph()]),
        () => [...before, typeInto(node), ...after],
        () => nodes.toSpliced(to, 0, pick(blocks)()),
        () => without.toSpliced(to, 0, node),
        () => nodes.toSpliced(to, 0, node),
      ])();
    },
    edits: () => some(4, () => null).length,
  };
}

it.each(Array.from({ length: RUNS }, (_, run) => run + 1))('opens as it was saved, run %i', (seed) => {
  const editor = createEditor(createRandom(seed));
  const manuscript = createManuscript(schema);
  const source = editor.text();
  let nodes: readonly Node[] = manuscript.read(source).nodes;
  for (let left = editor.edits(); left > 0; left -= 1) nodes = editor.edit(nodes);

  const saved = manuscript.write(schema.node('doc', {}, nodes));

  expect(seenIn(createManuscript(schema).read(saved).nodes), JSON.stringify({ source, saved })).toEqual(seenIn(nodes));
});
