import type { Expression, FunctionDeclaration, MatchBlock, Position, ServiceBlock, SourceTree } from './ast.ts';
import { childrenOf } from './children.ts';
import { EvaluationError, RulesSyntaxError } from './errors.ts';
import type { RulesService, RulesWarning } from './evaluation.ts';
import { estimatePatternSize } from './pattern-size.ts';
import { compilePattern } from './regex.ts';
import { FUNCTIONS, METHODS, NAMESPACES, REGEX_METHODS, TYPE_NAMES } from './signatures.ts';

/** "Security Rules limits". The page says 10 `let` bindings, but production compiles 11. */
const MAX_PARAMETERS = 7;
const MAX_BINDINGS = 11;
const MAX_CAPTURES = 20;
const MAX_SEGMENTS = 100;
/** Our own limit on the instructions of all patterns in a file, about a second of compiling. */
const MAX_PATTERN_SIZE = 100_000;

interface Scope {
  readonly parent: Scope | null;
  readonly variables: ReadonlySet<string>;
  readonly functions: ReadonlyMap<string, FunctionDeclaration>;
}

/**
 * Checks every name of a rules file (variables, functions and their number of arguments, methods, types, patterns), and
 * refuses recursion and files beyond the limits. As in Google's compiler, an undeclared name is only a warning, and the
 * expression fails when it is evaluated.
 * @throws RulesSyntaxError with the first fault
 */
export function checkSource(tree: SourceTree, fileName: string): readonly RulesWarning[] {
  return new Checker(tree, fileName).check();
}

class Checker {
  /** The calls between functions, to detect recursion. */
  private readonly calls = new Map<FunctionDeclaration, { callee: FunctionDeclaration; at: Position }[]>();
  private current: FunctionDeclaration | null = null;
  private builtIns: ReadonlyMap<string, number> = new Map();
  private readonly warnings: RulesWarning[] = [];
  private readonly patterns = new Set<string>();
  private patternSize = 0;

  constructor(
    private readonly tree: SourceTree,
    private readonly fileName: string,
  ) {}

  check(): readonly RulesWarning[] {
    const names = new Set<string>();
    for (const service of this.tree.services) {
      if (names.has(service.name)) this.fail(service.at, `Service '${service.name}' is declared twice.`);
      names.add(service.name);
    }
    // Every service of the file can call the functions declared outside of services.
    this.builtIns = new Map(this.tree.services.flatMap(({ name }) => [...FUNCTIONS[name as RulesService]]));
    const root = this.scope(null, ['request', 'resource'], this.tree.functions);
    for (const service of this.tree.services) this.checkService(service, root);
    this.refuseRecursion();
    return this.warnings;
  }

  private checkService(service: ServiceBlock, root: Scope): void {
    this.builtIns = FUNCTIONS[service.name as RulesService];
    const scope = this.scope(root, [], service.functions);
    for (const match of service.matches) this.checkMatch(match, scope, { captures: 0, segments: 0 });
  }

  private checkMatch(match: MatchBlock, parent: Scope, outer: { captures: number; segments: number }): void {
    const names: string[] = [];
    match.pattern.forEach((segment, index) => {
      if (segment.kind === 'literal') return;
      if (names.includes(segment.name)) this.fail(segment.at, `Variable '${segment.name}' is captured twice.`);
      if (segment.kind === 'rest') this.checkRest(match, index, segment.at);
      names.push(segment.name);
    });
    const used = { captures: outer.captures + names.length, segments: outer.segments + match.pattern.length };
    if (used.captures > MAX_CAPTURES) this.fail(match.at, `More than ${MAX_CAPTURES} path variables.`);
    if (used.segments > MAX_SEGMENTS) this.fail(match.at, `More than ${MAX_SEGMENTS} path segments.`);
    const scope = this.scope(parent, names, match.functions);
    for (const allow of match.allows) if (allow.condition) this.checkExpression(allow.condition, scope);
    for (const nested of match.matches) this.checkMatch(nested, scope, used);
  }

  /** Allows one `{x=**}` in a path; in version 1 only at its end. */
  private checkRest(match: MatchBlock, index: number, at: Position): void {
    const earlier = match.pattern.slice(0, index).some((segment) => segment.kind === 'rest');
    if (earlier) this.fail(at, 'A match path can have only one recursive wildcard.');
    const isLast = index === match.pattern.length - 1 && match.matches.length === 0;
    if (this.tree.version === 1 && !isLast) {
      this.fail(at, "A recursive wildcard must come last unless rules_version is '2'.");
    }
  }

  /** Creates a scope and checks its functions. */
  private scope(parent: Scope | null, variables: string[], declarations: readonly FunctionDeclaration[]): Scope {
    const functions = new Map<string, FunctionDeclaration>();
    for (const declaration of declarations) {
      if (functions.has(declaration.name))
        this.fail(declaration.at, `Function '${declaration.name}' is declared twice.`);
      functions.set(declaration.name, declaration);
    }
    const scope: Scope = { parent, variables: new Set(variables), functions };
    for (const declaration of declarations) this.checkFunction(declaration, scope);
    return scope;
  }

  private checkFunction(declaration: FunctionDeclaration, scope: Scope): void {
    const { at, parameters, bindings } = declaration;
    if (parameters.length > MAX_PARAMETERS) this.fail(at, `A function takes at most ${MAX_PARAMETERS} arguments.`);
    if (bindings.length > MAX_BINDINGS) this.fail(at, `A function has at most ${MAX_BINDINGS} 'let' bindings.`);
    if (new Set(parameters).size < parameters.length) this.fail(at, 'Two parameters have the same name.');
    const reserved = parameters.find((name) => NAMESPACES.has(name));
    if (reserved !== undefined)
      this.fail(at, `A parameter cannot be named '${reserved}': it is the name of a namespace.`);
    this.current = declaration;
    const variables = new Set(parameters);
    for (const binding of bindings) {
      this.checkExpression(binding.value, { parent: scope, variables: new Set(variables), functions: new Map() });
      if (variables.has(binding.name)) this.fail(binding.at, `Variable '${binding.name}' is declared twice.`);
      variables.add(binding.name);
    }
    this.checkExpression(declaration.result, { parent: scope, variables, functions: new Map() });
    this.current = null;
  }

  private checkExpression(expression: Expression, scope: Scope): void {
    switch (expression.kind) {
      case 'literal':
        return;
      case 'name':
        if (!hasVariable(scope, expression.name))
          this.warn(expression.at, `Invalid variable name: ${expression.name}.`);
        return;
      case 'call':
        this.checkCall(expression, scope);
        return;
      case 'method':
        this.checkMethod(expression, scope);
        return;
      case 'is':
        if (!TYPE_NAMES.has(expression.type)) {
          this.fail(expression.at, `Unknown type '${expression.type}'. The types are ${[...TYPE_NAMES].join(', ')}.`);
        }
        break;
    }
    for (const child of childrenOf(expression)) this.checkExpression(child, scope);
  }

  private checkCall(call: Extract<Expression, { kind: 'call' }>, scope: Scope): void {
    for (const arg of call.args) this.checkExpression(arg, scope);
    const callee = findFunction(scope, call.name);
    if (callee) {
      this.checkArity(call.at, call.name, call.args.length, callee.parameters.length);
      if (this.current) this.noteCall(this.current, { callee, at: call.at });
      return;
    }
    const arity = this.builtIns.get(call.name);
    if (arity !== undefined) this.checkArity(call.at, call.name, call.args.length, arity);
    else this.warn(call.at, `Invalid function name: ${call.name}.`);
  }

  private noteCall(caller: FunctionDeclaration, call: { callee: FunctionDeclaration; at: Position }): void {
    const calls = this.calls.get(caller);
    if (calls) calls.push(call);
    else this.calls.set(caller, [call]);
  }

  private checkMethod(method: Extract<Expression, { kind: 'method' }>, scope: Scope): void {
    for (const arg of method.args) this.checkExpression(arg, scope);
    const { object } = method;
    if (object.kind === 'name' && NAMESPACES.has(object.name) && !hasVariable(scope, object.name)) {
      const name = `${object.name}.${method.name}`;
      const arity = this.builtIns.get(name);
      if (arity !== undefined) this.checkArity(object.at, name, method.args.length, arity);
      else this.warn(object.at, `Invalid function name: ${name}.`);
      return;
    }
    this.checkExpression(object, scope);
    const arity = METHODS.get(method.name);
    if (arity !== undefined) this.checkArity(method.at, method.name, method.args.length, arity);
    else this.warn(method.at, `Invalid function name: ${method.name}.`);
    const [pattern] = method.args;
    if (REGEX_METHODS.has(method.name) && pattern?.kind === 'literal' && pattern.value.type === 'string') {
      this.checkPattern(pattern.at, pattern.value.value);
    }
  }

  private checkPattern(at: Position, pattern: string): void {
    if (this.patterns.has(pattern)) return;
    this.patterns.add(pattern);
    this.patternSize += estimatePatternSize(pattern);
    if (this.patternSize > MAX_PATTERN_SIZE) this.fail(at, 'The regular expressions of the file are too large.');
    try {
      compilePattern(pattern);
    } catch (error) {
      if (error instanceof EvaluationError) this.fail(at, error.message);
      throw error;
    }
  }

  private checkArity(at: Position, name: string, given: number, arity: number): void {
    if (given !== arity) this.fail(at, `'${name}' takes ${arity} argument${arity === 1 ? '' : 's'}, not ${given}.`);
  }

  /** Depth-first search with an explicit stack, because the calls of a hostile file can be nested to any depth. */
  private refuseRecursion(): void {
    const done = new Set<FunctionDeclaration>();
    for (const start of this.calls.keys()) {
      const path: { declaration: FunctionDeclaration; next: number }[] = [{ declaration: start, next: 0 }];
      const active = new Set([start]);
      for (let top = path.at(-1); top; top = path.at(-1)) {
        const call = this.calls.get(top.declaration)?.[top.next];
        top.next += 1;
        if (!call) {
          path.pop();
          active.delete(top.declaration);
          done.add(top.declaration);
        } else if (active.has(call.callee)) {
          this.fail(call.at, `Function '${call.callee.name}' calls itself; recursion is not allowed.`);
        } else if (!done.has(call.callee)) {
          path.push({ declaration: call.callee, next: 0 });
          active.add(call.callee);
        }
      }
    }
  }

  private warn({ line, column }: Position, message: string): void {
    this.warnings.push({ line, column, message });
  }

  private fail(at: Position, reason: string): never {
    throw new RulesSyntaxError(this.fileName, at.line, at.column, reason);
  }
}

function hasVariable(scope: Scope, name: string): boolean {
  for (let at: Scope | null = scope; at; at = at.parent) if (at.variables.has(name)) return true;
  return false;
}

function findFunction(scope: Scope, name: string): FunctionDeclaration | undefined {
  for (let at: Scope | null = scope; at; at = at.parent) {
    const found = at.functions.get(name);
    if (found) return found;
  }
  return undefined;
}
