import type { Position } from './ast.ts';

/** A rules file that cannot be loaded: where (1-based) and why. */
export class RulesSyntaxError extends Error {
  override readonly name = 'RulesSyntaxError';
  constructor(
    readonly file: string,
    readonly line: number,
    readonly column: number,
    /** The fault alone; `message` also names the place. */
    readonly reason: string,
  ) {
    super(`${file}:${line}:${column}: ${reason}`);
  }
}

/** A fault at run time: the value of the expression is an error, which only `&&`, `||` can absorb. */
export class EvaluationError extends Error {
  override readonly name: string = 'EvaluationError';
  /** Where it happened; filled in by the innermost expression that knows. */
  at: Position | undefined;
}

/** A limit of the service was passed: ends the whole evaluation and cannot be absorbed. */
export class LimitError extends EvaluationError {
  override readonly name = 'LimitError';
}
