import type { Expression, FunctionDeclaration, MatchBlock, Position, SourceTree } from './ast.ts';
import { allChildrenOf } from './children.ts';
import { EvaluationError, LimitError } from './errors.ts';
import type { Ruleset } from './evaluation.ts';
import { type ReportedValue, toReportedValue } from './reported-value.ts';
import type { RulesValue } from './values.ts';
import { weigh } from './weight.ts';

/** Line and column from 1, offsets in characters (code points) from 0, `endOffset` behind the last. */
export interface ReportedPosition extends Position {
  readonly currentOffset: number;
  readonly endOffset: number;
}

/** One expression of a rules file: what it gave and how often, and the expressions inside of it. */
export interface ExpressionReport {
  readonly sourcePosition: ReportedPosition;
  readonly children?: readonly ExpressionReport[];
  /** Left out when the expression was never worked out. */
  readonly values?: readonly { readonly value: ReportedValue; readonly count: number }[];
}

/** Beyond these, values are still counted but no longer told apart: their `value` is empty. */
const MAX_VALUES = 200;
const MAX_WEIGHT = 2_000;

interface Counted {
  value: ReportedValue;
  count: number;
}

/** Counts what the expressions of one rules file give, as `:ruleCoverage` of Google's Firestore emulator reports it. */
export class RuleCoverage {
  private readonly counts = new Map<Expression, Map<string, Counted>>();
  private readonly failures = new WeakMap<EvaluationError, ReportedPosition>();
  private readonly roots: readonly Expression[];

  constructor(
    readonly ruleset: Ruleset,
    readonly source: string,
  ) {
    const { spans } = ruleset.tree;
    const start = (expression: Expression) => spans.get(expression)?.from ?? 0;
    this.roots = [...rootsOf(ruleset.tree)].sort((a, b) => start(a) - start(b));
  }

  /** Takes one result; for `onResult` of an evaluation. */
  readonly record = (expression: Expression, result: RulesValue | EvaluationError): void => {
    const values = this.counts.get(expression) ?? new Map<string, Counted>();
    this.counts.set(expression, values);
    const value = this.describe(expression, result);
    let key = JSON.stringify(value);
    if (!values.has(key) && values.size >= MAX_VALUES) key = '{}';
    const known = values.get(key);
    if (known) known.count += 1;
    else values.set(key, { value: key === '{}' ? {} : value, count: 1 });
  };

  /** Every condition, binding and result of a function in the order of the source; literals have no report of their own. */
  report(): readonly ExpressionReport[] {
    return this.roots.flatMap((root) => this.reportOf(root));
  }

  private describe(expression: Expression, result: RulesValue | EvaluationError): ReportedValue {
    if (result instanceof EvaluationError) {
      // The innermost expression hears of its error first.
      const sourcePosition = this.failures.get(result) ?? this.positionOf(expression);
      this.failures.set(result, sourcePosition);
      return { undefined: { sourcePosition, causeMessage: result.message } };
    }
    return isLight(result) ? toReportedValue(result) : {};
  }

  private reportOf(expression: Expression): ExpressionReport[] {
    const children = allChildrenOf(expression).flatMap((child) => this.reportOf(child));
    if (expression.kind === 'literal') return children;
    const values = [...(this.counts.get(expression)?.values() ?? [])];
    return [
      {
        sourcePosition: this.positionOf(expression),
        ...(children.length > 0 && { children }),
        ...(values.length > 0 && { values }),
      },
    ];
  }

  private positionOf(expression: Expression): ReportedPosition {
    const { from, to } = this.ruleset.tree.spans.get(expression) ?? { from: 0, to: 0 };
    const before = this.source.slice(0, from);
    return {
      line: before.split('\n').length,
      column: from - before.lastIndexOf('\n'),
      currentOffset: characterCount(before),
      endOffset: characterCount(this.source.slice(0, to)),
    };
  }
}

function isLight(value: RulesValue): boolean {
  try {
    return weigh(value) <= MAX_WEIGHT;
  } catch (error) {
    if (error instanceof LimitError) return false;
    throw error;
  }
}

function characterCount(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

function* rootsOf(tree: SourceTree): Generator<Expression> {
  yield* functionRoots(tree.functions);
  for (const service of tree.services) {
    yield* functionRoots(service.functions);
    for (const match of service.matches) yield* matchRoots(match);
  }
}

function* matchRoots(match: MatchBlock): Generator<Expression> {
  yield* functionRoots(match.functions);
  for (const { condition } of match.allows) if (condition) yield condition;
  for (const nested of match.matches) yield* matchRoots(nested);
}

function* functionRoots(functions: readonly FunctionDeclaration[]): Generator<Expression> {
  for (const { bindings, result } of functions) {
    for (const { value } of bindings) yield value;
    yield result;
  }
}
