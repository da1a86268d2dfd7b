import { all, createLowlight } from 'lowlight';
import { beforeAll, describe, expect, it } from 'vitest';
import { articleTree } from './article-tree.ts';
import { CODE_COLOR_LIMITS, grammarsIn, withCodeColors } from './code-colors.ts';
import { createHighlighter, loadGrammars, nodesOf } from './code-highlighter.ts';
import { CODE_GRAMMARS, codeLanguage } from './code-languages.ts';
import { type MarkdownNode, markdownTree } from './tree.ts';

const highlight = createHighlighter();

beforeAll(() => loadGrammars(CODE_GRAMMARS));

const textOf = (nodes: readonly MarkdownNode[]): string =>
  nodes.map((node) => (typeof node === 'string' ? node : 'tag' in node ? textOf(node.children) : node.alt)).join('');

/** The tag and class of every element in `nodes`. */
const elementsOf = (nodes: readonly MarkdownNode[]): string[] =>
  nodes.flatMap((node) =>
    typeof node === 'object' && 'tag' in node
      ? [`${node.tag}.${node.attributes.class}`, ...elementsOf(node.children)]
      : [],
  );

const block = (code: string, language = 'js') => `\`\`\`${language}\n${code}\n\`\`\`\n\n`;
const coloredBlocks = (source: string): number =>
  elementsOf(withCodeColors(markdownTree(source), () => [{ tag: 'b', attributes: {}, children: [] }])).filter(
    (element) => element === 'b.undefined',
  ).length;

const SAMPLE = `<!-- a --> <p class="b">&amp; <script>let c = "d" + \`e\${1 + /f/}\`; // g</script></p>
#include <stdio.h> /* h */ def i(j): return None  # k
- SELECT 'l' FROM m WHERE n = 1.5e3; @o { p: q !important }
+ $r = <<<S
\t\u202e 🎉 \0 \u2028 class T<U> extends V implements W {} fn x<'y>() -> Z {}`;

describe('withCodeColors', () => {
  it.each(CODE_GRAMMARS)('keeps the text of %s and adds only known spans', (grammar) => {
    const nodes = highlight(SAMPLE, { grammar, label: '' });

    expect(textOf(nodes)).toBe(SAMPLE);
    for (const element of elementsOf(nodes)) {
      expect(element).toMatch(
        /^span\.code-(?:comment|keyword|string|number|title|type|attribute|meta|plain|added|removed)$/,
      );
    }
  });

  it.each(CODE_GRAMMARS.filter((name) => name in all))(
    'colours other code within %s as with all grammars registered',
    (grammar) => {
      const every = createLowlight(all);
      const script = 'let d = html`<p id="e">` + css`f{g:h}` + gql`query { i }`;\n';
      const code = `${script}<style>a{b:c}</style><script>${script}</script>\n$ if true; then j "k"; fi\n>>> def l(): return "m"\n`;

      expect(highlight(code, { grammar, label: '' })).toEqual(nodesOf(every.highlight(grammar, code).children));
    },
  );

  it('returns the loaded grammars, so that others are tried again', async () => {
    expect(await loadGrammars(['javascript', 'nothing', 'hcl'])).toEqual(['javascript', 'hcl']);
  });

  it('distinguishes keywords, strings and names', () => {
    expect(highlight('const a = "b";', codeLanguage('JS') ?? { grammar: '', label: '' })).toEqual([
      { tag: 'span', attributes: { class: 'code-keyword' }, children: ['const'] },
      ' a = ',
      { tag: 'span', attributes: { class: 'code-string' }, children: ['"b"'] },
      ';',
    ]);
  });

  it('colors code blocks of known languages at any depth', () => {
    const source = `${block('a')}> ${block('b', 'py')}- ${block('c', 'nothing')}Line \`d\`\n\n    e`;

    expect(coloredBlocks(source)).toBe(2);
    expect([...grammarsIn(articleTree(block('a') + block('b', 'tf')))]).toEqual(['javascript', 'hcl']);
    expect(grammarsIn(articleTree(`${block('c', 'nothing')}Line \`d\`\n\n    e`)).size).toBe(0);
  });

  it('skips lines, blocks and texts above the limits', () => {
    const { line, block: most, slowBlock, text } = CODE_COLOR_LIMITS;
    const lines = 'x = 1\n'.repeat(1_000);
    const longest = lines.slice(0, most - 1).trimEnd();

    expect(coloredBlocks(block('x'.repeat(line)))).toBe(1);
    expect(coloredBlocks(block('x'.repeat(line + 1)))).toBe(0);
    expect(coloredBlocks(block(lines.repeat(2)))).toBe(0);
    expect(coloredBlocks(block(longest).repeat(6))).toBe(Math.floor(text / longest.length));
    expect(coloredBlocks(block(lines.slice(0, slowBlock - 1).trimEnd(), 'cpp'))).toBe(1);
    expect(coloredBlocks(block(lines.slice(0, slowBlock + 5), 'cpp'))).toBe(0);
  });

  it('keeps the text of endlessly nested scopes, without their colors', () => {
    let scope: Parameters<typeof nodesOf>[0][number] = { type: 'text', value: '(' };
    for (let depth = 0; depth < 50_000; depth += 1) {
      scope = {
        type: 'element',
        properties: { className: ['hljs-title'] },
        children: [scope, { type: 'text', value: ')' }],
      };
    }

    const nodes = nodesOf([scope]);

    expect(textOf(nodes)).toBe(`(${')'.repeat(50_000)}`);
    expect(elementsOf(nodes).length).toBeLessThan(50);
  });
});
