import { markdownBlocks } from '@inkwell/shared/markdown/blocks';
import { Fragment, type Schema, Slice } from '@tiptap/pm/model';
import { hasMarkdownBlocks } from '../../markdown-input/looks-like-markdown.ts';
import { readBlock } from '../markdown/read.ts';

/** A plain text as blocks if it has several lines with blocks of Markdown; else null. */
export function sliceOfMarkdown(schema: Schema, text: string): Slice | null {
  if (!hasMarkdownBlocks(text)) return null;
  const nodes = (markdownBlocks(text) ?? []).map(
    ({ token, start, end }) =>
      readBlock(schema, token, { keepsUnderscores: true }) ??
      schema.node('sourceBlock', {}, [schema.text(text.slice(start, end).replace(/\r\n?/g, '\n'))]),
  );
  return nodes.length === 0 ? null : Slice.maxOpen(Fragment.from(nodes));
}
