import type { TextEdit, TextSelection } from './commands.ts';

/*
 * While a picture is uploaded, a placeholder marks its position in the text: `![Uploading harbour...](uploading:3f2c)`. Writers can
 * move, copy, delete and describe the placeholder; width and caption are written after the address.
 */

const SCHEME = 'uploading:';
const PENDING = new RegExp(`!\\[([^\\]]*)\\]\\(${SCHEME}([\\w-]+)((?:#[^\\s)]*)?(?:\\s+"[^"]*")?)\\)`, 'g');
const PENDING_WITH_BREAKS = new RegExp(`${PENDING.source}(\\n{0,2})`, 'g');
const PICTURE = /!\[[^\]]*\]\([^)\n]*\)/g;

/** Removes characters that would end the description of a picture. */
const escapeAlt = (alt: string) =>
  alt
    .replace(/[[\]\\]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** The initial description of a picture, from its file name. */
export const describe = (fileName: string): string =>
  escapeAlt(fileName.replace(/\.\w{1,5}$/, '').replace(/[-_]+/g, ' ')) || 'image';

/** The address in the placeholder of a picture. */
export const pendingAddress = (id: string): string => SCHEME + id;

export const waitingText = (alt: string) => `Uploading ${alt}...`;

export interface PendingPicture {
  /** Unique; letters, digits and hyphens. */
  readonly id: string;
  /** The description that the picture will get. */
  readonly alt: string;
}

/** A picture in a text; `src` is written unchanged. */
export interface TextPicture {
  readonly src: string;
  readonly alt: string;
}

/** The placeholder of a picture. */
export const placeholderFor = ({ id, alt }: PendingPicture): TextPicture => ({
  src: pendingAddress(id),
  alt: waitingText(alt),
});

/** The id in the address of a placeholder; null for other addresses. */
export const pendingId = (src: string): string | null =>
  src.startsWith(SCHEME) ? src.slice(SCHEME.length).replace(/#.*$/s, '') : null;

/** Inserts pictures at the selection, each as a paragraph, and puts the caret after them; not within another picture, but after it. */
export function insertPictures({ text, start, end }: TextSelection, pictures: readonly TextPicture[]): TextEdit {
  const around = [...text.matchAll(PICTURE)].find(
    (found) => found.index < start && start < found.index + found[0].length,
  );
  const from = around ? around.index + around[0].length : start;
  const to = Math.max(from, end);
  const before = from === 0 || text[from - 1] === '\n' ? '' : '\n\n';
  const after = text[to] === '\n' ? '' : '\n\n';
  const marks = pictures.map(({ src, alt }) => `![${alt}](${src})`);
  const insert = `${before}${marks.join('\n\n')}${after}`;
  const caret = from + insert.length;
  return { from, to, insert, start: caret, end: caret };
}

/** @param rest width and caption */
const shown = (alt: string, typed: string, url: string, rest: string) =>
  `![${typed === waitingText(alt) ? alt : typed}](${url}${rest})`;

/**
 * Replaces the placeholder of a picture, wherever it is, or removes it if `url` is null. A description by the writer stays, and the selection stays
 * on the same characters.
 * @returns null if the placeholder is gone
 */
export function settlePending(
  { text, start, end }: TextSelection,
  { id, alt }: PendingPicture,
  url: string | null,
): TextEdit | null {
  const found = [...text.matchAll(PENDING)].find((place) => place[2] === id);
  if (!found) return null;
  const [mark, typed = '', , rest = ''] = found;
  const from = found.index;
  let to = from + mark.length;
  // If the placeholder is alone in its paragraph, the paragraph is removed too.
  if (url === null && (from === 0 || text[from - 1] === '\n')) to += /^\n{0,2}/.exec(text.slice(to))?.[0].length ?? 0;
  const insert = url === null ? '' : shown(alt, typed, url, rest);
  const moved = (at: number) => {
    if (at <= from) return at;
    return at >= to ? at - (to - from) + insert.length : from + insert.length;
  };
  return { from, to, insert, start: moved(start), end: moved(end) };
}

/** The result of an upload; null if the writer removed the picture. */
export type Outcome = { readonly alt: string; readonly url: string } | null;

/** Replaces the placeholders of finished uploads. */
export function withOutcomes(text: string, outcomeOf: (id: string) => Outcome | undefined): string {
  return text.replace(
    PENDING_WITH_BREAKS,
    (place, typed: string, id: string, ...[rest, breaks, at]: [string, string, number]) => {
      const outcome = outcomeOf(id);
      if (outcome === undefined) return place;
      if (outcome) return shown(outcome.alt, typed, outcome.url, rest) + breaks;
      return at === 0 || text[at - 1] === '\n' ? '' : breaks;
    },
  );
}

/** The text to save: placeholders of finished uploads are replaced, all others are removed. */
export const withoutPending = (text: string, outcomeOf: (id: string) => Outcome | undefined): string =>
  withOutcomes(text, (id) => outcomeOf(id) ?? null);
