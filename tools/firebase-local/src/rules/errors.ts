import type { Position } from './ast.ts';

/** A fault that prevents a rules file from loading, and its place (counted from 1). */
export class RulesSyntaxError extends Error {
  override readonly name = 'RulesSyntaxError';
  constructor(
    readonly file: string,
    readonly line: number,
    readonly column: number,
    /** The fault without its place, which is in `message`. */
    readonly reason: string,
  ) {
    super(`${file}:${line}:${column}: ${reason}`);
  }
}

/** A fault at run time: the value of the expression is an error, which only `&&` and `||` can override. */
export class EvaluationError extends Error {
  override readonly name: string = 'EvaluationError';
  /** The place of the fault, set by the innermost expression with a place. */
  at: Position | undefined;
}

/** A limit was exceeded: ends the whole evaluation and cannot be overridden. */
export class LimitError extends EvaluationError {
  override readonly name = 'LimitError';
}
