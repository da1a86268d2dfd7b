import type { InputRuleFinder } from '@tiptap/core';

/** What a pair may follow: nothing, a space or an opening character. Straight quotes open after one of those. */
const FREE_BEFORE = /(?:^|[\s([“‘„«¿¡…—–])["']?$/u;

/** Characters after an opening sign, and before a closing one, that occur in code and formulas: `f(x)*g(y)*h`, `src/*.ts`, `*p+*q`. */
const NO_FIRST = /^[)\]}.,;:!?/\\|=+<>~%&^_-]/;
const NO_LAST = /[([{,/\\|=+<~&^–-]$/;

const isBalanced = (words: string, open: string, close: string): boolean =>
  words.split(open).length === words.split(close).length;

const isProse = (words: string): boolean =>
  /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(words) &&
  !NO_FIRST.test(words) &&
  !NO_LAST.test(words) &&
  isBalanced(words, '(', ')') &&
  isBalanced(words, '[', ']');

/**
 * Finds a pair of signs around words at the end of a typed text. Neither sign has a space on its inner side
 * (https://spec.commonmark.org/0.31.2/#left-flanking-delimiter-run). Stricter than CommonMark, because what will be typed next, which
 * decides there, is not known yet.
 */
export function typedPair(char: '*' | '~', count: number): InputRuleFinder {
  const sign = `[${char}]{${count}}`;
  const pair = new RegExp(`(?<![\\\\${char}])${sign}((?=[^\\s${char}])[^${char}]*[^\\s${char}])${sign}$`, 'u');
  return (text) => {
    const match = pair.exec(text);
    const [whole = '', words = ''] = match ?? [];
    if (!match || !isProse(words) || !FREE_BEFORE.test(text.slice(0, match.index))) return null;
    return { index: match.index, text: whole, replaceWith: words };
  };
}
