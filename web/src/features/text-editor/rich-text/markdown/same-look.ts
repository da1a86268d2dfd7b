import type { ReadingOptions } from '@inkwell/shared/markdown/tokens';
import { type MarkdownNode, markdownTree } from '@inkwell/shared/markdown/tree';

const SPACES = /[ \t\n]+/g;

/** Elements in which leading and trailing spaces are invisible. */
const LINES = new Set(['p', 'li', 'h2', 'h3', 'h4', 'h5', 'h6', 'td', 'th']);

/** Joins adjacent texts and collapses spaces as browsers do. */
function settled(nodes: readonly MarkdownNode[], isCode: boolean): unknown[] {
  const shown: unknown[] = [];
  for (const node of nodes) {
    if (typeof node === 'string') {
      const text = isCode ? node : node.replace(SPACES, ' ');
      const last = shown.at(-1);
      if (typeof last === 'string') shown[shown.length - 1] = last + text;
      else shown.push(text);
    } else if ('tag' in node) {
      const children = settled(node.children, isCode || node.tag === 'code');
      shown.push([node.tag, node.attributes, LINES.has(node.tag) ? trimmed(children) : children]);
    } else {
      shown.push([node.pictureUrl, node.alt]);
    }
  }
  return shown;
}

function trimmed(children: unknown[]): unknown[] {
  const [first] = children;
  const last = children.at(-1);
  const middle = [...children];
  if (typeof first === 'string') middle[0] = first.trimStart();
  if (typeof last === 'string') middle[middle.length - 1] = String(middle.at(-1)).trimEnd();
  return middle.filter((child) => child !== '');
}

/** A text as readers see it, as a string for comparison. */
export const lookOf = (source: string, options?: ReadingOptions): string =>
  JSON.stringify(settled(markdownTree(source, options), false));
