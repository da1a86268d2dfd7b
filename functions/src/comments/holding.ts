import { wordsOf } from '../common/words.ts';

/** Addresses as they are written out, and targets of Markdown links that are not. */
const LINK = /https?:\/\/|(?<!\/\/)\bwww\.|\]\(\s*(?!https?:|www\.)/gi;

/** How many links a text has, whether or not they lead anywhere. */
export const linksIn = (text: string): number => text.match(LINK)?.length ?? 0;

/** The first word or phrase of the list that a text holds, whole and in whatever case and accents; null for none. */
export function firstHeldWord(text: string, held: readonly string[]): string | null {
  if (held.length === 0) return null;
  const words = wordsOf(text);
  const holds = (phrase: readonly string[]) =>
    phrase.length > 0 && words.some((_word, start) => phrase.every((word, index) => words[start + index] === word));
  return held.find((phrase) => holds(wordsOf(phrase))) ?? null;
}
