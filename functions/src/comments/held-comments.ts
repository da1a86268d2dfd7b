import { wordsOf } from '../common/words.ts';

/** Addresses with a scheme or `www.`, and targets of Markdown links. */
const LINK = /https?:\/\/|(?<!\/\/)\bwww\.|\]\(\s*(?!https?:|www\.)/gi;

/** The number of links in a text, valid or not. */
export const linksIn = (text: string): number => text.match(LINK)?.length ?? 0;

/** The first word or phrase of `list` that a text contains as a whole, ignoring case and accents; null if none. */
export function firstListedWord(text: string, list: readonly string[]): string | null {
  if (list.length === 0) return null;
  const words = wordsOf(text);
  const contains = (phrase: readonly string[]) =>
    phrase.length > 0 && words.some((_word, start) => phrase.every((word, index) => words[start + index] === word));
  return list.find((phrase) => contains(wordsOf(phrase))) ?? null;
}
