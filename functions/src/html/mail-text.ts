import type { MarkdownElement, MarkdownNode } from '@inkwell/shared/markdown/tree';

/** Renders the nodes of a text as plain text for emails: the same words, each link followed by its address. */
export const mailText = (nodes: readonly MarkdownNode[]): string => blocksOf(nodes).join('\n\n');

const BLOCKS = new Set([
  ...['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'blockquote', 'pre', 'hr', 'table'],
  ...['figure', 'figcaption', 'section', 'div'],
]);

const isBlock = (node: MarkdownNode): node is MarkdownElement =>
  typeof node === 'object' && 'tag' in node && BLOCKS.has(node.tag);

/** The blocks of a text. Words between blocks form a block too. */
function blocksOf(nodes: readonly MarkdownNode[]): string[] {
  const blocks: string[] = [];
  let words = '';
  const end = () => {
    if (words.trim()) blocks.push(words.trim());
    words = '';
  };
  for (const node of nodes) {
    if (isBlock(node)) {
      end();
      blocks.push(...block(node).filter((text) => text !== ''));
    } else words += inline(node);
  }
  end();
  return blocks;
}

function block({ tag, attributes, children }: MarkdownElement): string[] {
  switch (tag) {
    case 'h1':
    case 'h2':
      return [underlined(inlineOf(children), '=')];
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      return [underlined(inlineOf(children), '-')];
    case 'ul':
      return [list(children, () => '- ')];
    case 'ol': {
      const first = Number(attributes.start ?? 1);
      return [list(children, (index) => `${first + index}. `)];
    }
    case 'blockquote':
      return [mailText(children).replace(/^/gm, '> ').replace(/> $/gm, '>')];
    case 'pre':
      return [rawOf(children).replace(/\n$/, '').replace(/^/gm, '    ')];
    case 'hr':
      return ['* * *'];
    case 'table':
      return [table(children)];
    case 'p':
      return [inlineOf(children)];
    default:
      return blocksOf(children);
  }
}

const underlined = (text: string, sign: string): string =>
  `${text}\n${sign.repeat(Math.min(60, Math.max(3, Array.from(text).length)))}`;

/** Further lines are indented to the words of their item. */
const list = (items: readonly MarkdownNode[], markOf: (index: number) => string): string =>
  items
    .filter((item) => isBlock(item))
    .map((item, index) => {
      const mark = markOf(index);
      return `${mark}${blocksOf(item.children)
        .join('\n')
        .replace(/\n/g, `\n${' '.repeat(mark.length)}`)}`;
    })
    .join('\n');

/** A row on one line, with bars between the cells. */
function table(parts: readonly MarkdownNode[]): string {
  const rows = parts.flatMap((part) => (typeof part === 'object' && 'children' in part ? part.children : []));
  return rows
    .map((row) => (typeof row === 'object' && 'children' in row ? row.children : []))
    .map((cells) => cells.map((cell) => inline(cell).trim()).join(' | '))
    .join('\n');
}

const inlineOf = (nodes: readonly MarkdownNode[]): string => nodes.map(inline).join('').trim();

function inline(node: MarkdownNode): string {
  if (typeof node === 'string') return node;
  if ('pictureUrl' in node) return node.alt ? `[Picture: ${node.alt}]` : '[Picture]';
  if (node.tag === 'br') return '\n';
  const words = node.children.map(inline).join('');
  if (node.tag === 'sup') return `[${words}]`;
  const href = node.tag === 'a' ? (node.attributes.href ?? '') : '';
  if (href === '' || href.startsWith('#') || node.attributes.role) return words;
  const address = href.replace(/^mailto:/, '');
  // A link whose text is its address.
  const isSame = [address, href].some((one) => one.replace(/\/$/, '') === words.trim().replace(/\/$/, ''));
  return isSame ? words : `${words} (${address})`;
}

const rawOf = (nodes: readonly MarkdownNode[]): string =>
  nodes.map((node) => (typeof node === 'string' ? node : 'children' in node ? rawOf(node.children) : '')).join('');
