import { DOMParser } from '@tiptap/pm/model';
import type { TextPicture } from '../../markdown-input/pending-pictures.ts';
import { createManuscript } from '../markdown/manuscript.ts';
import { textSchema } from '../schema/extensions.ts';
import { cleanHtml } from './clean.ts';
import { copiedPictures } from './pictures.ts';

/** Gives a place to each file of a copied text, or null. Is told which pictures could not be copied. */
export type PlacePictures = (files: readonly File[], missing: readonly string[]) => readonly (TextPicture | null)[];

/** Converts copied HTML to Markdown. */
export function markdownFromHtml(html: string, place: PlacePictures): string {
  const body = cleanHtml(html);
  const { files, missing, put } = copiedPictures(body);
  if (files.length > 0 || missing.length > 0) put(place(files, missing));
  return createManuscript(textSchema).write(DOMParser.fromSchema(textSchema).parse(body));
}
