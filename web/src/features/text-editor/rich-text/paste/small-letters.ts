/*
 * Markdown has no superscript and subscript, so they are written with the characters that Unicode has for them: CO₂, x². What has no
 * such character is marked as in plain text: x^(ab), x_(ab).
 */

const PLAIN = '0123456789+-−=()abcdefghijklmnoprstuvwxyz';
const SUPERSCRIPT = '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ';
const SUBSCRIPT_PLAIN = '0123456789+-−=()aehijklmnoprstuvx';
const SUBSCRIPT = '₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ';

const tableOf = (plain: string, small: string) =>
  new Map(Array.from(plain, (char, at) => [char, Array.from(small)[at] ?? char]));

const SIGNS = {
  sup: { table: tableOf(PLAIN, SUPERSCRIPT), sign: '^' },
  sub: { table: tableOf(SUBSCRIPT_PLAIN, SUBSCRIPT), sign: '_' },
} as const;

/** References in brackets, other signs and whole phrases are clear without a mark. */
const UNDERSTOOD = /^(?:\[.*|.{13,}|[^\p{L}\p{N}]*)$/su;

function small(text: string, { table, sign }: (typeof SIGNS)['sup' | 'sub']): string {
  if (Array.from(text).every((char) => table.has(char))) return Array.from(text, (char) => table.get(char)).join('');
  if (UNDERSTOOD.test(text)) return text;
  return Array.from(text).length === 1 ? sign + text : `${sign}(${text})`;
}

const MAYBE_SMALL = 'sup, sub, span[style*="vertical-align"]';

function kindOf(element: HTMLElement): keyof typeof SIGNS | null {
  const { verticalAlign } = element.style;
  if (element.tagName === 'SUP' || verticalAlign === 'super') return 'sup';
  return element.tagName === 'SUB' || verticalAlign === 'sub' ? 'sub' : null;
}

const isOrdinal = (element: Element, text: string): boolean =>
  /^(?:st|nd|rd|th)$/.test(text) && /\d\s*$/.test(element.previousSibling?.textContent ?? '');

/** The innermost element around all of the text: a link around it stays. */
function innermost(element: Element): Element {
  const [only, ...others] = [...element.childNodes].filter((node) => node.textContent?.trim() !== '');
  return only instanceof Element && others.length === 0 ? innermost(only) : element;
}

/** Writes superscript and subscript as characters. */
export function smallLetters(body: HTMLElement): void {
  for (const element of body.querySelectorAll<HTMLElement>(MAYBE_SMALL)) {
    const kind = kindOf(element);
    const text = element.textContent?.trim() ?? '';
    const isAroundOthers = [...element.querySelectorAll<HTMLElement>(MAYBE_SMALL)].some(kindOf);
    if (!kind || text === '' || isAroundOthers || element.querySelector('img') || isOrdinal(element, text)) continue;
    innermost(element).textContent = small(text, SIGNS[kind]);
  }
}
