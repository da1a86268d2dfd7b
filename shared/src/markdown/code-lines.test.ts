import { describe, expect, it } from 'vitest';
import { articleTree } from './article-tree.ts';
import { withCodeColors } from './code-colors.ts';
import { createHighlighter } from './code-highlighter.ts';
import { linesIn, withCodeLines } from './code-lines.ts';
import { htmlOf } from './html.ts';

const highlight = createHighlighter();
const codeOf = (source: string) =>
  /<code.*<\/code>/s.exec(htmlOf(withCodeLines(withCodeColors(articleTree(source), highlight))))?.[0];

describe('lines of code', () => {
  it.each([
    [
      '{2,4-6}',
      [
        [2, 2],
        [4, 6],
      ],
      false,
    ],
    [' { 1 - 2 } showLineNumbers', [[1, 2]], true],
    [' title="a.ts" showLineNumbers', [], true],
  ])('are marked and numbered according to %s', (info, marked, areNumbered) => {
    expect(linesIn(info)).toEqual({ marked, areNumbered });
  });

  it.each(['', ' title="{2}"', '{}', '{a}', '{2,', ' showLineNumbersToo', '{123456}'])(
    'do not exist for %s',
    (info) => {
      expect(linesIn(info)).toBeNull();
    },
  );

  it('are marked, with the colors that span several of them', () => {
    expect(codeOf('```js {2}\nlet a; /* b\nc */ d\n```')).toBe(
      '<code class="language-js"><span class="code-line"><span class="code-keyword">let</span> a; <span class="code-comment">/* b\n</span></span>' +
        '<mark class="code-line"><span class="code-comment">c */</span> d</mark></code>',
    );
  });

  it('are numbered, even without a known language', () => {
    expect(codeOf('```nothing showLineNumbers\n<a>\n\nb\n```')).toBe(
      '<code class="language-nothing code-numbered"><span class="code-line">&lt;a&gt;\n</span><span class="code-line">\n</span><span class="code-line">b</span></code>',
    );
  });

  it('are omitted if nothing requests them, and in long code', () => {
    expect(codeOf('```js\na\n```')).toBe('<code class="language-js">a</code>');
    expect(codeOf(`\`\`\`js {1}\n${'a\n'.repeat(4_000)}\`\`\``)).not.toContain('code-line');
  });
});
