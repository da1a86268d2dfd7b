import { describe, expect, it } from 'vitest';
import { plainText } from '../plain-text.ts';
import { POST_TEXT_LIMITS } from '../post-limits.ts';
import { type MarkdownNode, markdownTree } from './tree.ts';

const LENGTH = POST_TEXT_LIMITS.content;
const repeated = (part: string) => part.repeat(Math.ceil(LENGTH / part.length)).slice(0, LENGTH);

const HONEST = repeated(
  `${'It was a *long* time ago, and [the harbour](https://example.com/a_b) was `full` of **boats**. '.repeat(6)}\n\n- one\n- two\n\n> said she\n\n`,
);

const HOSTILE = {
  'numbered lists in one line': '1. ',
  'lists in one line': '- ',
  'quotes in one line': '> ',
  'quotes without spaces': '>',
  'lists in quotes in one line': '> - 1. ',
  'lists that go deeper line by line': Array.from({ length: 500 }, (_, depth) => `${' '.repeat(depth * 2)}- x\n`).join(
    '',
  ),
  'numbered lists that go deeper': Array.from({ length: 400 }, (_, depth) => `${' '.repeat(depth * 3)}1. x\n`).join(''),
  'quotes that go deeper': Array.from({ length: 600 }, (_, depth) => `${'>'.repeat(depth)} x\n`).join(''),
  'deep lists on every line': `${'- '.repeat(60)}a\n`,
  'quotes whose lists go on without marks': '> - a\nb\n',
  'lines that go on in a deep quote': `${'>'.repeat(18)} a\n- b\n`,
  'flat lists': '- a\n',
  'marks of emphasis': '*a ',
  'paragraphs of marks': `${'*a '.repeat(330)}\n\n`,
  brackets: '[',
  'brackets that close': '[a]',
  'links that do not end': '[a](',
  'pictures in pictures': '![',
  'links in angle brackets': '[a](<b',
  backticks: '`a ',
  tags: '<a ',
  comments: '<!--',
  exclamations: '!',
  'addresses in one word': `${'www.a'.repeat(700)} `,
  'mail addresses in one word': `${'a.'.repeat(1_500)}@ `,
  'a wide table': `|${'a|'.repeat(1_000)}\n|${'-|'.repeat(1_000)}\n${'|\n'.repeat(90_000)}`,
  'narrow tables': '|a|b|\n|-|-|\n',
  'lines like tables': 'a\n-\n',
  'underlined headings': 'a\n=\n',
  definitions: '[a]: b\n',
  'references to a note': `[^1]: a\n${'[^1]'.repeat(4)}\n\n`,
  'notes that refer to notes': `[^${'1'.repeat(90)}]: [^1]\n\n    [^1]\n\n`,
  'indented notes': `[^1]: a\n\n${'    *a \n'.repeat(300)}\n`,
} as const;

function msOf(work: () => unknown): number {
  const started = process.cpuUsage();
  work();
  return process.cpuUsage(started).user / 1_000;
}

/** Measures twice, because a busy machine can slow down the first run. */
function isWithin(limitMs: number, work: () => unknown): boolean {
  return msOf(work) < limitMs || msOf(work) < limitMs;
}

const textOf = (nodes: readonly MarkdownNode[]): string =>
  nodes.map((node) => (typeof node === 'string' ? node : 'tag' in node ? textOf(node.children) : node.alt)).join('');

const depthOf = (nodes: readonly MarkdownNode[]): number =>
  Math.max(0, ...nodes.map((node) => (typeof node !== 'string' && 'tag' in node ? 1 + depthOf(node.children) : 0)));

describe('a text of the maximum length', { tags: 'thorough' }, () => {
  const honestMs = Math.max(
    60,
    msOf(() => markdownTree(HONEST)),
  );

  // The limit leaves room for a busy machine. Without bounds, rendering takes minutes, or many times as long.
  it.each(Object.entries(HOSTILE))(
    'made of %s is parsed about as fast as a normal text',
    (_, part) => {
      const text = repeated(part);

      expect(isWithin(20 * honestMs, () => markdownTree(text))).toBe(true);
      expect(isWithin(20 * honestMs, () => plainText(text))).toBe(true);
    },
    30_000,
  );
});

describe('nesting', () => {
  it.each(['1. ', '- ', '> '])('with %j beyond the maximum depth is shown as typed', (mark) => {
    const tree = markdownTree(`${mark.repeat(66_000)}deep`);

    expect(depthOf(tree)).toBeLessThan(50);
    expect(textOf(tree)).toContain(`${mark}${mark}deep`);
  });

  it('of a normal depth is rendered', () => {
    const tree = markdownTree('- a\n  - b\n    - c\n      > d\n      > > **e [f *g*](/h)**');

    expect(depthOf(tree)).toBe(12);
    expect(textOf(tree)).toBe('abcde f g');
  });
});

describe('long texts', () => {
  it('keep every item of a long list and its numbers', () => {
    const items = Array.from({ length: 700 }, (_, n) => `${n + 1}. item ${n + 1}`);

    const lists = markdownTree(items.join('\n')).filter((node) => typeof node !== 'string' && 'tag' in node);

    const read = lists.flatMap((list) => ('children' in list ? list.children : []));
    expect(textOf(read)).toBe(items.map((item) => item.replace(/^\d+\. /, '')).join(''));
    expect(lists.map((list) => ('tag' in list ? `${list.tag} ${list.attributes.start ?? 1}` : ''))).toEqual([
      'ol 1',
      'ol 301',
      'ol 601',
    ]);
  });

  it('keep a paragraph of many lines as one paragraph', () => {
    const tree = markdownTree(Array.from({ length: 400 }, (_, n) => `line *${n}*`).join('\n'));

    expect(tree).toHaveLength(1);
    expect(textOf(tree)).toContain('line 399');
  });

  it('keep their tables', () => {
    const rows = Array.from({ length: 200 }, (_, n) => `| ${n} | b |`).join('\n');

    const tree = markdownTree(`| a | b |\n|---|---|\n${rows}\n\nAfter`);

    expect(tree).toHaveLength(2);
    expect(textOf(tree)).toContain('199b');
  });
});
