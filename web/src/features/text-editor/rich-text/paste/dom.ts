/** Small helpers for the HTML of a clipboard. */

export const BLOCKS =
  'p, div, li, ul, ol, h1, h2, h3, h4, h5, h6, blockquote, pre, table, tbody, thead, tfoot, tr, td, th, hr, section, article, aside, header, footer, figure, figcaption, dl, dd, body';

export const isBlock = (node: Node | null): boolean => node instanceof Element && node.matches(BLOCKS);

/** Replaces an element with its content. */
export function unwrap(element: Element): void {
  element.replaceWith(...element.childNodes);
}

/** Replaces an element with another one with the same content. */
export function renamed(element: Element, tag: string): HTMLElement {
  const other = element.ownerDocument.createElement(tag);
  other.append(...element.childNodes);
  element.replaceWith(other);
  return other;
}

export function textNodes(root: Node): Text[] {
  const walker = (root.ownerDocument ?? document).createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (walker.nextNode()) found.push(walker.currentNode as Text);
  return found;
}

/** The node that is visually next to a node on its line; null at the beginning or end of the line. */
export function besides(node: Node, side: 'nextSibling' | 'previousSibling'): Node | null {
  let at: Node = node;
  while (true) {
    const sibling: Node | null = at[side];
    if (sibling) {
      if (isBlock(sibling)) return null;
      const isNothing = !sibling.textContent?.trim() && !isShownAlone(sibling);
      if (!isNothing) return sibling;
      at = sibling;
    } else {
      const { parentNode } = at;
      if (!parentNode || isBlock(parentNode)) return null;
      at = parentNode;
    }
  }
}

const SHOWN_ALONE = 'img, br, hr, input, table';

const isShownAlone = (node: Node): boolean =>
  node instanceof Element && (node.matches(SHOWN_ALONE) || node.querySelector(SHOWN_ALONE) !== null);
