import type { AllowMethod, AllowStatement, SourceTree } from './ast.ts';
import { Budget } from './budget.ts';
import { checkSource } from './checker.ts';
import { DocumentReader } from './documents.ts';
import { Environment } from './environment.ts';
import { EvaluationError, LimitError } from './errors.ts';
import type { EvaluateOptions, Evaluation, Ruleset, RulesIssue, RulesMethod, RulesService } from './evaluation.ts';
import { Evaluator } from './evaluator.ts';
import { findMatches, type Match } from './matcher.ts';
import { parseSource } from './parser.ts';
import { map, type RulesValue, string } from './values.ts';

/** The `allow` methods that permit each method of a request. */
const GRANTS: Readonly<Record<RulesMethod, readonly AllowMethod[]>> = {
  get: ['get', 'read'],
  list: ['list', 'read'],
  create: ['create', 'write'],
  update: ['update', 'write'],
  delete: ['delete', 'write'],
  read: ['read'],
  write: ['write'],
};

const DOCUMENT_LIMITS: Readonly<Record<RulesService, number>> = { 'cloud.firestore': 10, 'firebase.storage': 2 };

/**
 * Parses and checks a rules file.
 * @throws RulesSyntaxError with the first fault: syntax, an unknown type, a wrong number of arguments, recursion, a
 * limit
 */
export function parseRuleset(source: string, fileName: string): Ruleset {
  return rulesetOf(parseSource(source, fileName), fileName);
}

/**
 * The rules of a tree that was parsed earlier and may have been changed.
 * @throws RulesSyntaxError as {@link parseRuleset}
 */
export function rulesetOf(tree: SourceTree, fileName: string): Ruleset {
  const warnings = checkSource(tree, fileName);
  return {
    version: tree.version,
    fileName,
    tree,
    warnings,
    evaluate: (options) => new Judge(tree, options).judge(),
  };
}

/** Evaluates the `allow` statements that apply to one request. */
class Judge {
  private readonly budget: Budget;
  private readonly evaluator: Evaluator;
  private readonly issues: RulesIssue[] = [];
  private readonly refusedAt: number[] = [];

  constructor(
    private readonly tree: SourceTree,
    private readonly options: EvaluateOptions,
  ) {
    this.budget = new Budget(options.documentLimit ?? DOCUMENT_LIMITS[options.service]);
    const lookups = { now: options.getDocument, after: options.getDocumentAfter };
    const documents = new DocumentReader(this.budget, lookups);
    this.evaluator = new Evaluator(this.budget, documents, {
      service: options.service,
      onDebug: options.onDebug ?? (() => undefined),
    });
  }

  judge(): Evaluation {
    return { permit: this.isPermitted(), issues: this.issues, refusedAt: this.refusedAt };
  }

  /** One `allow` that grants access is enough. An error in one does not stop the next, except beyond a limit. */
  private isPermitted(): boolean {
    const grants = GRANTS[this.options.method];
    try {
      for (const { block, scope } of this.matches()) {
        for (const allow of block.allows) {
          const applies = allow.methods.some((method) => grants.includes(method));
          if (applies && this.admits(allow, scope)) return true;
        }
      }
    } catch (error) {
      this.report(error, { line: 1, column: 1 });
    }
    return false;
  }

  private *matches(): Generator<Match> {
    const service = this.tree.services.find(({ name }) => name === this.options.service);
    // Version 1 has no `list` in Storage ("Storage rules version 2").
    const isUnknown = this.options.service === 'firebase.storage' && this.options.method === 'list';
    if (!service || (isUnknown && this.tree.version === 1)) return;
    const scope = new Environment(null, this.globals(), functionMap(this.tree.functions)).nest(
      new Map(),
      service.functions,
    );
    const shortestRest = this.tree.version === 2 ? 0 : 1;
    yield* findMatches(service.matches, this.options.path, scope, { budget: this.budget, shortestRest });
  }

  private admits(allow: AllowStatement, scope: Match['scope']): boolean {
    if (!allow.condition) return true;
    try {
      const value = this.evaluator.evaluate(allow.condition, scope);
      if (value.type !== 'bool') throw new EvaluationError('Condition is not a boolean.');
      if (!value.value) this.refusedAt.push(allow.at.line);
      return value.value;
    } catch (error) {
      if (error instanceof EvaluationError) error.at ??= allow.condition.at;
      if (error instanceof LimitError || !(error instanceof EvaluationError)) throw error;
      this.report(error, allow.condition.at);
      return false;
    }
  }

  private report(error: unknown, at: { line: number; column: number }): void {
    if (error instanceof EvaluationError) {
      this.issues.push({ ...(error.at ?? at), message: error.message });
    } else if (error instanceof RangeError && error.message.includes('call stack')) {
      this.issues.push({ ...at, message: 'The rules are nested too deep to evaluate.' });
    } else {
      throw error;
    }
  }

  private globals(): ReadonlyMap<string, () => RulesValue> {
    const { request, resource, method } = this.options;
    const fields = request.type === 'map' ? request.fields : new Map<string, RulesValue>();
    const complete = fields.has('method') ? request : map(new Map([...fields, ['method', string(method)]]));
    return new Map([
      ['request', () => complete],
      ['resource', () => resource ?? missingResource()],
    ]);
  }
}

function missingResource(): never {
  throw new EvaluationError('Null value error.');
}

function functionMap(functions: SourceTree['functions']) {
  return new Map(functions.map((declaration) => [declaration.name, declaration]));
}
