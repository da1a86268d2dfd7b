import temml from 'temml';
import type { FormulaRenderer } from './formulas.ts';
import { createTextCache } from './text-cache.ts';
import { isElement, type MarkdownNode } from './tree.ts';

/* Contains 50 kB of Temml: import it only when there is a formula to render. */

/** Limits for one formula. Temml looks up a definition for each token, so the number of lookups measures its time. */
const MAX = { expansions: 1_000, questions: 20_000, elements: 4_000, depth: 40, chemistry: 300 } as const;

/** Temml builds the content of these at least twice, and the content of ten nested ones a thousand times. */
const REPEATING = new Set(['\\llap', '\\mathllap', '\\cancelto', '\\equilibriumRight', '\\equilibriumLeft']);
const MAX_REPEATING = 3;

/** The macros of a formula, which throw after too many lookups, or too late. */
function boundedMacros(isLate: () => boolean): Record<string, unknown> {
  let questions = 0;
  let repeating = 0;
  return new Proxy<Record<string, unknown>>(Object.create(null), {
    getOwnPropertyDescriptor(macros, name) {
      questions += 1;
      if (REPEATING.has(String(name))) repeating += 1;
      if (questions > MAX.questions || repeating > MAX_REPEATING || isLate())
        throw new Error('The formula is too complex');
      return Object.getOwnPropertyDescriptor(macros, name);
    },
  });
}

const UNSUPPORTED = 'The formula has a command that is not supported here';

/** A node of Temml. */
interface TexNode {
  readonly type?: string;
  readonly text?: string;
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly style?: Readonly<Record<string, unknown>>;
  readonly classes?: readonly string[];
  readonly children?: readonly TexNode[];
}

const list = (names: string): ReadonlySet<string> => new Set(names.split(' '));

const TAGS = list(
  'math mrow mi mn mo mtext mspace mfrac msqrt mroot msub msup msubsup munder mover munderover mmultiscripts mprescripts none ' +
    'mtable mtr mtd mpadded mphantom mstyle menclose',
);
const ATTRIBUTES = list(
  'accent accentunder columnalign columnspan depth display displaystyle fence form height largeop linethickness lspace mathbackground ' +
    'mathcolor mathsize mathvariant maxsize minsize movablelimits rowspacing rowspan rspace scriptlevel separator stretchy symmetric ' +
    'voffset width',
);
const STYLES = list(
  'border borderBottom borderLeft borderRight borderTop color fontWeight marginLeft mathDepth padding paddingBottom paddingLeft ' +
    'paddingRight paddingTop textAlign width',
);

/** Elements that browsers draw only with styles. */
const line = (direction: string): string =>
  `linear-gradient(to ${direction},transparent 48%,currentColor 49%,currentColor 51%,transparent 52%)`;
const ENCLOSURES: Readonly<Record<string, string>> = {
  updiagonalstrike: `background:${line('bottom right')}`,
  downdiagonalstrike: `background:${line('bottom left')}`,
  'updiagonalstrike downdiagonalstrike': `background:${line('bottom right')},${line('bottom left')}`,
  horizontalstrike: `background:${line('bottom')}`,
  top: 'border-top:0.065em solid;padding-top:0.1em',
  bottom: 'border-bottom:0.065em solid;padding-bottom:0.1em',
};
const CLASS_STYLES: Readonly<Record<string, string>> = {
  'tml-left': 'text-align:left',
  'tml-right': 'text-align:right',
};

/** Numbers with a unit, colors and keywords: nothing that could load or hide content. */
const VALUE = /^(?:(?:-?[\d.]+(?:em|ex|pt|px|mm|cm|in|%)?|#[\da-f]{3,6}|[a-z]+)(?: |$)){1,4}$/i;
const LENGTH = /(-?[\d.]+)(em|ex|pt|px|mm|cm|in|%)/g;
const PIXELS: Readonly<Record<string, number>> = { em: 16, ex: 8, pt: 1.34, px: 1, mm: 3.8, cm: 38, in: 96, '%': 3 };
const MOST_PIXELS = 400;
/** How far a formula's parts may be moved out of its box in total. */
const MOST_SHIFT = 100;
const MOST_ENLARGED = 5;

/** Copies a formula from Temml, keeping only the elements, attributes and styles above. Optimized for speed, because an article may have hundreds. */
function createCopier() {
  let size = 0;
  let shift = 0;

  /** The value, if it is allowed. */
  function checked(name: string, given: unknown): string | null {
    const value = String(given);
    if (!VALUE.test(value)) return null;
    for (const [, number = '', unit = ''] of value.matchAll(LENGTH)) {
      const pixels = Number(number) * (PIXELS[unit] ?? 1);
      if (pixels < 0 || name === 'voffset') shift += Math.abs(pixels);
      if (!(Math.abs(pixels) <= MOST_PIXELS) || shift > MOST_SHIFT)
        throw new Error('A length of the formula is too large');
    }
    return value;
  }

  function styleOf({ style = {}, classes = [], attributes = {}, type }: TexNode): string {
    const styles: string[] = [];
    for (const name in style) {
      const value = STYLES.has(name) ? checked(name, style[name]) : null;
      if (value !== null) styles.push(`${name.replace(/[A-Z]/, (letter) => `-${letter.toLowerCase()}`)}:${value}`);
    }
    for (const name of classes) styles.push(CLASS_STYLES[name] ?? '');
    if (type === 'menclose') {
      const enclosure = ENCLOSURES[String(attributes.notation)];
      if (enclosure === undefined) throw new Error('This kind of box is not supported');
      styles.push(enclosure);
    }
    return styles.filter(Boolean).join(';');
  }

  function attributesOf(node: TexNode): Record<string, string> {
    const attributes: Record<string, string> = {};
    for (const name in node.attributes) {
      const value = ATTRIBUTES.has(name) ? checked(name, node.attributes[name]) : null;
      if (value !== null) attributes[name] = value;
    }
    const style = styleOf(node);
    if (style) attributes.style = style;
    return attributes;
  }

  function copy(node: TexNode, into: MarkdownNode[], depth: number, scale: number): void {
    const { type, text, children = [] } = node;
    if (type === undefined) {
      // Texts and fragments. Links and pictures would have attributes.
      if (text === undefined && node.attributes) throw new Error(UNSUPPORTED);
      const last = into.at(-1);
      // Joined, so that both renderers produce the same.
      if (text !== undefined && typeof last === 'string') into[into.length - 1] = last + text;
      else if (text !== undefined) into.push(text);
      else for (const child of children) copy(child, into, depth, scale);
      return;
    }
    if (!TAGS.has(type)) throw new Error(UNSUPPORTED);
    size += 1;
    if (size > MAX.elements || depth > MAX.depth) throw new Error('The formula is too complex');
    const attributes = attributesOf(node);
    const enlarged = scale * (attributes.mathsize ? Number.parseFloat(attributes.mathsize) || 1 : 1);
    if (enlarged > MOST_ENLARGED) throw new Error('The formula is too large');
    const inner: MarkdownNode[] = [];
    for (const child of children) copy(child, inner, depth + 1, enlarged);
    // Browsers that know `menclose` would draw its line again.
    into.push({ tag: type === 'menclose' ? 'mrow' : type, attributes, children: inner });
  }

  return (node: TexNode) => {
    const copied: MarkdownNode[] = [];
    copy(node, copied, 0, 1);
    const [element] = copied;
    if (!element || !isElement(element) || element.tag !== 'math') throw new Error(UNSUPPORTED);
    return { element, size };
  };
}

const WITH_CHEMISTRY = /\\(?:ce|pu)(?![a-zA-Z])/;

const known = createTextCache<ReturnType<FormulaRenderer>>(200_000);

/** Renders TeX with Temml. Commands that link, load or name something are refused, and definitions last only for their formula. */
export const renderFormula: FormulaRenderer = (tex, displayMode, isLate) =>
  known(`${displayMode} ${tex}`, () => rendered(tex, displayMode, isLate));

const rendered: FormulaRenderer = (tex, displayMode, isLate) => {
  if (WITH_CHEMISTRY.test(tex) && tex.length > MAX.chemistry) throw new Error('Chemistry in a formula is too long');
  try {
    const tree = temml.__renderToMathMLTree(tex, {
      displayMode,
      throwOnError: true,
      trust: false,
      maxExpand: MAX.expansions,
      macros: boundedMacros(isLate),
    });
    return createCopier()(tree);
  } catch (error) {
    throw new Error(reasonOf(error));
  }
};

/** The first line of a message, without the marks under the incorrect characters. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error) || error instanceof RangeError || error instanceof TypeError)
    return 'The formula cannot be read';
  const [reason = ''] = error.message.replaceAll('\u0332', '').split(' at position');
  return reason.replace(/\s+/g, ' ').trim().slice(0, 200);
}
