import { markdownBlocks } from '@inkwell/shared/markdown/blocks';
import { Fragment, type Schema, Slice } from '@tiptap/pm/model';
import { looksLikeMarkdown } from '../../markdown-input/looks-like-markdown.ts';
import { readBlock } from '../markdown/read.ts';

/** A text as blocks, where it is meant as Markdown; null for any other. */
export function sliceOfMarkdown(schema: Schema, text: string): Slice | null {
  if (!looksLikeMarkdown(text)) return null;
  const nodes = (markdownBlocks(text) ?? []).map(
    ({ token, start, end }) =>
      readBlock(schema, token) ??
      schema.node('sourceBlock', {}, [schema.text(text.slice(start, end).replace(/\r\n?/g, '\n'))]),
  );
  return nodes.length === 0 ? null : Slice.maxOpen(Fragment.from(nodes));
}
