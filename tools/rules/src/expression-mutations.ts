import type { BinaryOperator, Expression, Position } from 'firebase-local/rules/ast';
import { FALSE, int, string, TRUE } from 'firebase-local/rules/values';

/** One small change to a part of a rules file. */
export interface Mutation<T> {
  at: Position;
  what: string;
  result: T;
}

/** The mutations of one part, each in a copy of the whole. */
export function* inPart<T, K extends keyof T>(
  whole: T,
  part: K,
  mutations: Iterable<Mutation<T[K]>>,
): Generator<Mutation<T>> {
  for (const { result, ...rest } of mutations) yield { ...rest, result: { ...whole, [part]: result } };
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

/** The mutations of a boolean expression: always true, always false, inverted, and the mutations of its parts. */
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
  yield* inPart(condition, 'left', mutateCondition(condition.left));
  yield* inPart(condition, 'right', mutateCondition(condition.right));
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
      yield* inPart(expression, 'left', mutateExpression(expression.left));
      yield* inPart(expression, 'right', mutateExpression(expression.right));
      return;
    case 'unary':
      yield { at, what: `${expression.operator} is gone`, result: expression.operand };
      return;
    case 'logical':
    case 'ternary':
      yield* mutateCondition(expression);
      return;
    case 'method':
      yield* inPart(expression, 'args', inList(expression.args, mutateArgumentOf(expression.name)));
      yield* inPart(expression, 'object', mutateExpression(expression.object));
      return;
    case 'call':
      yield* inPart(expression, 'args', inList(expression.args, mutateExpression));
      return;
    case 'member':
      yield* inPart(expression, 'object', mutateExpression(expression.object));
      return;
    case 'list':
      yield* inPart(expression, 'items', inList(expression.items, mutateExpression));
      for (const index of expression.items.keys()) {
        const items = expression.items.toSpliced(index, 1);
        yield { at, what: `item ${index + 1} is gone`, result: { ...expression, items } };
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
    const other = value.value ? FALSE : TRUE;
    yield { at, what: `${value.value} becomes ${!value.value}`, result: { ...literal, value: other } };
  } else if (value.type === 'int') {
    for (const other of [value.value + 1n, value.value - 1n]) {
      yield { at, what: `${value.value} becomes ${other}`, result: { ...literal, value: int(other) } };
    }
  } else if (value.type === 'string') {
    yield { at, what: `'${value.value}' is misspelt`, result: { ...literal, value: string(`${value.value}x`) } };
  }
}

/** Loosens patterns: any text, a match within a longer text, one alternative fewer, another count. */
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
    const segments = path.segments.with(index, [`${part}x`]);
    yield { at: path.at, what: `/${part} becomes /${part}x`, result: { ...path, segments } };
  }
}
