import { describe, expect, it } from 'vitest';
import { HOSTILE_TEX } from '../testing/hostile-tex.ts';
import { articleTree } from './article-tree.ts';
import { renderFormula } from './formula-renderer.ts';
import { FORMULA_LIMITS, type FormulaRenderer, withFormulas, withFormulasInSlices } from './formulas.ts';
import { htmlOf } from './html.ts';
import { isElement, type MarkdownNode, markdownTree } from './tree.ts';

/** A stopped clock, so that a slow machine renders the whole text. */
const still = () => 0;
const shown = (source: string) => htmlOf(withFormulas(articleTree(source, { math: true }), renderFormula, still).nodes);
const source = (text: string) => htmlOf(markdownTree(text, { math: true }));

describe('formulas', () => {
  it.each([
    ['A$AP Rocky and A$AP Ferg', 'A$AP Rocky and A$AP Ferg'],
    ['between $5 and $6, or $ x $', 'between $5 and $6, or $ x $'],
    [String.raw`\$x$ and $x\$`, '$x$ and $x$'],
    ['from $5 to `$x`', 'from $5 to <code>$x</code>'],
  ])('do not change %j', (text, html) => {
    expect(shown(text)).toBe(`<p>${html}</p>`);
  });

  it('change no text without formulas', () => {
    expect(htmlOf(articleTree('A $x$\n\n$$\ny\n$$'))).toBe('<p>A $x$</p><p>$$\ny\n$$</p>');
  });

  it('are MathML, whatever else is on the line', () => {
    const x = '<math><mi>x</mi></math>';

    expect(shown('Let $x$, 设$x$为, **$x$**, the $x$th')).toBe(
      `<p>Let ${x}, 设${x}为, <strong>${x}</strong>, the ${x}th</p>`,
    );
    expect(shown('*a $x*y$ b*')).toBe('<p><em>a <math><mrow><mi>x</mi><mo>∗</mo><mi>y</mi></mrow></math> b</em></p>');
  });

  it('scroll on their line if they are long', () => {
    expect(shown(`A $${'x + '.repeat(20)}x$`)).toContain(
      '<p>A <span class="markdown-formula markdown-inline" role="group"',
    );
  });

  it('can contain dollar signs', () => {
    expect(shown(String.raw`$5\$$ and $$5\$$$`)).toMatch(/<mn>5<\/mn>.*\$.* and .*<mn>5<\/mn>.*\$/);
    expect(shown(String.raw`$5\$$`)).not.toContain('title');
  });

  it('are blocks that scroll, including within paragraphs, lists and quotes', () => {
    const block =
      '<p><span class="markdown-formula" role="group" aria-label="Formula" tabindex="0"><math display="block"><mi>x</mi></math></span></p>';

    expect(shown('$$x$$')).toBe(block);
    expect(shown('Text\n$$\nx\n$$\nmore')).toBe(`<p>Text</p>${block}<p>more</p>`);
    expect(shown('- a\n\n  $$\n  x\n  $$')).toBe(`<ul><li><p>a</p>${block}</li></ul>`);
    expect(shown('> $$x$$')).toBe(`<blockquote>${block}</blockquote>`);
    expect(shown('$$a\n\nb$$')).toBe('<p>$$a</p><p>b$$</p>');
  });

  it('show their source if they are not rendered, character by character', () => {
    const tex = String.raw`\{a_1*b*c\} \\ <d>`;

    expect(source(`$${tex}$`)).toBe(
      `<p><code class="math-inline">$${tex.replace('<', '&lt;').replace('>', '&gt;')}$</code></p>`,
    );
    expect(source('$$\na\n+ b\n$$')).toBe('<pre tabindex="0"><code class="math-display">$$\na\n+ b\n$$</code></pre>');
  });

  it('show their source and the reason if they fail', () => {
    expect(shown(String.raw`Now $\foo$ and $x$`)).toBe(
      '<p>Now <code class="math-inline" title="Unsupported function name: \\foo">$\\foo$</code> and <math><mi>x</mi></math></p>',
    );
  });
});

const empty: FormulaRenderer = () => ({ element: { tag: 'math', attributes: {}, children: [] }, size: 1 });

describe('the formulas of one text', () => {
  it('are rendered for 50 ms', () => {
    let now = 0;
    const clock = () => {
      now += 2;
      return now;
    };

    const html = htmlOf(withFormulas(articleTree('$x$ '.repeat(100), { math: true }), empty, clock).nodes);

    expect(html.match(/<math>/g)?.length).toBeLessThan(FORMULA_LIMITS.ms / 4 + 1);
    expect(html).toContain('title="This text has too many formulas">$x$</code>');
  });

  it('stop in the middle of one that takes longer', () => {
    let now = 0;
    const clock = () => {
      now += 1;
      return now;
    };

    const html = htmlOf(
      withFormulas(articleTree(`$${'y+'.repeat(100)}y$`, { math: true }), renderFormula, clock).nodes,
    );

    expect(html).toContain('title="The formula is too complex"');
  });
});

describe('a text with more formulas than there is time for', () => {
  const tree = articleTree('$x$ '.repeat(100), { math: true });
  const taking60Ms: FormulaRenderer = (...input) => {
    const endsAt = performance.now() + 60;
    while (performance.now() < endsAt);
    return empty(...input);
  };

  it('gets further slices as long as it makes progress', async () => {
    let pauses = 0;
    const nodes = await withFormulasInSlices(tree, empty, async () => {
      pauses += 1;
    });
    expect(pauses).toBe(0);
    expect(htmlOf(nodes)).not.toContain('title');

    await withFormulasInSlices(tree, taking60Ms, async () => {
      pauses += 1;
    });
    expect(pauses).toBe(1);
  });
});

describe('hostile TeX', () => {
  const countOf = (nodes: readonly MarkdownNode[]): number =>
    nodes.filter(isElement).reduce((sum, { children }) => sum + 1 + countOf(children), 0);

  it.each([
    String.raw`\href{javascript:alert(1)}{x}`,
    String.raw`\includegraphics{https://x.example/a.png}`,
    String.raw`\class{header}{x}`,
    String.raw`\id{root}{x}`,
    String.raw`\style{position:fixed}{x}`,
    String.raw`\data{embed=x}{x}`,
    String.raw`\ref{root}`,
    String.raw`\color{red;background:url(https://x.example)}x`,
    String.raw`\kern-20em x`,
    String.raw`\raise20em{x}`,
    String.raw`\rule{999em}{999em}`,
    String.raw`\Huge{\Huge{\Huge{\scriptsize\Huge x}}}${'\\kern-2em'.repeat(9)}`,
  ])('is refused: %s', (tex) => {
    expect(shown(`$${tex}$`)).toMatch(/<code class="math-inline" title="[^"]+">/);
  });

  it('becomes only MathML elements', () => {
    const html = shown(String.raw`$\text{<script>alert(1)</script>}$ $\label{a}\tag{"><img src=x onerror=y>}x$`);

    expect(html).not.toMatch(/<(?:script|img)/);
    expect(html).not.toMatch(/<[^>]* (?:id|href|on\w+)=/);
  });

  it.each(Object.keys(HOSTILE_TEX))('is bounded where it is made of %s', (name) => {
    for (const length of [300, 2_900]) {
      const tex = HOSTILE_TEX[name]?.(length) ?? '';
      const beganAt = performance.now();

      const tree = withFormulas(articleTree(`$${tex}$\n\n$$${tex}$$\n\n`.repeat(20), { math: true }), renderFormula);

      expect(countOf(tree.nodes)).toBeLessThan(FORMULA_LIMITS.elements + 300);
      // 50 ms, plus the current step, plus time for a busy machine.
      expect(performance.now() - beganAt).toBeLessThan(1_500);
    }
  });
});
