import { element, type HtmlNode, wordsOf } from '@inkwell/shared/markdown/from-html/nodes';
import { cardNodes, type GhostMarks, type Payload, stringOf } from './ghost-cards.ts';
import { remarkNode, TOO_DEEP } from './html-tree.ts';
import { isRow, type Json } from './json-rows.ts';

/** The bits of a text's `format` (Lexical, `TEXT_TYPE_TO_FORMAT`), the innermost element first. */
const FORMATS: readonly (readonly [bit: number, tag: string])[] = [
  [16, 'code'],
  [32, 'sub'],
  [64, 'sup'],
  [4, 's'],
  [2, 'em'],
  [1, 'strong'],
];

const MAX_DEPTH = 80;

/** The elements of a Lexical text. @throws SyntaxError for invalid JSON, TypeError for another format */
export function lexicalNodes(source: string, marks: GhostMarks): HtmlNode[] {
  const parsed = JSON.parse(source) as { root?: { children?: Json } } | null;
  const children = parsed?.root?.children;
  if (!Array.isArray(children)) throw new TypeError('No text of Lexical');
  return nodesOf(children, marks, 0);
}

function nodesOf(children: Json | undefined, marks: GhostMarks, depth: number): HtmlNode[] {
  if (!Array.isArray(children)) return [];
  if (depth >= MAX_DEPTH) return [deepWords(children), remarkNode(TOO_DEEP)];
  return children.filter(isRow).flatMap((child) => nodeOf(child, marks, depth));
}

/** The words of content that is nested too deeply for recursion. */
function deepWords(children: readonly Json[]): string {
  const words: string[] = [];
  const open = [...children].reverse();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (!isRow(node)) continue;
    if (typeof node.text === 'string') words.push(node.text);
    if (Array.isArray(node.children)) for (const child of [...node.children].reverse()) open.push(child);
  }
  return words.join(' ');
}

function nodeOf(node: { readonly [key: string]: Json }, marks: GhostMarks, depth: number): HtmlNode[] {
  const payload: Payload = node;
  const inner = () => nodesOf(payload.children, marks, depth + 1);
  const type = stringOf(payload.type);
  switch (type) {
    case 'text':
    case 'extended-text':
    case 'tk':
    case 'zwnj':
    case 'code-highlight':
      return textNodes(stringOf(payload.text), Number(payload.format) || 0);
    case 'linebreak':
      return [element('br')];
    case 'tab':
      return [' '];
    case 'root':
    case 'paragraph':
      return [element('p', {}, inner())];
    case 'heading':
    case 'extended-heading':
      return [element(/^h[1-6]$/.test(stringOf(payload.tag)) ? stringOf(payload.tag) : 'h2', {}, inner())];
    case 'quote':
    case 'extended-quote':
    case 'aside':
      return [element('blockquote', {}, inner())];
    case 'link':
    case 'autolink':
    case 'at-link':
      return linkNodes(stringOf(payload.url), inner());
    case 'at-link-search':
      return [];
    case 'list':
      return [element(payload.listType === 'number' ? 'ol' : 'ul', startOf(payload), itemsOf(payload, inner()))];
    case 'listitem':
      return [element('li', {}, [...boxOf(payload), ...inner()])];
    case 'code':
      return [element('pre', {}, [element('code', { class: `language-${stringOf(payload.language)}` }, inner())])];
    default:
      return Array.isArray(payload.children) && payload.children.length > 0 ? inner() : cardNodes(type, payload, marks);
  }
}

const startOf = ({ start }: Payload): Record<string, string> =>
  typeof start === 'number' ? { start: String(start) } : {};

/** The checkbox of an item in a task list. Items of other lists have no `checked`. */
const boxOf = ({ checked }: Payload): HtmlNode[] =>
  typeof checked === 'boolean' ? [element('input', { type: 'checkbox', ...(checked && { checked: '' }) })] : [];

/** A nested list is a separate item, which belongs to the previous one. */
function itemsOf({ listType }: Payload, items: readonly HtmlNode[]): HtmlNode[] {
  return items.flatMap((item): HtmlNode[] => {
    if (typeof item === 'string') return [item];
    const children = item.children.filter(
      (child) => listType === 'check' || typeof child === 'string' || child.tag !== 'input',
    );
    const isNested =
      children.length > 0 && children.every((child) => typeof child === 'object' && /^[uo]l$/.test(child.tag));
    return isNested ? children : [{ ...item, children }];
  });
}

function linkNodes(href: string, children: HtmlNode[]): HtmlNode[] {
  const words = children.length > 0 && wordsOf(children) !== '' ? children : [href];
  return href === '' ? children : [element('a', { href }, words)];
}

const textNodes = (text: string, format: number): HtmlNode[] =>
  FORMATS.reduce<HtmlNode[]>((nodes, [bit, tag]) => ((format & bit) !== 0 ? [element(tag, {}, nodes)] : nodes), [text]);
