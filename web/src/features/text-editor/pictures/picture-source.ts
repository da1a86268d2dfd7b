import { decodeEntities } from '@inkwell/shared/markdown/entities';
import { parseMarkdown, standardTokens } from '@inkwell/shared/markdown/tokens';
import type { PictureAttributes } from './picture-settings.ts';

/** A picture in Markdown, from offset `from` to `to`. */
export interface SourcePicture extends PictureAttributes {
  readonly from: number;
  readonly to: number;
  /** Whether the picture is alone on its line, so that it can have a caption and a width. */
  readonly isAlone: boolean;
}

const PICTURE =
  /!\[(?:\\.|[^\]\\]){0,2000}\]\(\s*(?:<[^>\n]{0,4000}>|(?:\\.|[^\s()\\]|\([^\s()]{0,500}\)){0,4000})(?:\s+(?:"(?:\\.|[^"\\]){0,2000}"|'(?:\\.|[^'\\]){0,2000}'))?\s*\)/y;

/** How many occurrences of `![` before the caret are tried. */
const TRIED = 4;

/** The picture at the caret; null if there is none. */
export function pictureAt(text: string, caret: number): SourcePicture | null {
  let from = text.lastIndexOf('![', caret);
  for (let tried = 0; from !== -1 && tried < TRIED; tried += 1) {
    PICTURE.lastIndex = from;
    const source = PICTURE.exec(text)?.[0];
    if (source !== undefined && from + source.length >= caret) return read(text, from, source);
    from = from === 0 ? -1 : text.lastIndexOf('![', from - 1);
  }
  return null;
}

function read(text: string, from: number, source: string): SourcePicture | null {
  const [block] = standardTokens(parseMarkdown(source));
  const [token] = block?.type === 'paragraph' ? standardTokens(block.tokens) : [];
  if (token?.type !== 'image') return null;
  const to = from + source.length;
  const line = text.slice(text.lastIndexOf('\n', from - 1) + 1, from) + (/^.*/.exec(text.slice(to))?.[0] ?? '');
  const title = token.title ? decodeEntities(token.title) : null;
  const isAlone = /^[\s>]*$/.test(line);
  return { from, to, isAlone, src: decodeEntities(token.href), alt: decodeEntities(token.text), title };
}
