/** Reserved words, which cannot name variables or functions. */
export const KEYWORDS = new Set([
  'true',
  'false',
  'null',
  'in',
  'is',
  'if',
  'return',
  'let',
  'function',
  'match',
  'allow',
]);

/**
 * The precedence of operators, from "Security Rules language", section "Operators": `||`, `&&`, equality, then `in` and
 * `is`, relations, sums, products.
 */
export const PRECEDENCE: Readonly<Record<string, number>> = {
  '||': 1,
  '&&': 2,
  '==': 3,
  '!=': 3,
  in: 4,
  is: 4,
  '<': 5,
  '<=': 5,
  '>': 5,
  '>=': 5,
  '+': 6,
  '-': 6,
  '*': 7,
  '/': 7,
  '%': 7,
};
