import { describe, expect, it } from 'vitest';
import { POST_TEXT_LIMITS } from '../post-limits.ts';
import { HOSTILE_SHAPES, type HostileShape } from '../testing/hostile-shapes.ts';
import { articleTree } from './article-tree.ts';
import { MAX_STEPS, readMarkdown } from './tokens.ts';
import type { MarkdownNode } from './tree.ts';

/** A measure for the time that a tree takes: its elements, and the characters of their names and attributes. */
function sizeOf(nodes: readonly MarkdownNode[]): { elements: number; markup: number } {
  const size = { elements: 0, markup: 0 };
  const count = (node: MarkdownNode) => {
    if (typeof node === 'string') return;
    size.elements += 1;
    if ('pictureUrl' in node) {
      size.markup += node.pictureUrl.length;
      return;
    }
    size.markup += 2 * node.tag.length + 5;
    for (const [name, value] of Object.entries(node.attributes)) size.markup += name.length + value.length + 4;
    for (const child of node.children) count(child);
  };
  for (const node of nodes) count(node);
  return size;
}

function expectBounds({ name, textOf }: HostileShape): void {
  const text = textOf(POST_TEXT_LIMITS.content);
  expectBoundsOf(name, text, false);
  if (text.includes('$')) expectBoundsOf(`${name}, with formulas`, text, true);
}

function expectBoundsOf(name: string, text: string, math: boolean): void {
  const reading = readMarkdown(text, { math });
  const tree = articleTree(text, { math });

  expect(text.length, name).toBeLessThanOrEqual(POST_TEXT_LIMITS.content);
  expect(reading.steps, name).toBeLessThanOrEqual(MAX_STEPS);
  const { elements, markup } = sizeOf(tree);
  expect(elements, name).toBeLessThanOrEqual(35_000);
  expect(markup, name).toBeLessThanOrEqual(1_600_000);
}

function shape(name: string): HostileShape {
  const found = HOSTILE_SHAPES.find((one) => one.name === name);
  if (!found) throw new Error(`No shape is named ${name}`);
  return found;
}

/** The worst of each kind. */
const WORST = [
  '"# a\\n"',
  '"-\\n"',
  '"|-\\n"',
  '"www.a.b "',
  '"https://youtu.be/aaaaaaaaaaa\\n\\n"',
  'a long definition in paragraphs',
  'quotes 20 deep, then lazy',
  '"$"',
  '"$$\\\\"',
  '"$a "',
  '"$a$ "',
];

describe('the tree of the longest text', () => {
  it.each(WORST)('is bounded if it consists of %s', (name) => {
    expectBounds(shape(name));
  });

  // Two minutes of CPU, and far longer on a busy machine.
  it('is bounded for every hostile shape', { tags: 'thorough', timeout: 900_000 }, () => {
    HOSTILE_SHAPES.forEach(expectBounds);
  });

  it('shows a text with a mark in every tenth character in full', () => {
    const text = shape('a text of real length').textOf(POST_TEXT_LIMITS.content);

    expect(readMarkdown(text).steps).toBeLessThan(MAX_STEPS);
    expect(JSON.stringify(articleTree(text))).not.toContain('markdown-raw');
  });

  it('shows content beyond the limit as typed', () => {
    const tree = articleTree(shape('"# a\\n"').textOf(POST_TEXT_LIMITS.content));

    expect(tree.at(-1)).toMatchObject({ tag: 'p', attributes: { class: 'markdown-raw' } });
    expect(JSON.stringify(tree.at(-1))).toContain('# a\\n# a');
  });
});

describe('the contents of an article', () => {
  it('list its first 200 sections, deeper ones below the others', () => {
    const [contents] = articleTree('## a\n\n### b\n\n#### c\n\n### d\n\n'.repeat(100));

    const links = JSON.stringify(contents).match(/"tag":"a"/g);
    expect(links).toHaveLength(200);
    expect(JSON.stringify(contents).match(/"tag":"ul"/g)).toHaveLength(101);
  });
});
