import type { RulesValue, UnknownSegment } from './values';

/** The services a rules file can be written for. */
export type RulesService = 'cloud.firestore' | 'firebase.storage';

/** What is being done. `read` and `write` (any of their kinds) are accepted as in the official Storage runtime. */
export type RulesMethod = 'get' | 'list' | 'create' | 'update' | 'delete' | 'read' | 'write';

/** A document that a rule asked for: the value of `resource` (data, id, __name__), or null when there is none. */
export type DocumentLookup = (segments: readonly string[]) => RulesValue | null;

export interface EvaluateOptions {
  service: RulesService;
  method: RulesMethod;
  /** Segments from the service's root, e.g. `['databases', '(default)', 'documents', 'posts', 'p1']`. */
  path: readonly (string | UnknownSegment)[];
  /** The `request` variable (a map). */
  request: RulesValue;
  /** The `resource` variable: what is stored now, or null. */
  resource: RulesValue;
  /**
   * Serves `get()`/`exists()`, and `firestore.get()`/`firestore.exists()` in Storage. May throw: what it throws leaves
   * `evaluate` unchanged (the Storage runtime uses this to fetch and try again).
   */
  getDocument?: DocumentLookup;
  /** Serves `getAfter()`/`existsAfter()`: the state after the whole write. */
  getDocumentAfter?: DocumentLookup;
  /** Documents that one evaluation may read: 10 (single) by default in Firestore, 2 in Storage. */
  documentLimit?: number;
  /** Receives what `debug()` was given. */
  onDebug?: (message: string) => void;
}

/** Why an `allow` did not admit, at its place in the source (1-based). */
export interface RulesIssue {
  line: number;
  column: number;
  message: string;
}

export interface Evaluation {
  permit: boolean;
  /** Runtime errors met on the way, also when another `allow` admitted. */
  issues: RulesIssue[];
}

export interface Ruleset {
  readonly version: 1 | 2;
  /** Answers whether any `allow` admits; never throws for what a rules file says. */
  evaluate(options: EvaluateOptions): Evaluation;
}

/** A rules file that cannot be loaded: where (1-based) and why. */
export class RulesSyntaxError extends Error {
  override readonly name = 'RulesSyntaxError';
  constructor(
    readonly file: string,
    readonly line: number,
    readonly column: number,
    readonly reason: string,
  ) {
    super(`${file}:${line}:${column}: ${reason}`);
  }
}

/**
 * Reads and checks a rules file.
 * @throws RulesSyntaxError with the first fault
 */
export function parseRuleset(_source: string, fileName: string): Ruleset {
  throw new RulesSyntaxError(fileName, 1, 1, 'the evaluator is not built yet');
}
