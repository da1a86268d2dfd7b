import type {
  AllowStatement,
  FunctionDeclaration,
  MatchBlock,
  PatternSegment,
  SourceTree,
} from 'firebase-local/rules/ast';
import { inList, inPart, type Mutation, mutateCondition, mutateExpression } from './expression-mutations.ts';

/** All mutants of a rules file: conditions removed or inverted, operators flipped, constants changed, grants widened. */
export function* mutantsOf(tree: SourceTree): Generator<Mutation<SourceTree>> {
  yield* inPart(tree, 'functions', inList(tree.functions, mutateFunction));
  yield* inPart(tree, 'services', inList(tree.services, mutateBlock));
}

function* mutateBlock<T extends Pick<MatchBlock, 'functions' | 'matches'>>(block: T): Generator<Mutation<T>> {
  yield* inPart(block, 'functions', inList(block.functions, mutateFunction));
  yield* inPart(block, 'matches', inList(block.matches, mutateMatch));
}

function* mutateMatch(block: MatchBlock): Generator<Mutation<MatchBlock>> {
  yield* mutateBlock(block);
  yield* inPart(block, 'allows', inList(block.allows, mutateAllow));
  yield* widenGrants(block);
  if (!block.allows.some(canAdmit)) return;
  for (const [index, allow] of block.allows.entries()) {
    const allows = block.allows.toSpliced(index, 1);
    if (canAdmit(allow)) yield { at: allow.at, what: 'the statement is gone', result: { ...block, allows } };
  }
  for (const [index, segment] of block.pattern.entries()) {
    for (const other of widenSegment(segment)) {
      const what = `/${textOf(segment)} becomes /${textOf(other)}`;
      yield { at: block.at, what, result: { ...block, pattern: block.pattern.with(index, other) } };
    }
  }
}

/** A statement with `if false` allows nothing, however wide its path and methods are, so only its condition is mutated. */
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
  if (!condition) return;
  if (!admitsAlways(allow)) yield { at, what: 'the condition is gone', result: { ...allow, condition: null } };
  yield* inPart(allow, 'condition', mutateCondition(condition));
}

/** Adds one more method to a statement of the block, unless the block already grants it to everybody. */
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

/** `if true`, or the equivalent: no condition. */
function admitsAlways({ condition }: AllowStatement): boolean {
  return (
    condition === null || (condition.kind === 'literal' && condition.value.type === 'bool' && condition.value.value)
  );
}

function* mutateFunction(declaration: FunctionDeclaration): Generator<Mutation<FunctionDeclaration>> {
  yield* inPart(declaration, 'result', mutateCondition(declaration.result));
  const ofBindings = inList(declaration.bindings, (binding) =>
    inPart(binding, 'value', mutateExpression(binding.value)),
  );
  yield* inPart(declaration, 'bindings', ofBindings);
}
