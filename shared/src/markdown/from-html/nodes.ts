/*
 * The tree between an imported or pasted text and its Markdown. Cards and blocks without an HTML element have tags that begin with `#`, which HTML
 * cannot contain.
 */

export interface HtmlElement {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: HtmlNode[];
}

export type HtmlNode = string | HtmlElement;

export const element = (
  tag: string,
  attributes: HtmlElement['attributes'] = {},
  children: HtmlNode[] = [],
): HtmlElement => ({ tag, attributes, children });

export const isElement = (node: HtmlNode | undefined): node is HtmlElement => typeof node === 'object';

/** Elements whose content is not text. */
const WITHOUT_WORDS = new Set(['script', 'style', 'template', 'head', 'title', 'svg', '#remark']);

/** The words of nodes, with HTML's line breaks. */
export function wordsOf(nodes: readonly HtmlNode[]): string {
  return nodes
    .map((node) => {
      if (typeof node === 'string') return node;
      if (node.tag === 'br') return '\n';
      return WITHOUT_WORDS.has(node.tag) ? '' : wordsOf(node.children);
    })
    .join('');
}

/** The words of nodes on one line. */
export const lineOf = (nodes: readonly HtmlNode[]): string => wordsOf(nodes).replace(/\s+/g, ' ').trim();

/** All elements below, in document order. */
export function* elementsIn(nodes: readonly HtmlNode[]): Generator<HtmlElement> {
  for (const node of nodes) {
    if (!isElement(node)) continue;
    yield node;
    yield* elementsIn(node.children);
  }
}

export const findElement = (nodes: readonly HtmlNode[], is: (node: HtmlElement) => boolean): HtmlElement | null => {
  for (const node of elementsIn(nodes)) if (is(node)) return node;
  return null;
};

export const hasClass = ({ attributes }: HtmlElement, name: string): boolean =>
  (attributes.class ?? '').split(/\s+/).includes(name);

/** A card for a page: its title with a link, and its description. Without a title, only its address. */
export function linkCard(address: string, title: string, description = '', caption = ''): HtmlElement {
  if (title.trim() === '' || title.trim() === address) return element('#address', { address, caption });
  const strong = element('strong', {}, [element('a', { href: address }, [title.trim()])]);
  const lines = [[strong], ...[description, caption].filter((text) => text.trim() !== '').map((text) => [text.trim()])];
  return element(
    'blockquote',
    {},
    lines.map((line) => element('p', {}, line)),
  );
}
