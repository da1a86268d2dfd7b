import { element, type HtmlElement, type HtmlNode } from '@inkwell/shared/markdown/from-html/nodes';
import { cardNodes, type GhostMarks, objectOf, type Payload, stringOf } from './ghost-cards.ts';
import type { Json } from './json-rows.ts';

/* Ghost's older text format: https://github.com/bustle/mobiledoc-kit/blob/master/MOBILEDOC.md, version 0.3. */

const listOf = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : []);

interface Parts {
  readonly markups: readonly Json[];
  readonly atoms: readonly Json[];
  readonly cards: readonly Json[];
  readonly marks: GhostMarks;
}

/** The elements of a text. @throws SyntaxError for invalid JSON, TypeError for another format */
export function mobiledocNodes(source: string, marks: GhostMarks): HtmlNode[] {
  const parsed = JSON.parse(source) as Payload | null;
  if (!Array.isArray(parsed?.sections)) throw new TypeError('No text of Mobiledoc');
  const parts = { markups: listOf(parsed.markups), atoms: listOf(parsed.atoms), cards: listOf(parsed.cards), marks };
  return parsed.sections.flatMap((section) => sectionNodes(listOf(section), parts));
}

function sectionNodes([kind, first, second]: readonly Json[], parts: Parts): HtmlNode[] {
  switch (kind) {
    case 1: {
      const tag = stringOf(first).toLowerCase();
      const known = /^(?:p|h[1-6]|blockquote|aside|pull-quote)$/.test(tag) ? tag : 'p';
      return [
        element(known === 'aside' || known === 'pull-quote' ? 'blockquote' : known, {}, markerNodes(second, parts)),
      ];
    }
    case 2:
      return [element('img', { src: stringOf(first), alt: '' })];
    case 3: {
      const items = listOf(second).map((markers) => element('li', {}, markerNodes(markers, parts)));
      return [element(first === 'ol' ? 'ol' : 'ul', {}, items)];
    }
    case 10: {
      const [name, payload] = listOf(parts.cards[Number(first)]);
      return name === undefined ? [] : cardNodes(stringOf(name), objectOf(payload), parts.marks);
    }
    default:
      return [];
  }
}

const MARKUPS = new Set(['b', 'strong', 'i', 'em', 's', 'del', 'code', 'sub', 'sup', 'u', 'a', 'mark']);

/** Converts markers, which open markups of the list and close the innermost ones. */
function markerNodes(markers: Json | undefined, { markups, atoms }: Parts): HtmlNode[] {
  const root = element('p');
  const open: HtmlElement[] = [root];
  const top = (): HtmlElement => open.at(-1) ?? root;
  for (const marker of listOf(markers)) {
    const [kind, opened, closed, value] = listOf(marker);
    for (const index of listOf(opened)) {
      const [tag, attributes] = listOf(markups[Number(index)]);
      const name = stringOf(tag).toLowerCase();
      const child = element(MARKUPS.has(name) ? name : 'span', pairsOf(listOf(attributes)));
      top().children.push(child);
      if (open.length < 50) open.push(child);
    }
    if (kind === 1) {
      const [name, text] = listOf(atoms[Number(value)]);
      top().children.push(name === 'soft-return' ? element('br') : stringOf(text));
    } else top().children.push(stringOf(value));
    for (let n = Number(closed) || 0; n > 0 && open.length > 1; n -= 1) open.pop();
  }
  return root.children;
}

/** `['href', 'https://…', 'rel', '…']` */
function pairsOf(list: readonly Json[]): Record<string, string> {
  const pairs: Record<string, string> = {};
  for (let at = 0; at + 1 < list.length; at += 2) if (list[at] === 'href') pairs.href = stringOf(list[at + 1]);
  return pairs;
}
