import type { FunctionDeclaration } from './ast.ts';
import type { RulesValue } from './values.ts';

/** Returns a variable's value, or throws its error. Both are computed on first use. */
export type Variable = () => RulesValue;

/**
 * The variables and functions in scope at run time. Scoping is lexical: functions see the scope that declares them, not
 * their caller's, so each scope has its own functions.
 */
export class Environment {
  constructor(
    private readonly parent: Environment | null,
    private readonly variables: ReadonlyMap<string, Variable>,
    private readonly functions: ReadonlyMap<string, FunctionDeclaration>,
  ) {}

  /** The variable `name`; undefined if nothing declares it. */
  variable(name: string): Variable | undefined {
    return this.variables.get(name) ?? this.parent?.variable(name);
  }

  /** The function `name` with the scope that declares it. */
  function(name: string): { declaration: FunctionDeclaration; scope: Environment } | undefined {
    const declaration = this.functions.get(name);
    return declaration ? { declaration, scope: this } : this.parent?.function(name);
  }

  /** Creates a scope inside this one. */
  nest(variables: ReadonlyMap<string, Variable>, functions: readonly FunctionDeclaration[] = []): Environment {
    return new Environment(this, variables, new Map(functions.map((declaration) => [declaration.name, declaration])));
  }
}

/** A variable that is computed on first use. */
export function lazily(compute: () => RulesValue): Variable {
  let result: { value: RulesValue } | { error: unknown } | undefined;
  return () => {
    if (!result) {
      try {
        result = { value: compute() };
      } catch (error) {
        result = { error };
      }
    }
    if ('error' in result) throw result.error;
    return result.value;
  };
}
