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
  'f(x)*g(y)*h(z) = a[i]*b[j]*c',
  'x[0]**2 + y[0]**2',
  'n!*m!*k, (*a)+(*b), *p+*q',
  '**/*.ts and src/**/*.tsx',
  '/*comment*/ int *p,*q,*r',
  'print("*"*10) *',
  'user.name = self.id, ASP.NET and System.IO; this.is it',
];

describe('rich text keeps words with Markdown characters unchanged for writers and readers', () => {
  it.each(LITERAL)('%j, typed and pasted with and without formatting', { tags: 'thorough' }, (words) => {
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

describe('a pair of delimiters around words becomes a mark', () => {
  it.each([
    ['**a b**', '<strong>a b</strong>'],
    ['(*a b*', '(<em>a b</em>'],
    ['"*a*', '"<em>a</em>'],
    ['— **Note:**', '— <strong>Note:</strong>'],
    ['so *(see) f(x)?*', 'so <em>(see) f(x)?</em>'],
    ['~~a~~', '<s>a</s>'],
    ['`a_b`', '<code>a_b</code>'],
  ])('%j', (typed, expected) => {
    const one = richTextOfTest();

    one.type(typed);

    expect(one.html()).toContain(expected);
  });

  it('and one undo reverts only the mark, even after more words', () => {
    const one = richTextOfTest();

    one.type('so **a** and');
    one.editor.commands.undo();
    expect(one.markdown()).toBe('so **a**');
    one.editor.commands.undo();

    expect(one.text()).toBe('so **a**');
    expect(hasMarks(one.html())).toBe(false);
  });

  it('but three underscores followed by words are not a horizontal rule', () => {
    const one = richTextOfTest();

    one.type('___ is a blank');

    expect(one.text()).toBe('___ is a blank');
  });
});
