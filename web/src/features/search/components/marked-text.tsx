import { markedParts } from '@inkwell/shared/marked-ranges';

/** A text with the words that a search found marked, as served pages mark them. */
export const markedText = (text: string, words: readonly string[]) =>
  markedParts(text, words).map((part, n) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text in their order
    part.isMarked ? <mark key={n}>{part.text}</mark> : part.text,
  );
