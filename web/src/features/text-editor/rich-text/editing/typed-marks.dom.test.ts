import { type MarkdownNode, markdownTree } from '@inkwell/shared/markdown/tree';
import { describe, expect, it } from 'vitest';
import { richTextOfTest } from './rich-text-of-test.ts';

const shown = (nodes: readonly MarkdownNode[]): string =>
  nodes.map((node) => (typeof node === 'string' ? node : 'tag' in node ? shown(node.children) : node.alt)).join('');

const hasMarks = (html: string) => /<(?:strong|em|s|code|a)\b/.test(html);

const LITERAL = [
  '__init__',
  '_snake_case_',
  '5 * 3 * 2',
  '2 ~~ 3 ~~ 4',
  '2 ** 3 ** 4',
  '5*3*2',
  'a ` b ` c',
  'def __init__(self, *args, **kwargs):',
  'int *p, *q;',
  'x_1 + x_2 * y_{1}',
];

describe('in rich text, words with signs stay as they are and readers see them so', () => {
  it.each(LITERAL)('%j, typed and pasted in both ways', (words) => {
    const typed = richTextOfTest();
    const pasted = richTextOfTest();
    const pastedPlain = richTextOfTest();
    const pastedHtml = richTextOfTest();

    typed.type(words);
    pasted.paste(words);
    pastedPlain.pastePlain(words);
    pastedHtml.paste(words, `<p>${words}</p>`);

    for (const one of [typed, pasted, pastedPlain, pastedHtml]) {
      expect(one.text()).toBe(words);
      expect(hasMarks(one.html())).toBe(false);
      expect(shown(markdownTree(one.markdown()))).toBe(words);
      expect(JSON.stringify(markdownTree(one.markdown()))).not.toMatch(/"(?:strong|em|del|code)"/);
    }
  });
});

describe('a pair of signs that touches words becomes a mark', () => {
  it.each([
    ['**a b**', '<strong>a b</strong>'],
    ['(*a b*', '(<em>a b</em>'],
    ['~~a~~', '<s>a</s>'],
    ['`a_b`', '<code>a_b</code>'],
  ])('%j', (typed, expected) => {
    const one = richTextOfTest();

    one.type(typed);

    expect(one.html()).toContain(expected);
  });

  it('and one undo takes back the mark alone, also after more words', () => {
    const one = richTextOfTest();

    one.type('so **a** and');
    one.editor.commands.undo();
    expect(one.markdown()).toBe('so **a**');
    one.editor.commands.undo();

    expect(one.text()).toBe('so **a**');
    expect(hasMarks(one.html())).toBe(false);
  });

  it('a blank of three underscores is no divider', () => {
    const one = richTextOfTest();

    one.type('___ is a blank');

    expect(one.text()).toBe('___ is a blank');
  });
});
