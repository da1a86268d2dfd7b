import { isQuotable, type Place, type Quote, quoteFinder, quoteOf } from '@inkwell/shared/quotes';

/** The element of the editor: a text area for Markdown, or rich text. */
export const editedElement = (): HTMLElement | null =>
  document.querySelector<HTMLElement>('form [data-path="content"]');

interface ShownText {
  readonly text: string;
  readonly parts: readonly { readonly node: Text; readonly at: number }[];
}

const BLOCKS = 'p, li, h1, h2, h3, h4, h5, h6, pre, td, th, blockquote, figcaption';

/** The displayed words of rich text, with their nodes. */
function shownText(root: HTMLElement): ShownText {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const parts: { node: Text; at: number }[] = [];
  let text = '';
  let block: Element | null = null;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const own = node.parentElement?.closest(BLOCKS) ?? null;
    if (own !== block && text !== '') text += '\n';
    block = own;
    parts.push({ node: node as Text, at: text.length });
    text += node.nodeValue ?? '';
  }
  return { text, parts };
}

/** The offset of a node position in the displayed text. */
function offsetOf({ parts, text }: ShownText, node: Node, offset: number): number {
  const own = parts.find((part) => part.node === node);
  if (own) return own.at + offset;
  // A position between nodes is before the next text.
  const range = document.createRange();
  range.setStart(node, offset);
  return parts.find((part) => range.comparePoint(part.node, 0) >= 0)?.at ?? text.length;
}

function rangeOf({ parts }: ShownText, { start, end }: Place): Range | null {
  const partAt = (offset: number) => parts.findLast(({ at }) => at <= offset);
  const [first, last] = [partAt(start), partAt(end - 1)];
  if (!first || !last) return null;
  const range = document.createRange();
  range.setStart(first.node, start - first.at);
  range.setEnd(last.node, Math.min(end - last.at, last.node.length));
  return range;
}

/** The quote of the selected words; null if none are selected. */
export function selectedQuote(): Quote | null {
  const element = editedElement();
  if (element instanceof HTMLTextAreaElement) {
    const { value, selectionStart: start, selectionEnd: end } = element;
    return isQuotable(value.slice(start, end)) ? quoteOf(value, { start, end }) : null;
  }
  const selection = document.getSelection();
  if (!element || !selection?.rangeCount) return null;
  const range = selection.getRangeAt(0);
  if (range.collapsed || !element.contains(range.commonAncestorContainer)) return null;
  const shown = shownText(element);
  const start = offsetOf(shown, range.startContainer, range.startOffset);
  const end = offsetOf(shown, range.endContainer, range.endOffset);
  return isQuotable(shown.text.slice(start, end)) ? quoteOf(shown.text, { start, end }) : null;
}

/** The position of each quote in the displayed text; null if it is not there, and for all quotes in Markdown. */
export function quotedRanges(quotes: readonly (Quote | null)[]): (Range | null)[] {
  const element = editedElement();
  if (!element || element instanceof HTMLTextAreaElement) return quotes.map(() => null);
  const shown = shownText(element);
  const find = quoteFinder(shown.text);
  return quotes.map((quote) => {
    const place = quote && find(quote);
    return place && rangeOf(shown, place);
  });
}

/** Text that is redrawn several times within this time is searched once. */
const PAUSE_MS = 200;

/**
 * Calls `onChange` soon, and after changes of the edited text: rich text loads late, is replaced by the other mode, and is redrawn while somebody
 * types.
 * @returns a function that stops this
 */
export function watchText(onChange: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(onChange, PAUSE_MS);
  };
  soon();
  const observer = new MutationObserver(soon);
  observer.observe(editedElement()?.closest('form') ?? document.body, {
    childList: true,
    subtree: true,
    characterData: true,
  });
  return () => {
    clearTimeout(timer);
    observer.disconnect();
  };
}

/** Selects the passage in the text and scrolls to it. @returns false if it is not shown */
export function showPassage(
  quote: Quote,
  reveal: (area: HTMLTextAreaElement, start: number, end: number) => void,
): boolean {
  const element = editedElement();
  if (element instanceof HTMLTextAreaElement) {
    const place = quoteFinder(element.value)(quote);
    if (place) reveal(element, place.start, place.end);
    return place !== null;
  }
  const range = quotedRanges([quote])[0];
  if (!element || !range) return false;
  element.focus({ preventScroll: true });
  const selection = document.getSelection();
  selection?.removeAllRanges();
  selection?.addRange(range);
  range.startContainer.parentElement?.scrollIntoView({ block: 'center' });
  return true;
}
