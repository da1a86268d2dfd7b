import type { Position, SourceTree } from './ast.ts';
import type { RulesValue, UnknownSegment } from './values.ts';

/** The services a rules file can be written for. */
export type RulesService = 'cloud.firestore' | 'firebase.storage';

/** The operation. Only the Storage runtime's protocol uses `read` and `write`. */
export type RulesMethod = 'get' | 'list' | 'create' | 'update' | 'delete' | 'read' | 'write';

/** Looks up a document for a rule: the value of `resource` (data, id, __name__), or null when there is none. */
export type DocumentLookup = (segments: readonly string[]) => RulesValue | null;

export interface EvaluateOptions {
  service: RulesService;
  method: RulesMethod;
  /** Segments from the service's root, e.g. `['databases', '(default)', 'documents', 'notes', 'p1']`. */
  path: readonly (string | UnknownSegment)[];
  /** The `request` variable (a map); `method` is added when it is missing. */
  request: RulesValue;
  /** The `resource` variable: the stored object, or null. If omitted, using it is an error. */
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

/** A fault that does not prevent loading: a name that nothing declares. */
export interface RulesWarning extends Position {
  readonly message: string;
}

/** Why an `allow` did not grant access, with its place in the source (1-based). */
export interface RulesIssue {
  line: number;
  column: number;
  message: string;
}

export interface Evaluation {
  permit: boolean;
  /** Runtime errors during the evaluation, also when another `allow` granted access. */
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
  /** Whether any `allow` grants access; does not throw for faults of the rules file. */
  evaluate(options: EvaluateOptions): Evaluation;
}
