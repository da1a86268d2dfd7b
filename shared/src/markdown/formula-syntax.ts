import type { Tokens } from 'marked';

/*
 * Formulas in a text with `math: true`: TeX between `$` or, on a separate line, between `$$`. In the tokens they are code, so that renderers without
 * formulas show their source.
 */

/** The classes of `code` elements that contain the source of formulas. */
export const FORMULA_CLASS = { inline: 'math-inline', display: 'math-display' } as const;

/** Longer TeX is shown as typed. */
export const MAX_FORMULA = 3_000;

/** A dollar sign after a letter or digit is money or a name, such as A$AP. Chinese and other scripts have no space before a formula. */
const BEFORE = String.raw`(?<![\p{Script=Latin}\p{N}\\$])`;
/** A backtick starts code and cannot be part of a formula. */
const PART = String.raw`[^\\$\x60]|\\[\s\S]`;
const DISPLAY = String.raw`\$\$(?:${PART}|\$(?!\$)){1,${MAX_FORMULA}}\$\$`;
const INLINE = String.raw`\$(?![\s$])(?:${PART}){1,${MAX_FORMULA}}(?<!\s)\$(?![\d$])`;

const AT_START = new RegExp(`^(?:${DISPLAY}|${INLINE})`);
const AFTER = new RegExp(`${BEFORE}$`, 'u');
const ANYWHERE = new RegExp(`${BEFORE}(?:${DISPLAY}|${INLINE})`, 'gu');

/** A formula ends before a blank line, so that a forgotten dollar sign does not affect the rest of the text. */
const BLOCK_PART = String.raw`[^$\\\n]|\\(?:.|(?=\n))|\$(?!\$)|\n(?![ \t]*(?:\n|$))`;
const BLOCK = new RegExp(String.raw`^ {0,3}\$\$(?:${BLOCK_PART}){1,${MAX_FORMULA}}\$\$[ \t]*(?:\n|$)`);
const BLOCK_BEGINS = /\n {0,3}\$\$/;

/** Whether code is the source of a formula: other code begins with a backtick, a tilde or spaces. */
export const isFormula = ({ raw }: Pick<Tokens.Code | Tokens.Codespan, 'raw'>): boolean => /^ {0,3}\$/.test(raw);

/** The formula at the beginning of a part of a line. @param before the text before it */
export function formulaAt(source: string, before = ''): Tokens.Codespan | undefined {
  if (!source.startsWith('$') || !AFTER.test(before.slice(-2))) return undefined;
  const raw = AT_START.exec(source)?.[0];
  return raw === undefined ? undefined : { type: 'codespan', raw, text: raw };
}

/** The formula at the beginning of a block. */
export function formulaBlockAt(source: string): Tokens.Code | undefined {
  const raw = BLOCK.exec(source)?.[0];
  return raw === undefined ? undefined : { type: 'code', raw, text: raw.trim() };
}

/** Where a formula may interrupt a paragraph; negative if nowhere. */
export const formulaBlockIndex = (source: string): number => source.search(BLOCK_BEGINS) + 1 || -1;

/** A text in which formulas are blanked, so that their stars and underscores do not count as emphasis. */
export const withoutFormulas = (source: string): string =>
  source.includes('$') ? source.replace(ANYWHERE, ({ length }) => 'a'.repeat(length)) : source;

const SEPARATED = new RegExp(`(${ANYWHERE.source})`, 'u');

/** The parts of a text, with formulas at odd indexes. */
export const aroundFormulas = (text: string): string[] => text.split(SEPARATED);
