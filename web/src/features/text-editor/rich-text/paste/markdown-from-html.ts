import { htmlBlocks } from '@inkwell/shared/markdown/from-html/block-elements';
import { blocksMarkdown } from '@inkwell/shared/markdown/from-html/blocks';
import type { Converting } from '@inkwell/shared/markdown/from-html/converting';
import type { HtmlNode } from '@inkwell/shared/markdown/from-html/nodes';
import { safeLink } from '@inkwell/shared/markdown/urls';
import { DOMParser, DOMSerializer, Fragment, type Schema } from '@tiptap/pm/model';
import type { TextPicture } from '../../markdown-input/pending-pictures.ts';
import { createManuscript } from '../markdown/manuscript.ts';
import { textSchema } from '../schema/extensions.ts';
import { cleanHtml } from './clean.ts';
import { unwrap } from './dom.ts';
import { nodesOfMarkdown } from './from-text.ts';
import { copiedPictures } from './pictures.ts';

/** Gives a place to each file of a copied text, or null. Is told which pictures could not be copied. */
export type PlacePictures = (files: readonly File[], missing: readonly string[]) => readonly (TextPicture | null)[];

/** An element of the page as the converter reads it. No-break spaces outside of code only hold a layout. */
function treeOf(node: Node, isCode = false): HtmlNode[] {
  return [...node.childNodes].flatMap((child): HtmlNode[] => {
    if (child instanceof Text) return [isCode ? child.data : child.data.replaceAll('\u00a0', ' ')];
    if (!(child instanceof Element)) return [];
    const given = [...child.attributes].filter(({ name }) => name !== 'align');
    const attributes = Object.fromEntries(given.map(({ name, value }) => [name, value]));
    // The page has an `h1` of its own.
    const tag = child.tagName.toLowerCase().replace('h1', 'h2');
    return [{ tag, attributes, children: treeOf(child, isCode || tag === 'pre') }];
  });
}

const outside = (href: string): string | null => {
  const link = safeLink(href);
  return link?.kind === 'external' ? link.href : null;
};

/** Without what a converter of imports knows of the old site: notes, fragments and lines of a report. */
const CONVERTING: Converting = {
  addresses: {
    link: (href) => outside(href) && href,
    absolute: outside,
    picture: (address) => ({ address, description: null }),
  },
  ...{ notes: new Map(), fragments: new Map(), depth: 0, blocksOf: htmlBlocks, markdownOf: () => [] },
  remark: () => undefined,
  picture: (address) => (address === '' ? null : { address, description: null }),
};

/** Copied HTML as the editor writes it itself, by way of Markdown: the same rules as for imports (docs/import-formats.md). */
export function editorHtml(html: string, schema: Schema, place: PlacePictures): HTMLElement {
  const { body, isOwn } = cleanHtml(html);
  const { files, missing, put } = copiedPictures(body);
  if (files.length > 0 || missing.length > 0) put(place(files, missing));
  if (isOwn) return body;
  const blocks = nodesOfMarkdown(schema, blocksMarkdown(htmlBlocks(treeOf(body), CONVERTING)));
  const made = body.ownerDocument.createElement('div');
  DOMSerializer.fromSchema(schema).serializeFragment(Fragment.from(blocks), { document: body.ownerDocument }, made);
  // A link that leads nowhere is words.
  for (const link of made.querySelectorAll('a[href="#"]')) unwrap(link);
  return made;
}

/** Converts copied HTML to Markdown. */
export const markdownFromHtml = (html: string, place: PlacePictures): string =>
  createManuscript(textSchema).write(DOMParser.fromSchema(textSchema).parse(editorHtml(html, textSchema, place)));
