import { htmlBlocks } from '@inkwell/shared/markdown/from-html/block-elements';
import { blocksMarkdown } from '@inkwell/shared/markdown/from-html/blocks';
import type { Converting } from '@inkwell/shared/markdown/from-html/converting';
import type { HtmlNode } from '@inkwell/shared/markdown/from-html/nodes';
import { blocksWithNotes } from '@inkwell/shared/markdown/from-html/notes';
import { freeNoteLabels } from '@inkwell/shared/markdown/note-labels';
import { safeLink } from '@inkwell/shared/markdown/urls';
import { Fragment, type Mark, type Node } from '@tiptap/pm/model';
import type { TextPicture } from '../../markdown-input/pending-pictures.ts';
import { createManuscript } from '../markdown/manuscript.ts';
import { plainSchema } from '../schema/plain-schema.ts';
import { cleanHtml } from './clean.ts';
import { nodesOfMarkdown } from './from-text.ts';
import { copiedPictures } from './pictures.ts';

/** Returns a place for each file of a copied text, or null. Gets the pictures that could not be copied. */
export type PlacePictures = (files: readonly File[], missing: readonly string[]) => readonly (TextPicture | null)[];

/** An element of the page for the converter. No-break spaces outside code are only layout. */
function treeOf(node: globalThis.Node, isCode = false): HtmlNode[] {
  return [...node.childNodes].flatMap((child): HtmlNode[] => {
    if (child instanceof Text) return [isCode ? child.data : child.data.replaceAll('\u00a0', ' ')];
    if (!(child instanceof Element)) return [];
    const htmlAttributes = [...child.attributes].filter(({ name }) => name !== 'align');
    const attributes = Object.fromEntries(htmlAttributes.map(({ name, value }) => [name, value]));
    // The page has its own `h1`.
    const tag = child.tagName.toLowerCase().replace('h1', 'h2');
    return [{ tag, attributes, children: treeOf(child, isCode || tag === 'pre') }];
  });
}

const outside = (href: string): string | null => {
  const link = safeLink(href);
  return link?.kind === 'external' ? link.href : null;
};

/** Without the parts of the import converter that need the old site: fragments and report lines. */
const CONVERTING: Converting = {
  addresses: {
    link: (href) => outside(href) && href,
    absolute: outside,
    picture: (address) => ({ address, description: null }),
  },
  notes: new Map(),
  fragments: new Map(),
  depth: 0,
  blocksOf: htmlBlocks,
  markdownOf: () => [],
  remark: () => undefined,
  picture: (address) => (address === '' ? null : { address, description: null }),
};

/** The cleaned body of copied HTML, with pictures in their assigned places. */
export function copiedBody(html: string, place: PlacePictures): ReturnType<typeof cleanHtml> {
  const cleaned = cleanHtml(html);
  const { files, missing, put } = copiedPictures(cleaned.body);
  if (files.length > 0 || missing.length > 0) put(place(files, missing));
  return cleaned;
}

/** Converts to Markdown by the rules of imports. @param around the text into which it is pasted, whose note labels are taken */
export const plainMarkdown = (body: HTMLElement, around: string): string =>
  blocksMarkdown(blocksWithNotes(treeOf(body), CONVERTING, freeNoteLabels(around)));

const isKept = ({ type, attrs }: Mark): boolean =>
  type.name === 'link' ? safeLink(String(attrs.href)) !== null : type.name !== 'lineEnd';

/** A node without parts that only its source needs: signs of lists, line ends, and links without a working target. */
function pasted(node: Node): Node {
  const marks = node.marks.filter(isKept);
  if (node.isText) return node.mark(marks);
  const { isLoose: _, sign: _sign, ...attrs } = node.attrs;
  return node.type.create(attrs, Fragment.from(node.content.content.map(pasted)), marks);
}

/** Converts copied HTML to Markdown, like the editor but without its schema. HTML of the editor itself needs the schema. */
export function markdownFromHtml(html: string, place: PlacePictures, around = ''): string {
  const nodes = nodesOfMarkdown(plainSchema, plainMarkdown(copiedBody(html, place).body, around));
  return createManuscript(plainSchema).write(plainSchema.topNodeType.create(null, nodes.map(pasted)));
}
