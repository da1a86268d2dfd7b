import { elementsOf } from '../values/value.ts';
import type { FieldFilter, Filter } from './filter.ts';

function alternatives(filter: FieldFilter): FieldFilter[] {
  if (filter.op !== 'IN' && filter.op !== 'ARRAY_CONTAINS_ANY') return [filter];
  const op = filter.op === 'IN' ? 'EQUAL' : 'ARRAY_CONTAINS';
  return elementsOf(filter.value).map((value, i) => {
    const { names, ...rest } = filter;
    const name = names?.[i];
    return name === undefined ? { ...rest, op, value } : { ...rest, op, value, names: [name] };
  });
}

/**
 * The filter in disjunctive normal form, with `in` and `array-contains-any` expanded: a list of conjunctions.
 * @returns null when there are more than `limit`
 */
export function disjunctions(filter: Filter | null, limit: number): FieldFilter[][] | null {
  if (filter === null) return [[]];
  if (filter.kind === 'field') {
    const terms = alternatives(filter).map((alternative) => [alternative]);
    return terms.length > limit ? null : terms;
  }
  let result: FieldFilter[][] = filter.kind === 'and' ? [[]] : [];
  for (const inner of filter.filters) {
    const terms = disjunctions(inner, limit);
    if (terms === null) return null;
    result =
      filter.kind === 'or'
        ? [...result, ...terms]
        : result.flatMap((left) => terms.map((right) => [...left, ...right]));
    if (result.length > limit) return null;
  }
  return result;
}
