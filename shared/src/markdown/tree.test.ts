import { describe, expect, it } from 'vitest';
import { type MarkdownNode, markdownTree } from './tree.ts';

const textOf = (nodes: readonly MarkdownNode[]): string =>
  nodes.map((node) => (typeof node === 'string' ? node : 'tag' in node ? textOf(node.children) : node.alt)).join('');

const depthOf = (nodes: readonly MarkdownNode[]): number =>
  Math.max(0, ...nodes.map((node) => (typeof node !== 'string' && 'tag' in node ? 1 + depthOf(node.children) : 0)));

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
