/*
 * Markdown has no superscript and subscript, so they are written with Unicode's characters for them: CO₂, x². Anything else is marked as in plain
 * text: x^(ab), x_(ab).
 */

const tableOf = (plain: string, small: string) =>
  new Map(Array.from(plain, (char, at) => [char, Array.from(small)[at] ?? char]));

const SIGNS = {
  sup: {
    table: tableOf('0123456789+-−=()abcdefghijklmnoprstuvwxyz', '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ'),
    sign: '^',
  },
  sub: { table: tableOf('0123456789+-−=()aehijklmnoprstuvx', '₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ'), sign: '_' },
} as const;

/** References in brackets, other symbols and whole phrases are clear without a mark. */
const UNDERSTOOD = /^(?:\[.*|.{13,}|[^\p{L}\p{N}]*)$/su;

/** A superscript or subscript as characters. @param before the words before it, because the ordinal `1st` does not change */
export function smallLetters(text: string, kind: keyof typeof SIGNS, before: string): string {
  const { table, sign } = SIGNS[kind];
  if (/^(?:st|nd|rd|th)$/.test(text) && /\d\s*$/.test(before)) return text;
  const letters = Array.from(text, (char) => table.get(char));
  if (letters.every((letter) => letter !== undefined)) return letters.join('');
  if (UNDERSTOOD.test(text)) return text;
  return letters.length === 1 ? sign + text : `${sign}(${text})`;
}
