import type { BinaryOperator, Expression, Position } from 'firebase-local/rules/ast';
import { FALSE, int, string, TRUE } from 'firebase-local/rules/values';

/** One small change to a piece of a rules file. */
export interface Mutation<T> {
  at: Position;
  what: string;
  result: T;
}

/** The mutations of each item, each in a copy of the list. */
export function* inList<T>(
  items: readonly T[],
  mutate: (item: T) => Iterable<Mutation<T>>,
): Generator<Mutation<readonly T[]>> {
  for (const [index, item] of items.entries()) {
    for (const mutation of mutate(item)) yield { ...mutation, result: items.with(index, mutation.result) };
  }
}

/** The mutations of a boolean expression: always true, always false, the opposite, and those of its parts. */
export function* mutateCondition(condition: Expression): Generator<Mutation<Expression>> {
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

export function* mutateExpression(expression: Expression): Generator<Mutation<Expression>> {
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

/** Loosens patterns: anything, a match within a longer text, one alternative fewer, another count. */
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
