import type { MatchBlock, PatternSegment } from './ast.ts';
import type { Budget } from './budget.ts';
import type { Environment, Variable } from './environment.ts';
import { path, type RulesValue, string, type UnknownSegment } from './values.ts';

/** A segment of the requested path, or an unknown segment of a query's results. */
export type Segment = string | UnknownSegment;

/** A match block whose patterns match the whole path, with the values of their variables. */
export interface Match {
  readonly block: MatchBlock;
  readonly scope: Environment;
}

/**
 * Finds every way that the patterns of the blocks match a path. `{x}` matches one segment; `{x=**}` matches
 * `shortestRest` or more (0 in version 2, 1 in version 1).
 */
export function* findMatches(
  blocks: readonly MatchBlock[],
  segments: readonly Segment[],
  scope: Environment,
  options: { budget: Budget; shortestRest: 0 | 1 },
): Generator<Match> {
  for (const block of blocks) {
    for (const { rest, variables } of waysToFit(block.pattern, segments, options)) {
      const inner = scope.nest(variables, block.functions);
      if (rest.length === 0) yield { block, scope: inner };
      if (block.matches.length > 0) yield* findMatches(block.matches, rest, inner, options);
    }
  }
}

interface Fit {
  readonly rest: readonly Segment[];
  readonly variables: ReadonlyMap<string, Variable>;
}

function* waysToFit(
  pattern: readonly PatternSegment[],
  segments: readonly Segment[],
  options: { budget: Budget; shortestRest: 0 | 1 },
  variables: ReadonlyMap<string, Variable> = new Map(),
): Generator<Fit> {
  options.budget.countMatchStep();
  const [first, ...others] = pattern;
  if (first === undefined) {
    yield { rest: segments, variables };
    return;
  }
  const [segment, ...rest] = segments;
  if (first.kind === 'literal') {
    if (segment === first.text) yield* waysToFit(others, rest, options, variables);
  } else if (first.kind === 'one') {
    // There may be no unknown ancestors, so only `{x=**}` always matches them.
    if (segment === undefined || (typeof segment !== 'string' && segment.unknown === 'many')) return;
    yield* waysToFit(others, rest, options, bind(variables, first.name, boundValue([segment], first.name, 'one')));
  } else {
    for (let length = segments.length; length >= options.shortestRest; length -= 1) {
      const taken = segments.slice(0, length);
      const value = boundValue(taken, first.name, 'rest');
      yield* waysToFit(others, segments.slice(length), options, bind(variables, first.name, value));
    }
  }
}

function bind(variables: ReadonlyMap<string, Variable>, name: string, value: RulesValue) {
  return new Map(variables).set(name, () => value);
}

function boundValue(taken: readonly Segment[], name: string, kind: 'one' | 'rest'): RulesValue {
  const known = taken.filter((segment) => typeof segment === 'string');
  if (known.length < taken.length) return { type: 'constrained', name, constraints: [] };
  return kind === 'rest' ? path(known) : string(known[0] ?? '');
}
