import type { Expression } from './ast.ts';

/** The direct subexpressions of an expression, except the object of a method call. */
export function childrenOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'list':
      return expression.items;
    case 'map':
      return expression.entries.flatMap(({ key, value }) => [key, value]);
    case 'path':
      return expression.segments.flatMap((parts) => parts.filter((part) => typeof part !== 'string'));
    case 'member':
      return [expression.object];
    case 'index':
      return [expression.object, expression.index];
    case 'range':
      return [expression.object, expression.from, expression.to];
    case 'unary':
    case 'is':
      return [expression.operand];
    case 'binary':
    case 'logical':
      return [expression.left, expression.right];
    case 'ternary':
      return [expression.condition, expression.then, expression.otherwise];
    case 'call':
    case 'method':
      return expression.args;
    case 'literal':
    case 'name':
      return [];
  }
}
