/** Reserved: none of these can name a variable or a function. */
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
 * How tightly operators bind, from "Security Rules language", section "Operators": `||`, `&&`, equality, then `in` and
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
