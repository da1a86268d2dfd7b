import type { FunctionDeclaration } from './ast.ts';
import type { RulesValue } from './values.ts';

/** A variable's value, computed at its first use; an error is remembered too. */
export type Variable = () => RulesValue;

/**
 * The names in scope at run time. Functions see the scope in which they are declared, not the one that calls them (lexical
 * scoping), so each scope has its own functions.
 */
export class Environment {
  constructor(
    private readonly parent: Environment | null,
    private readonly variables: ReadonlyMap<string, Variable>,
    private readonly functions: ReadonlyMap<string, FunctionDeclaration>,
  ) {}

  /** The variable `name`, or undefined; checked when the file was loaded, so undefined means a namespace. */
  variable(name: string): Variable | undefined {
    return this.variables.get(name) ?? this.parent?.variable(name);
  }

  /** The function `name` with the scope it was declared in. */
  function(name: string): { declaration: FunctionDeclaration; scope: Environment } | undefined {
    const declaration = this.functions.get(name);
    return declaration ? { declaration, scope: this } : this.parent?.function(name);
  }

  /** A scope inside this one. */
  nest(variables: ReadonlyMap<string, Variable>, functions: readonly FunctionDeclaration[] = []): Environment {
    return new Environment(this, variables, new Map(functions.map((declaration) => [declaration.name, declaration])));
  }
}

/** A variable that is computed once, at its first use. */
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
