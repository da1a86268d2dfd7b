import type { Position, SourceTree } from './ast.ts';
import type { RulesValue, UnknownSegment } from './values.ts';

/** The services a rules file can be written for. */
export type RulesService = 'cloud.firestore' | 'firebase.storage';

/** What is being done. `read` and `write` are asked for by the Storage runtime's protocol only. */
export type RulesMethod = 'get' | 'list' | 'create' | 'update' | 'delete' | 'read' | 'write';

/** A document that a rule asked for: the value of `resource` (data, id, __name__), or null when there is none. */
export type DocumentLookup = (segments: readonly string[]) => RulesValue | null;

export interface EvaluateOptions {
  service: RulesService;
  method: RulesMethod;
  /** Segments from the service's root, e.g. `['databases', '(default)', 'documents', 'notes', 'p1']`. */
  path: readonly (string | UnknownSegment)[];
  /** The `request` variable (a map); `method` is added when it is missing. */
  request: RulesValue;
  /** The `resource` variable: what is stored now, or null. Left out: touching it is an error. */
  resource?: RulesValue;
  /**
   * Serves `get()`/`exists()`, and `firestore.get()`/`firestore.exists()` in Storage. What it throws (other than
   * EvaluationError) leaves `evaluate` unchanged: the Storage runtime uses this to fetch and try again.
   */
  getDocument?: DocumentLookup;
  /** Serves `getAfter()`/`existsAfter()`: the state after the whole write. */
  getDocumentAfter?: DocumentLookup;
  /** Documents that one evaluation may read. Default: 10 in Firestore (single-document requests), 2 in Storage. */
  documentLimit?: number;
  /** Receives what `debug()` was given. */
  onDebug?: (message: string) => void;
}

/** Something that loads and cannot work: a name that nothing declares. */
export interface RulesWarning extends Position {
  readonly message: string;
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
  /** Lines of the `allow` statements whose condition was false. */
  refusedAt: number[];
}

export interface Ruleset {
  readonly version: 1 | 2;
  readonly fileName: string;
  readonly tree: SourceTree;
  /** Names that nothing declares, in the order of the file. */
  readonly warnings: readonly RulesWarning[];
  /** Answers whether any `allow` admits; does not throw for what a rules file says. */
  evaluate(options: EvaluateOptions): Evaluation;
}
