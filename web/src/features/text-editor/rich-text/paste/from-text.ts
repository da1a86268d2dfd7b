import { markdownBlocks } from '@inkwell/shared/markdown/blocks';
import type { ReadingOptions } from '@inkwell/shared/markdown/tokens';
import { Fragment, type Mark, type Node, type Schema, Slice } from '@tiptap/pm/model';
import { hasMarkdownBlocks } from '../../markdown-input/looks-like-markdown.ts';
import { textBlocks } from '../markdown/neighbors.ts';
import { readBlock } from '../markdown/read.ts';

/** The blocks of a text; blocks that the schema cannot express are source. */
export const nodesOfMarkdown = (
  schema: Schema,
  text: string,
  options: Parameters<typeof readBlock>[2] & ReadingOptions = {},
): Node[] =>
  textBlocks(text, markdownBlocks(text, options) ?? []).flatMap((block) => {
    const [first] = block.parts;
    const isLongNote = block.parts.length > 1 && first?.token.type === 'paragraph';
    return (isLongNote ? [{ ...block, token: null }] : block.parts).map(
      ({ token, start, end }) =>
        (token && readBlock(schema, token, options)) ??
        schema.node('sourceBlock', {}, [schema.text(text.slice(start, end).replace(/\r\n?/g, '\n'))]),
    );
  });

/** A plain text as blocks if several of its lines are Markdown blocks; otherwise null. */
export function sliceOfMarkdown(schema: Schema, text: string, reading: ReadingOptions = {}): Slice | null {
  if (!hasMarkdownBlocks(text)) return null;
  const nodes = nodesOfMarkdown(schema, text, { keepsUnderscores: true, ...reading });
  return nodes.length === 0 ? null : Slice.maxOpen(Fragment.from(nodes));
}

/**
 * A plain text whose paragraphs are separated by blank lines, with the lines of each, as in a poem. Null without blank lines, because then each line
 * is a paragraph.
 */
export function sliceOfParagraphs(schema: Schema, text: string, marks: readonly Mark[]): Slice | null {
  const paragraphs = text
    .replace(/\r\n?/g, '\n')
    .replace(/^\n+|\n+$/g, '')
    .split(/\n(?:[ \t]*\n)+/);
  if (paragraphs.length < 2) return null;
  const nodes = paragraphs.map((paragraph) => {
    const lines = paragraph.split('\n').map((line) => (line === '' ? [] : [schema.text(line, marks)]));
    const content = lines.flatMap((line, at) =>
      at === 0 ? line : [schema.node('hardBreak', null, undefined, marks), ...line],
    );
    return schema.node('paragraph', null, content);
  });
  return Slice.maxOpen(Fragment.from(nodes));
}
