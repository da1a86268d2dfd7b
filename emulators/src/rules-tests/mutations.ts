import type {
  AllowStatement,
  BinaryOperator,
  Expression,
  FunctionDeclaration,
  MatchBlock,
  PatternSegment,
  Position,
  SourceTree,
} from '../rules/ast';
import { FALSE, int, string, TRUE } from '../rules/values';

/** One small change to a piece of a rules file. */
export interface Mutation<T> {
  at: Position;
  what: string;
  result: T;
}

/** Every mutant of a rules file: conditions removed or inverted, operators flipped, constants moved, grants widened. */
export function* mutantsOf(tree: SourceTree): Generator<Mutation<SourceTree>> {
  for (const mutation of inList(tree.functions, mutateFunction)) {
    yield { ...mutation, result: { ...tree, functions: mutation.result } };
  }
  for (const [index, service] of tree.services.entries()) {
    const wrap = (changed: typeof service) => ({ ...tree, services: tree.services.with(index, changed) });
    for (const mutation of inList(service.functions, mutateFunction)) {
      yield { ...mutation, result: wrap({ ...service, functions: mutation.result }) };
    }
    for (const mutation of inList(service.matches, mutateMatch)) {
      yield { ...mutation, result: wrap({ ...service, matches: mutation.result }) };
    }
  }
}

function* mutateMatch(block: MatchBlock): Generator<Mutation<MatchBlock>> {
  for (const { result: functions, ...rest } of inList(block.functions, mutateFunction)) {
    yield { ...rest, result: { ...block, functions } };
  }
  for (const { result: matches, ...rest } of inList(block.matches, mutateMatch)) {
    yield { ...rest, result: { ...block, matches } };
  }
  for (const { result: allows, ...rest } of inList(block.allows, mutateAllow)) {
    yield { ...rest, result: { ...block, allows } };
  }
  yield* widenGrants(block);
  if (!block.allows.some(canAdmit)) return;
  for (const [index, allow] of block.allows.entries()) {
    if (canAdmit(allow))
      yield {
        at: allow.at,
        what: 'the statement is gone',
        result: { ...block, allows: block.allows.toSpliced(index, 1) },
      };
  }
  for (const [index, segment] of block.pattern.entries()) {
    for (const other of widenSegment(segment)) {
      const what = `/${textOf(segment)} becomes /${textOf(other)}`;
      yield { at: block.at, what, result: { ...block, pattern: block.pattern.with(index, other) } };
    }
  }
}

/** A statement `if false` admits nothing however wide its path and methods are: only its condition is worth changing. */
function canAdmit({ condition }: AllowStatement): boolean {
  return !(condition?.kind === 'literal' && condition.value.type === 'bool' && !condition.value.value);
}

function* widenSegment(segment: PatternSegment): Generator<PatternSegment> {
  if (segment.kind === 'literal') yield { kind: 'one', name: 'anything', at: { line: 1, column: 1 } };
  if (segment.kind === 'one') yield { ...segment, kind: 'rest' };
}

function textOf(segment: PatternSegment): string {
  if (segment.kind === 'literal') return segment.text;
  return segment.kind === 'rest' ? `{${segment.name}=**}` : `{${segment.name}}`;
}

function* mutateAllow(allow: AllowStatement): Generator<Mutation<AllowStatement>> {
  const { at, condition } = allow;
  if (condition) {
    if (!admitsAlways(allow)) yield { at, what: 'the condition is gone', result: { ...allow, condition: null } };
    for (const mutation of mutateCondition(condition)) {
      yield { ...mutation, result: { ...allow, condition: mutation.result } };
    }
  }
}

/** Lets a statement of the block grant one method more, unless the block grants that to everybody already. */
function* widenGrants(block: MatchBlock): Generator<Mutation<MatchBlock>> {
  const open = new Set(block.allows.filter(admitsAlways).flatMap(({ methods }) => methods));
  for (const [index, allow] of block.allows.entries()) {
    for (const extra of ['get', 'list', 'create', 'update', 'delete', 'read', 'write'] as const) {
      if (!canAdmit(allow) || open.has(extra) || allow.methods.includes(extra)) continue;
      const wider = { ...allow, methods: [...allow.methods, extra] };
      const result = { ...block, allows: block.allows.with(index, wider) };
      yield { at: allow.at, what: `${extra} is allowed too`, result };
    }
  }
}

/** `if true`, or no condition, which is the same. */
function admitsAlways({ condition }: AllowStatement): boolean {
  return (
    condition === null || (condition.kind === 'literal' && condition.value.type === 'bool' && condition.value.value)
  );
}

function* mutateFunction(declaration: FunctionDeclaration): Generator<Mutation<FunctionDeclaration>> {
  for (const mutation of mutateCondition(declaration.result)) {
    yield { ...mutation, result: { ...declaration, result: mutation.result } };
  }
  for (const [index, binding] of declaration.bindings.entries()) {
    for (const { result: value, ...rest } of mutateExpression(binding.value)) {
      yield { ...rest, result: { ...declaration, bindings: declaration.bindings.with(index, { ...binding, value }) } };
    }
  }
}

/** Of an expression that stands for yes or no: always yes, always no, the opposite; and what changes inside it. */
function* mutateCondition(condition: Expression): Generator<Mutation<Expression>> {
  const { at } = condition;
  if (condition.kind !== 'literal') {
    yield { at, what: 'the condition is always true', result: { kind: 'literal', at, value: TRUE } };
    yield { at, what: 'the condition is always false', result: { kind: 'literal', at, value: FALSE } };
    yield { at, what: 'the condition is inverted', result: { kind: 'unary', at, operator: '!', operand: condition } };
  }
  if (condition.kind !== 'logical') {
    yield* mutateExpression(condition);
    return;
  }
  const other = condition.operator === '&&' ? '||' : '&&';
  yield { at, what: `${condition.operator} becomes ${other}`, result: { ...condition, operator: other } };
  for (const { result: left, ...rest } of mutateCondition(condition.left))
    yield { ...rest, result: { ...condition, left } };
  for (const { result: right, ...rest } of mutateCondition(condition.right))
    yield { ...rest, result: { ...condition, right } };
}

const OPERATORS: Partial<Record<BinaryOperator, readonly BinaryOperator[]>> = {
  '==': ['!='],
  '!=': ['=='],
  '<': ['<=', '>', '>='],
  '<=': ['<', '>', '>='],
  '>': ['>=', '<', '<='],
  '>=': ['>', '<', '<='],
  '+': ['-'],
  '-': ['+'],
  '*': ['+'],
  '/': ['*'],
};

function* mutateExpression(expression: Expression): Generator<Mutation<Expression>> {
  const { at } = expression;
  switch (expression.kind) {
    case 'literal':
      yield* mutateLiteral(expression);
      return;
    case 'binary':
      for (const operator of OPERATORS[expression.operator] ?? []) {
        yield { at, what: `${expression.operator} becomes ${operator}`, result: { ...expression, operator } };
      }
      for (const { result: left, ...rest } of mutateExpression(expression.left))
        yield { ...rest, result: { ...expression, left } };
      for (const { result: right, ...rest } of mutateExpression(expression.right)) {
        yield { ...rest, result: { ...expression, right } };
      }
      return;
    case 'unary':
      yield { at, what: `${expression.operator} is gone`, result: expression.operand };
      return;
    case 'logical':
    case 'ternary':
      yield* mutateCondition(expression);
      return;
    case 'method':
      for (const { result: args, ...rest } of inList(expression.args, mutateArgumentOf(expression.name))) {
        yield { ...rest, result: { ...expression, args } };
      }
      for (const { result: object, ...rest } of mutateExpression(expression.object)) {
        yield { ...rest, result: { ...expression, object } };
      }
      return;
    case 'call':
      for (const { result: args, ...rest } of inList(expression.args, mutateExpression)) {
        yield { ...rest, result: { ...expression, args } };
      }
      return;
    case 'member':
      for (const { result: object, ...rest } of mutateExpression(expression.object)) {
        yield { ...rest, result: { ...expression, object } };
      }
      return;
    case 'list':
      for (const { result: items, ...rest } of inList(expression.items, mutateExpression)) {
        yield { ...rest, result: { ...expression, items } };
      }
      for (const index of expression.items.keys()) {
        yield {
          at,
          what: `item ${index + 1} is gone`,
          result: { ...expression, items: expression.items.toSpliced(index, 1) },
        };
      }
      return;
    case 'path':
      yield* mutatePath(expression);
      return;
  }
}

function* mutateLiteral(literal: Extract<Expression, { kind: 'literal' }>): Generator<Mutation<Expression>> {
  const { at, value } = literal;
  if (value.type === 'bool') {
    yield {
      at,
      what: `${value.value} becomes ${!value.value}`,
      result: { ...literal, value: value.value ? FALSE : TRUE },
    };
  } else if (value.type === 'int') {
    for (const other of [value.value + 1n, value.value - 1n]) {
      yield { at, what: `${value.value} becomes ${other}`, result: { ...literal, value: int(other) } };
    }
  } else if (value.type === 'string') {
    yield { at, what: `'${value.value}' is misspelt`, result: { ...literal, value: string(`${value.value}x`) } };
  }
}

/** Patterns are loosened: anything, more around, one alternative fewer, a count moved. */
function mutateArgumentOf(method: string): (argument: Expression) => Iterable<Mutation<Expression>> {
  if (method !== 'matches') return mutateExpression;
  return (argument) => {
    if (argument.kind !== 'literal' || argument.value.type !== 'string') return mutateExpression(argument);
    const pattern = argument.value.value;
    const others = new Set([
      '.*',
      `.*${pattern}`,
      `${pattern}.*`,
      ...(/[A-Za-z]/.test(pattern) ? [`(?i)${pattern}`] : []),
      ...(/(?<!\\)\./.test(pattern) ? [`(?s)${pattern}`] : []),
      ...[...pattern.matchAll(/[a-z]+\||\|[a-z]+/g)].map((match) => replaceAt(pattern, match.index, match[0], '')),
      ...[...pattern.matchAll(/(?<=[{,])\d+/g)].flatMap((match) =>
        [1, -1].map((step) => replaceAt(pattern, match.index, match[0], String(Number(match[0]) + step))),
      ),
    ]);
    others.delete(pattern);
    return [...others].map((other) => ({
      at: argument.at,
      what: `'${pattern}' becomes '${other}'`,
      result: { ...argument, value: string(other) },
    }));
  };
}

function replaceAt(text: string, index: number, old: string, fresh: string): string {
  return text.slice(0, index) + fresh + text.slice(index + old.length);
}

function* mutatePath(path: Extract<Expression, { kind: 'path' }>): Generator<Mutation<Expression>> {
  for (const [index, parts] of path.segments.entries()) {
    const [part] = parts;
    if (typeof part !== 'string') continue;
    yield {
      at: path.at,
      what: `/${part} becomes /${part}x`,
      result: { ...path, segments: path.segments.with(index, [`${part}x`]) },
    };
  }
}

/** The mutations of each item, each in a copy of the list. */
function* inList<T>(
  items: readonly T[],
  mutate: (item: T) => Iterable<Mutation<T>>,
): Generator<Mutation<readonly T[]>> {
  for (const [index, item] of items.entries()) {
    for (const mutation of mutate(item)) yield { ...mutation, result: items.with(index, mutation.result) };
  }
}
