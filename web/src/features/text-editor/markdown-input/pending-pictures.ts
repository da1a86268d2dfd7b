import type { TextEdit, TextSelection } from './commands.ts';

/*
 * While a picture is on its way, its place in the text is kept by a picture with an address that leads nowhere:
 * `![Uploading harbour...](uploading:3f2c)`. Writers may move, copy or delete it like any text, and describe it already: notes on its
 * width and a caption stand behind the address.
 */

const SCHEME = 'uploading:';
const PENDING = new RegExp(`!\\[([^\\]]*)\\]\\(${SCHEME}([\\w-]+)((?:#[^\\s)]*)?(?:\\s+"[^"]*")?)\\)`, 'g');
const PENDING_WITH_BREAKS = new RegExp(`${PENDING.source}(\\n{0,2})`, 'g');
const PICTURE = /!\[[^\]]*\]\([^)\n]*\)/g;

/** Characters that would end the description of a picture. */
const escapeAlt = (alt: string) =>
  alt
    .replace(/[[\]\\]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** What a picture is called until its writer has better words. */
export const describe = (fileName: string): string =>
  escapeAlt(fileName.replace(/\.\w{1,5}$/, '').replace(/[-_]+/g, ' ')) || 'image';

/** The address of a place that is kept for a picture. */
export const pendingAddress = (id: string): string => SCHEME + id;

export const waitingWords = (words: string) => `Uploading ${words}...`;

export interface PendingPicture {
  /** Letters, digits and hyphens; no other picture has it. */
  readonly id: string;
  /** What it will be called. */
  readonly words: string;
}

/** A picture as the text has it; `src` is written as it is. */
export interface TextPicture {
  readonly src: string;
  readonly alt: string;
}

/** What stands in the place of a picture that is on its way. */
export const placeFor = ({ id, words }: PendingPicture): TextPicture => ({
  src: pendingAddress(id),
  alt: waitingWords(words),
});

/** Whose place an address keeps; null for addresses of pictures. */
export const pendingId = (src: string): string | null =>
  src.startsWith(SCHEME) ? src.slice(SCHEME.length).replace(/#.*$/s, '') : null;

/**
 * Puts pictures at the selection, each a paragraph of its own, and leaves the caret behind them. A caret within another picture
 * moves behind that one.
 */
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

/** @param rest notes and caption */
const shown = (words: string, typed: string, url: string, rest: string) =>
  `![${typed === waitingWords(words) ? words : typed}](${url}${rest})`;

/**
 * Puts the uploaded picture (or nothing, where the upload failed) wherever its place is by now; words that the writer has
 * given it meanwhile stay. The selection stays on the characters that it is on.
 * @returns null where the place is gone
 */
export function settlePending(
  { text, start, end }: TextSelection,
  { id, words }: PendingPicture,
  url: string | null,
): TextEdit | null {
  const found = [...text.matchAll(PENDING)].find((place) => place[2] === id);
  if (!found) return null;
  const [mark, typed = '', , rest = ''] = found;
  const from = found.index;
  let to = from + mark.length;
  // A paragraph that held nothing else goes with it.
  if (url === null && (from === 0 || text[from - 1] === '\n')) to += /^\n{0,2}/.exec(text.slice(to))?.[0].length ?? 0;
  const insert = url === null ? '' : shown(words, typed, url, rest);
  const moved = (at: number) => {
    if (at <= from) return at;
    return at >= to ? at - (to - from) + insert.length : from + insert.length;
  };
  return { from, to, insert, start: moved(start), end: moved(end) };
}

/** What became of a picture: where it is, or null where nothing comes any more. */
export type Outcome = { readonly words: string; readonly url: string } | null;

/** The text with what became of its pictures in their places; those without an outcome keep theirs. */
export function withOutcomes(text: string, outcomeOf: (id: string) => Outcome | undefined): string {
  return text.replace(
    PENDING_WITH_BREAKS,
    (place, typed: string, id: string, ...[rest, breaks, at]: [string, string, number]) => {
      const outcome = outcomeOf(id);
      if (outcome === undefined) return place;
      if (outcome) return shown(outcome.words, typed, outcome.url, rest) + breaks;
      return at === 0 || text[at - 1] === '\n' ? '' : breaks;
    },
  );
}

/**
 * The text as it may be kept or sent: pictures that have arrived stand in their places, also where undo brought a place
 * back, and no place is left of those that have not.
 */
export const withoutPending = (text: string, outcomeOf: (id: string) => Outcome | undefined): string =>
  withOutcomes(text, (id) => outcomeOf(id) ?? null);
