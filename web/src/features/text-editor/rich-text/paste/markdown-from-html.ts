import { DOMParser } from '@tiptap/pm/model';
import { createManuscript } from '../markdown/manuscript.ts';
import { textSchema } from '../schema/extensions.ts';
import { cleanHtml, embeddedPictures } from './clean.ts';

/** Converts copied HTML to Markdown, and its embedded pictures to files. */
export function markdownFromHtml(html: string): { readonly text: string; readonly files: readonly File[] } {
  const body = cleanHtml(html);
  const files = embeddedPictures(body);
  const doc = DOMParser.fromSchema(textSchema).parse(body);
  return { text: createManuscript(textSchema).write(doc), files };
}
