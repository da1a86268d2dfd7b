import { htmlBlocks } from './block-elements.ts';
import type { Block } from './blocks.ts';
import type { Converting } from './converting.ts';
import { elementsIn, type HtmlElement, type HtmlNode, isElement, lineOf } from './nodes.ts';

const NAMED_NOTES = /footnote|(?:^|[\s_-])fn(?:$|[\s_-])/i;

/** The elements of a note: a block around its paragraphs, or its only paragraph. */
const BLOCKS = ['li', 'div', 'aside'];
const PARAGRAPHS = ['p'];

/** Links back to the references, with what stands between them. */
const NAMED_BACK = /back-?(?:link|ref)|reversefootnote/i;

/** The length of a note's number, in brackets or not, or of a symbol in its place. */
export const MAX_NUMBER_CHARS = 6;

/** Notes whose elements have no name that references use. */
interface Unnamed {
  readonly references: ReadonlySet<HtmlElement>;
  /** The numbers at the beginning of notes. */
  readonly numbers: ReadonlySet<HtmlElement>;
  /** The names of notes. */
  readonly notes: ReadonlyMap<HtmlElement, string>;
}

/** In Word, Google Docs, LibreOffice and Substack, a reference and the number at the beginning of its note link to each other. */
function unnamedNotes(nodes: readonly HtmlNode[]): Unnamed {
  const links = new Map<string, HtmlElement>();
  const found = { references: new Set<HtmlElement>(), numbers: new Set<HtmlElement>(), notes: new Map() };
  const walk = (inner: readonly HtmlNode[]): void => {
    for (const node of inner) {
      if (!isElement(node)) continue;
      path.push(node);
      const { id, name = '', href = '' } = node.attributes;
      const own = id || name;
      const words = lineOf(node.tag === 'a' ? node.children : []);
      if (own !== '' && href.startsWith('#') && words !== '' && words.length <= MAX_NUMBER_CHARS) {
        const reference = links.get(href.slice(1));
        if (reference?.attributes.href === `#${own}`) pairs.push({ reference, name: own, words, path: [...path] });
        links.set(own, node);
      }
      walk(node.children);
      path.pop();
    }
  };
  const path: HtmlElement[] = [];
  const pairs: { reference: HtmlElement; name: string; words: string; path: HtmlElement[] }[] = [];
  walk(nodes);
  const counts = new Map<HtmlElement, number>();
  for (const pair of pairs) for (const one of pair.path) counts.set(one, (counts.get(one) ?? 0) + 1);
  for (const pair of pairs) {
    const isNote = (one: HtmlElement) => counts.get(one) === 1 && lineOf(one.children).startsWith(pair.words);
    const around = [BLOCKS, PARAGRAPHS].map((tags) => pair.path.findLast(({ tag }) => tags.includes(tag)));
    const note = around.find((one) => one && isNote(one));
    const number = pair.path.at(-1);
    if (!note || !number) continue;
    found.references.add(pair.reference);
    found.numbers.add(number);
    found.notes.set(note, pair.name);
  }
  return found;
}

/** Whether a note follows the element at this position, perhaps after words. */
function isBefore(notes: Unnamed['notes'], nodes: readonly HtmlNode[], at: number): boolean {
  for (let n = at + 1; n < nodes.length; n += 1) {
    const node = nodes[n];
    if (node !== undefined && isElement(node)) return notes.has(node);
  }
  return false;
}

/** Names such notes, removes their numbers and the lines above them, and marks the references. */
function named(nodes: readonly HtmlNode[], unnamed: Unnamed): HtmlNode[] {
  const { references, numbers, notes } = unnamed;
  return nodes.flatMap((node, at): HtmlNode[] => {
    if (!isElement(node)) return [node];
    if (numbers.has(node)) return [];
    if (node.tag === 'hr' && isBefore(notes, nodes, at)) return [];
    const id = notes.get(node);
    const attributes = {
      ...node.attributes,
      ...(id !== undefined && { id }),
      ...(references.has(node) && { role: 'doc-noteref' }),
    };
    return [{ ...node, attributes, children: named(node.children, unnamed) }];
  });
}

/** The footnotes that references in the text link to, by id. */
function notesIn(nodes: readonly HtmlNode[]): Map<string, HtmlElement> {
  const references = new Set<string>();
  const collect = (inner: readonly HtmlNode[], isRaised: boolean): void => {
    for (const node of inner.filter(isElement)) {
      const { tag, attributes, children } = node;
      const raised = isRaised || tag === 'sup';
      const isReference = raised || attributes.role === 'doc-noteref' || NAMED_NOTES.test(attributes.class ?? '');
      if (tag === 'a' && isReference && attributes.href?.startsWith('#')) references.add(attributes.href.slice(1));
      if (tag === 'sup' && attributes['data-fn']) references.add(attributes['data-fn']);
      collect(children, raised);
    }
  };
  collect(nodes, false);
  const notes = new Map<string, HtmlElement>();
  if (references.size === 0) return notes;
  for (const node of elementsIn(nodes)) {
    const id = node.attributes.id ?? '';
    const isText = BLOCKS.includes(node.tag) || PARAGRAPHS.includes(node.tag);
    if (isText && references.has(id) && !notes.has(id) && lineOf(node.children) !== '') notes.set(id, node);
  }
  return notes;
}

/** Removes the links back to the reference. */
const withoutBackLinks = (nodes: readonly HtmlNode[], labels: ReadonlyMap<string, string>): HtmlNode[] =>
  nodes.flatMap((node): HtmlNode[] => {
    if (!isElement(node)) return [node];
    const { href = '', role = '', class: names = '' } = node.attributes;
    if (NAMED_BACK.test(`${role} ${names}`)) return [];
    const leadsBack = node.tag === 'a' && href.startsWith('#') && !labels.has(href.slice(1));
    if (leadsBack && lineOf(node.children).length <= MAX_NUMBER_CHARS) return [];
    return [{ ...node, children: withoutBackLinks(node.children, labels) }];
  });

/** The blocks of a text, with its notes at the end. */
export function blocksWithNotes(source: readonly HtmlNode[], base: Converting, nextLabel: () => string): Block[] {
  const unnamed = unnamedNotes(source);
  const nodes = unnamed.notes.size === 0 ? source : named(source, unnamed);
  const notes = notesIn(nodes);
  const labels = new Map([...notes.keys()].map((id) => [id, nextLabel()]));
  const converting = { ...base, notes: labels };
  const blocks = htmlBlocks(nodes, converting);
  const texts = [...notes].map(([id, node]): Block => {
    const inner = htmlBlocks(withoutBackLinks(node.children, labels), converting);
    return { is: 'note', label: labels.get(id) ?? id, blocks: inner };
  });
  return [...blocks, ...texts];
}
