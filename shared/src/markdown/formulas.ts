import { createBudget } from './budget.ts';
import { FORMULA_CLASS } from './formula-syntax.ts';
import { isElement, type MarkdownElement, type MarkdownNode } from './tree.ts';

/** What the formulas of a text may take together. What follows shows its source. */
export const FORMULA_LIMITS = { formulas: 1_000, elements: 15_000, ms: 50 } as const;

/**
 * TeX as a `math` element, and the number of its elements.
 * @throws Error that says what is wrong with it, also once `isLate`
 */
export type FormulaRenderer = (
  tex: string,
  display: boolean,
  isLate: () => boolean,
) => { readonly element: MarkdownElement; readonly size: number };

const isFormulaSource = ({ tag, attributes }: MarkdownElement): boolean =>
  tag === 'code' && Object.values(FORMULA_CLASS).some((name) => name === attributes.class);

/** Whether an element is a block with the source of a formula. */
export const isFormulaBlock = ({ tag, children: [only] }: MarkdownElement): boolean =>
  tag === 'pre' && only !== undefined && isElement(only) && isFormulaSource(only);

/** Whether there is a formula to render. */
export const hasFormulas = (nodes: readonly MarkdownNode[]): boolean =>
  nodes.some((node) => isElement(node) && (isFormulaSource(node) || hasFormulas(node.children)));

/** Renders the formulas of a text. One that fails shows its source, with the reason as its title. */
export function withFormulas(
  nodes: readonly MarkdownNode[],
  render: FormulaRenderer,
  nowMs: () => number = () => performance.now(),
): MarkdownNode[] {
  const count = createBudget(FORMULA_LIMITS.formulas);
  const elements = createBudget(FORMULA_LIMITS.elements);
  let msLeft: number = FORMULA_LIMITS.ms;

  function rendered(code: MarkdownElement): MarkdownElement {
    const [source] = code.children;
    const display = code.attributes.class === FORMULA_CLASS.display;
    const beganAt = nowMs();
    try {
      const isLate = () => nowMs() - beganAt > msLeft;
      if (isLate() || !count.take(1)) throw new Error('This text has too many formulas');
      const { element, size } = render(String(source).replace(/^\$+|\$+$/g, ''), display, isLate);
      if (!elements.take(size)) throw new Error('The formulas of this text are too large');
      return display ? scrolling(element) : element;
    } catch (error) {
      return { ...code, attributes: { ...code.attributes, title: error instanceof Error ? error.message : '' } };
    } finally {
      msLeft -= nowMs() - beganAt;
    }
  }

  const within = (node: MarkdownNode): MarkdownNode => {
    if (!isElement(node) || !hasFormulas([node])) return node;
    if (isFormulaSource(node)) return rendered(node);
    const children = node.children.map(within);
    const isRendered = isFormulaBlock(node) && children.some((child) => isElement(child) && child.tag !== 'code');
    return isRendered ? { ...node, tag: 'p', attributes: {}, children } : { ...node, children };
  };

  return nodes.map(within);
}

/** A wide formula scrolls in a region of its own, by keyboard too, as tables do. */
const scrolling = (math: MarkdownElement): MarkdownElement => ({
  tag: 'span',
  attributes: { class: 'markdown-formula', role: 'group', 'aria-label': 'Formula', tabindex: '0' },
  children: [math],
});
