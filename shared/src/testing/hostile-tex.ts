const times = (part: string, length: number): string => part.repeat(Math.max(1, Math.floor(length / part.length)));

function nested(open: string, close: string, length: number): string {
  const depth = Math.floor(length / (open.length + close.length));
  return `${open.repeat(depth)}x${close.repeat(depth)}`;
}

const LETTERS = 'abcdefghijklmnopqrstuvwxy';
const after = (letter: string): string => String.fromCharCode(letter.charCodeAt(0) + 1);

/** Temml builds the content of the last ones at least twice. */
const NESTED: readonly (readonly [open: string, close?: string])[] = [
  ...([
    ['{'],
    ['\\frac{', '}{y}'],
    ['x^{'],
    ['\\sqrt{'],
    ['\\text{'],
    ['\\text{$', '$}'],
    ['\\hat{'],
    ['\\dv{', '}{y}'],
  ] as const),
  ...([['\\substack{'], ['\\bra{'], ['\\Set{'], ['\\color{red}{'], ['\\left(', '\\right)']] as const),
  ...([['\\begin{pmatrix}', '\\end{pmatrix}'], ['\\Huge{'], ['\\kern-1em{'], ['\\raise1em{']] as const),
  ...([['\\llap{'], ['\\mathllap{'], ['\\cancelto{x}{'], ['\\equilibriumRight{'], ['\\equilibriumLeft{']] as const),
];

/** TeX of about `length` characters that takes much time or space to render, by its contents. */
export const HOSTILE_TEX: Readonly<Record<string, (length: number) => string>> = {
  ...Object.fromEntries(
    NESTED.map(([open, close = '}']) => [`nested ${open}`, (length: number) => nested(open, close, length)]),
  ),
  ...Object.fromEntries(
    ['x+', 'é', '1,', '\\\\', '\\big(', '\\rule{9em}{9em}', '\\not=', '~'].map((part) => [
      `many ${part}`,
      (length: number) => times(part, length),
    ]),
  ),
  'many primes': (length) => `x${times("'", length)}`,
  'a wide matrix': (length) => `\\begin{matrix}${times('&', length - 30)}\\end{matrix}`,
  'a long matrix': (length) => `\\begin{matrix}${times('\\\\', length - 30)}\\end{matrix}`,
  'many columns': (length) => `\\begin{array}{${times('c', length - 30)}}a\\end{array}`,
  'many equations': (length) => `\\begin{aligned}${times('a&=b\\\\', length - 40)}a\\end{aligned}`,
  'a long macro, used often': (length) => `\\def\\a{${times('x', length / 2)}}${times('\\a', length / 2 - 10)}`,
  'a macro that repeats': () => `\\def\\a#1{${'#1'.repeat(9)}}${nested('\\a{', '}', 40)}`,
  'macros that double': () =>
    `${Array.from(LETTERS, (name) => `\\def\\${name}#1{\\${after(name)}{#1#1}}`).join('')}\\def\\z#1{#1}\\a{xx}`,
  'macros that expand': () =>
    `\\def\\a{xx}${Array.from(LETTERS, (name) => `\\edef\\${after(name)}{${`\\${name}`.repeat(4)}}`).join('')}\\z`,
  'a macro of itself': () => '\\def\\a{\\a\\a}\\a',
  'a long reaction': (length) => `\\ce{${times('H2O + ', length - 5)}}`,
  'a reaction': () => `\\ce{${times('->[', 290)}}`,
};
