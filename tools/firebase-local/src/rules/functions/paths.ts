import { EvaluationError } from '../errors.ts';
import { expectType } from '../type-errors.ts';
import { path } from '../values.ts';
import { argument, type MethodTable } from './method.ts';

const PLACEHOLDER = /^\{([A-Za-z_][A-Za-z0-9_]*)\}$/;

/** rules.Path: `bind` replaces `{x}` segments by the values of a map with exactly these keys. */
export const pathMethods: MethodTable<'path'> = {
  bind: (self, args) => {
    const values = expectType(argument(args, 0), 'map').fields;
    const unused = new Set(values.keys());
    const segments = self.segments.map((segment) => {
      const name = PLACEHOLDER.exec(segment)?.[1];
      if (name === undefined) return segment;
      const value = values.get(name);
      if (value === undefined) throw new EvaluationError(`Path variable ${name} is not bound.`);
      unused.delete(name);
      return expectType(value, 'string').value;
    });
    if (unused.size > 0) throw new EvaluationError(`Path has no variable ${[...unused].join(', ')}.`);
    return path(segments);
  },
};
