import { DOMParser, DOMSerializer, Fragment, type Schema, Slice } from '@tiptap/pm/model';
import { createManuscript } from '../markdown/manuscript.ts';
import { textSchema } from '../schema/extensions.ts';
import { unwrap } from './dom.ts';
import { nodesOfMarkdown } from './from-text.ts';
import { copiedBody, type PlacePictures, plainMarkdown } from './markdown-from-html.ts';
import { settledNotes } from './notes.ts';

/** Copied HTML in the editor's own form, by way of Markdown: the same rules as for imports (docs/import-formats.md). */
export function editorHtml(html: string, schema: Schema, place: PlacePictures, around = ''): HTMLElement {
  const { body, isOwn } = copiedBody(html, place);
  if (isOwn) return body;
  const blocks = nodesOfMarkdown(schema, plainMarkdown(body, around));
  const made = body.ownerDocument.createElement('div');
  DOMSerializer.fromSchema(schema).serializeFragment(Fragment.from(blocks), { document: body.ownerDocument }, made);
  // A link without a working target becomes text.
  for (const link of made.querySelectorAll('a[href="#"]')) unwrap(link);
  return made;
}

/** The Markdown of HTML that was copied in this editor. @param around the text into which it is pasted */
export function markdownFromOwnHtml(html: string, place: PlacePictures, around = ''): string {
  const [own, others] = [createManuscript(textSchema), createManuscript(textSchema)];
  const copied = DOMParser.fromSchema(textSchema).parse(editorHtml(html, textSchema, place));
  const text = copied.copy(Fragment.from(others.read(around).nodes));
  return own.write(copied.copy(settledNotes(Slice.maxOpen(copied.content), text).content));
}
