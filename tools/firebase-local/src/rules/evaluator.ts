import type { Expression } from './ast.ts';
import type { Budget } from './budget.ts';
import { candidateField } from './candidates.ts';
import type { DocumentReader } from './documents.ts';
import { type Environment, lazily } from './environment.ts';
import { EvaluationError, LimitError } from './errors.ts';
import type { RulesService } from './evaluation.ts';
import { callFunction, callMethod } from './functions/library.ts';
import { characters } from './functions/strings.ts';
import { applyBinary, negate } from './operators.ts';
import { FUNCTIONS, NAMESPACES } from './signatures.ts';
import { expectType, invalidType, typeName } from './type-errors.ts';
import { bool, list, path, type RulesValue, string } from './values.ts';
import { weigh } from './weight.ts';

export interface EvaluatorOptions {
  /** Decides which functions exist: `get()` in Firestore, `firestore.get()` in Storage. */
  service: RulesService;
  /** Called with the arguments of `debug()`. */
  onDebug(message: string): void;
}

/** Evaluates expressions of one request. Every fault is an EvaluationError with its position. */
export class Evaluator {
  constructor(
    private readonly budget: Budget,
    private readonly documents: DocumentReader,
    private readonly options: EvaluatorOptions,
  ) {}

  /**
   * The value of an expression.
   * @throws EvaluationError, or a LimitError, which `&&` and `||` cannot override
   */
  evaluate(expression: Expression, scope: Environment): RulesValue {
    if (expression.kind === 'literal') return expression.value;
    this.budget.countExpression();
    try {
      const value = this.compute(expression, scope);
      weigh(value);
      return value;
    } catch (error) {
      if (error instanceof EvaluationError) error.at ??= expression.at;
      throw error;
    }
  }

  private compute(expression: Exclude<Expression, { kind: 'literal' }>, scope: Environment): RulesValue {
    switch (expression.kind) {
      case 'name':
        return this.readVariable(expression.name, scope);
      case 'list':
        return list(expression.items.map((item) => this.evaluate(item, scope)));
      case 'map':
        return this.computeMap(expression, scope);
      case 'path':
        return this.computePath(expression, scope);
      case 'member':
        return memberOf(this.evaluate(expression.object, scope), expression.name);
      case 'index':
        return itemOf(this.evaluate(expression.object, scope), this.evaluate(expression.index, scope));
      case 'range': {
        const object = this.evaluate(expression.object, scope);
        return rangeOf(object, this.evaluate(expression.from, scope), this.evaluate(expression.to, scope));
      }
      case 'call':
        return this.call(expression, scope);
      case 'method':
        return this.callMethod(expression, scope);
      case 'unary': {
        const operand = this.evaluate(expression.operand, scope);
        return expression.operator === '-' ? negate(operand) : bool(!expectType(operand, 'bool').value);
      }
      case 'binary': {
        const left = this.evaluate(expression.left, scope);
        const right = this.evaluate(expression.right, scope);
        this.budget.charge(weigh(left) + weigh(right));
        return applyBinary(expression.operator, left, right);
      }
      case 'logical':
        return this.computeLogical(expression, scope);
      case 'is':
        return bool(isOfType(this.evaluate(expression.operand, scope), expression.type));
      case 'ternary': {
        const condition = expectType(this.evaluate(expression.condition, scope), 'bool');
        return this.evaluate(condition.value ? expression.then : expression.otherwise, scope);
      }
    }
  }

  /**
   * Three-valued logic: a deciding operand (`false` of `&&`, `true` of `||`) overrides an error of the other operand.
   */
  private computeLogical(expression: Extract<Expression, { kind: 'logical' }>, scope: Environment): RulesValue {
    const deciding = expression.operator === '||';
    let fault: EvaluationError | undefined;
    for (const operand of [expression.left, expression.right]) {
      try {
        if (expectType(this.evaluate(operand, scope), 'bool').value === deciding) return bool(deciding);
      } catch (error) {
        if (!(error instanceof EvaluationError) || error instanceof LimitError) throw error;
        error.at ??= operand.at;
        fault ??= error;
      }
    }
    if (fault) throw fault;
    return bool(!deciding);
  }

  private readVariable(name: string, scope: Environment): RulesValue {
    const variable = scope.variable(name);
    // Recorded in production: any use of an undeclared name fails like null, even `== null`.
    if (!variable) throw new EvaluationError('Null value error.');
    return variable();
  }

  private computeMap(expression: Extract<Expression, { kind: 'map' }>, scope: Environment): RulesValue {
    const fields = new Map<string, RulesValue>();
    for (const { key, value } of expression.entries) {
      fields.set(expectType(this.evaluate(key, scope), 'string').value, this.evaluate(value, scope));
    }
    return { type: 'map', fields };
  }

  private computePath(expression: Extract<Expression, { kind: 'path' }>, scope: Environment): RulesValue {
    const segments = expression.segments.flatMap((parts) => {
      const [part] = parts;
      if (part === undefined || typeof part === 'string') return part ?? [];
      const value = this.evaluate(part, scope);
      if (value.type === 'path') return value.segments;
      const segment = expectType(value, 'string').value;
      if (segment === '' || segment.includes('/')) throw new EvaluationError('Invalid path segment.');
      return segment;
    });
    return path(segments);
  }

  private call(call: Extract<Expression, { kind: 'call' }>, scope: Environment): RulesValue {
    const found = scope.function(call.name);
    if (!found) {
      const args = call.args.map((arg) => this.evaluate(arg, scope));
      if (call.name === 'debug') return this.debug(args[0]);
      return this.callBuiltIn(call.name, args);
    }
    const { declaration } = found;
    const values = call.args.map((arg) => this.evaluate(arg, scope));
    this.budget.enterCall();
    const parameters = declaration.parameters.map((name, index) => [name, () => values[index] ?? NOTHING] as const);
    let inner = found.scope.nest(new Map(parameters));
    for (const binding of declaration.bindings) {
      const outer = inner;
      inner = outer.nest(new Map([[binding.name, lazily(() => this.evaluate(binding.value, outer))]]));
    }
    try {
      return this.evaluate(declaration.result, inner);
    } finally {
      this.budget.leaveCall();
    }
  }

  private callMethod(method: Extract<Expression, { kind: 'method' }>, scope: Environment): RulesValue {
    const { object } = method;
    if (object.kind === 'name' && NAMESPACES.has(object.name) && !scope.variable(object.name)) {
      const name = `${object.name}.${method.name}`;
      return this.callBuiltIn(
        name,
        method.args.map((arg) => this.evaluate(arg, scope)),
      );
    }
    const self = this.evaluate(object, scope);
    const args = method.args.map((arg) => this.evaluate(arg, scope));
    if (self.type === 'null') throw new EvaluationError('Null value error.');
    if (self.type === 'candidate' && method.name === 'get') return getOfCandidate(self, args);
    return callMethod(self, method.name, args, this.budget.charge);
  }

  /** @throws EvaluationError for an unknown function, of which loading only warns */
  private callBuiltIn(name: string, args: readonly RulesValue[]): RulesValue {
    if (!FUNCTIONS[this.options.service].has(name)) {
      throw new EvaluationError(`Function not found error: Name: [${name}].`);
    }
    return this.documents.call(name, args) ?? callFunction(name, args, this.budget.charge);
  }

  private debug(value: RulesValue | undefined): RulesValue {
    const result = value ?? NOTHING;
    this.options.onDebug(describe(result));
    return result;
  }
}

const NOTHING: RulesValue = { type: 'null' };

/** `object.name` */
function memberOf(object: RulesValue, name: string): RulesValue {
  if (object.type === 'candidate') return candidateField(object, name);
  if (object.type === 'null') throw new EvaluationError('Null value error.');
  if (object.type !== 'map') throw invalidType(object, 'map');
  const value = object.fields.get(name);
  if (value === undefined) throw new EvaluationError(`Property ${name} is undefined on object.`);
  return value;
}

/** `object[index]` */
function itemOf(object: RulesValue, index: RulesValue): RulesValue {
  if (object.type === 'null') throw new EvaluationError('Null value error.');
  if (object.type === 'map' || object.type === 'candidate') return memberOf(object, expectType(index, 'string').value);
  const items = itemsOf(object);
  const item = items[Number(expectType(index, 'int').value)];
  if (item === undefined) throw new EvaluationError('Index out of range.');
  return item;
}

/**
 * `object[from:to]`. Recorded: `from` must be the index of an item, and `to` at least 1, not before `from` and at most
 * the length. Nothing is clamped.
 */
function rangeOf(object: RulesValue, from: RulesValue, to: RulesValue): RulesValue {
  switch (object.type) {
    case 'list':
      return list(sliceOf(object.items, from, to));
    case 'path':
      return path(sliceOf(object.segments, from, to));
    case 'string':
      return string(sliceOf(characters(object.value), from, to).join(''));
    default:
      throw invalidType(object, 'list', 'path', 'string');
  }
}

function sliceOf<T>(items: readonly T[], from: RulesValue, to: RulesValue): T[] {
  const [start, end] = [Number(expectType(from, 'int').value), Number(expectType(to, 'int').value)];
  const isValid = start >= 0 && start < items.length && end >= 1 && end <= items.length && start <= end;
  if (!isValid) throw new EvaluationError('Range out of bounds.');
  return items.slice(start, end);
}

function itemsOf(object: RulesValue): readonly RulesValue[] {
  if (object.type === 'list') return object.items;
  if (object.type === 'string') return characters(object.value).map(string);
  if (object.type === 'path') return object.segments.map(string);
  throw invalidType(object, 'string', 'list', 'map', 'path');
}

/** `get(field, default)` on the data of a query's possible results. Only fields with an equality filter are known. */
function getOfCandidate(self: Extract<RulesValue, { type: 'candidate' }>, args: readonly RulesValue[]): RulesValue {
  const [key] = args;
  const value = key?.type === 'string' ? candidateField(self, key.value) : undefined;
  if (!value || value.type === 'candidate') throw invalidType(self);
  if (value.type === 'constrained' && value.constraints.length === 0) throw invalidType(self);
  return value;
}

/** `value is type`. Recorded: no type of `is` includes sets and differences of maps. */
function isOfType(value: RulesValue, type: string): boolean {
  if (value.type === 'constrained' || value.type === 'candidate') throw invalidType(value);
  if (value.type === 'set' || value.type === 'mapdiff') return false;
  if (type === 'number') return value.type === 'int' || value.type === 'float';
  return typeName(value) === type;
}

/** A value in the output format of `debug()`. */
function describe(value: RulesValue): string {
  return JSON.stringify(value, (_key, item: unknown) => {
    if (typeof item === 'bigint') return item.toString();
    return item instanceof Map ? Object.fromEntries(item) : item;
  });
}
