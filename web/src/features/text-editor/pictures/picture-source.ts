import { decodeEntities } from '@inkwell/shared/markdown/entities';
import { parseMarkdown, standardTokens } from '@inkwell/shared/markdown/tokens';
import type { PictureAttributes } from './picture-words.ts';

/** A picture in a text of Markdown, from unit `from` to `to`. */
export interface SourcePicture extends PictureAttributes {
  readonly from: number;
  readonly to: number;
  /** Whether it stands alone on its line: it can have a caption and a width. */
  readonly isAlone: boolean;
}

const PICTURE =
  /!\[(?:\\.|[^\]\\]){0,2000}\]\(\s*(?:<[^>\n]{0,4000}>|(?:\\.|[^\s()\\]|\([^\s()]{0,500}\)){0,4000})(?:\s+(?:"(?:\\.|[^"\\]){0,2000}"|'(?:\\.|[^'\\]){0,2000}'))?\s*\)/y;

/** So many beginnings before the caret are tried: a picture may stand in the description of none. */
const TRIED = 4;

/** The picture that a caret stands in or beside; null where there is none. */
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
