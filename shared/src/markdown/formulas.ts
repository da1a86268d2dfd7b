import { createBudget } from './budget.ts';
import { FORMULA_CLASS } from './formula-syntax.ts';
import { isElement, type MarkdownElement, type MarkdownNode } from './tree.ts';

/** Limits for all formulas of a text: `ms` per slice, and the number of `slices`. Formulas beyond show their source. */
export const FORMULA_LIMITS = { formulas: 1_000, elements: 15_000, ms: 50, slices: 4 } as const;

/**
 * TeX as a `math` element, and the number of its elements.
 * @throws Error with the reason if the TeX is invalid, or once `isLate`
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

interface Rendered {
  readonly nodes: MarkdownNode[];
  /** The number of rendered formulas. */
  readonly count: number;
  /** Whether there was not enough time for all of them. */
  readonly isCut: boolean;
}

/** Renders in slices of time, between which other work runs. The first formulas in a process take ten times as long as later ones. */
export async function withFormulasInSlices(
  nodes: readonly MarkdownNode[],
  render: FormulaRenderer,
  pause: () => Promise<unknown>,
  nowMs?: () => number,
): Promise<MarkdownNode[]> {
  let shown = withFormulas(nodes, render, nowMs);
  for (let slice = 1; shown.isCut && slice < FORMULA_LIMITS.slices; slice += 1) {
    const { count } = shown;
    await pause();
    // The renderer has cached the formulas of the last slice.
    shown = withFormulas(nodes, render, nowMs);
    if (shown.count === count) break;
  }
  return shown.nodes;
}

/** Renders the formulas of a text, for 50 ms. A formula that fails shows its source, with the reason as its title. */
export function withFormulas(
  nodes: readonly MarkdownNode[],
  render: FormulaRenderer,
  nowMs: () => number = () => performance.now(),
): Rendered {
  const left = createBudget(FORMULA_LIMITS.formulas);
  const elements = createBudget(FORMULA_LIMITS.elements);
  let msLeft: number = FORMULA_LIMITS.ms;
  let count = 0;

  function rendered(code: MarkdownElement): MarkdownElement {
    const display = code.attributes.class === FORMULA_CLASS.display;
    const signs = display ? 2 : 1;
    const tex = String(code.children[0]).slice(signs, -signs);
    const beganAt = nowMs();
    try {
      const isLate = () => nowMs() - beganAt > msLeft;
      if (isLate() || !left.take(1)) throw new Error('This text has too many formulas');
      const { element, size } = render(tex, display, isLate);
      if (!elements.take(size)) throw new Error('The formulas of this text are too large');
      count += 1;
      return display || tex.length > MOST_INLINE ? scrolling(element, display) : element;
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

  const shown = nodes.map(within);
  return { nodes: shown, count, isCut: msLeft < 0 };
}

/** Characters of TeX in a line that are sure to fit on a phone. */
const MOST_INLINE = 40;

/** A wide formula scrolls in its own region, also by keyboard, like tables. */
const scrolling = (math: MarkdownElement, display: boolean): MarkdownElement => ({
  tag: 'span',
  attributes: {
    class: display ? 'markdown-formula' : 'markdown-formula markdown-inline',
    role: 'group',
    'aria-label': 'Formula',
    tabindex: '0',
  },
  children: [math],
});
