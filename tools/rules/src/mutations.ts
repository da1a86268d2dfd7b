import type {
  AllowStatement,
  FunctionDeclaration,
  MatchBlock,
  PatternSegment,
  SourceTree,
} from 'firebase-local/rules/ast';
import { inList, type Mutation, mutateCondition, mutateExpression } from './expression-mutations.ts';

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

/** A statement `if false` allows nothing, however wide its path and methods are, so only its condition is mutated. */
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

/** Lets a statement of the block grant one more method, unless the block already grants it to everybody. */
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
