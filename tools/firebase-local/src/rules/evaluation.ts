import type { Position, SourceTree } from './ast.ts';
import type { RulesValue, UnknownSegment } from './values.ts';

/** The services a rules file can be written for. */
export type RulesService = 'cloud.firestore' | 'firebase.storage';

/** The operation. Only the protocol of the Storage runtime uses `read` and `write`. */
export type RulesMethod = 'get' | 'list' | 'create' | 'update' | 'delete' | 'read' | 'write';

/** Returns the `resource` of a document (data, id, __name__); null if it does not exist. */
export type DocumentLookup = (segments: readonly string[]) => RulesValue | null;

export interface EvaluateOptions {
  service: RulesService;
  method: RulesMethod;
  /** Segments from the service's root, such as `['databases', '(default)', 'documents', 'notes', 'p1']`. */
  path: readonly (string | UnknownSegment)[];
  /** The `request` variable (a map); `method` is added if it is missing. */
  request: RulesValue;
  /** The `resource` variable: the stored object, or null. Rules that use it fail if it is omitted. */
  resource?: RulesValue;
  /**
   * Reads documents for `get()` and `exists()`, and `firestore.get()` and `firestore.exists()` in Storage. Errors other
   * than EvaluationError pass through `evaluate`: the Storage runtime uses this to fetch the document and evaluate
   * again.
   */
  getDocument?: DocumentLookup;
  /** Reads documents for `getAfter()` and `existsAfter()`: their state after the whole write. */
  getDocumentAfter?: DocumentLookup;
  /**
   * The number of documents that one evaluation may read. Default: 10 in Firestore (single-document requests), 2 in
   * Storage.
   */
  documentLimit?: number;
  /** Called with the arguments of `debug()`. */
  onDebug?: (message: string) => void;
}

/** A fault that does not prevent loading: an undeclared name. */
export interface RulesWarning extends Position {
  readonly message: string;
}

/** Why an `allow` did not grant access, and its place in the source (counted from 1). */
export interface RulesIssue {
  line: number;
  column: number;
  message: string;
}

export interface Evaluation {
  permit: boolean;
  /** Errors at run time, even if another `allow` granted access. */
  issues: RulesIssue[];
  /** The lines of `allow` statements whose condition was false. */
  refusedAt: number[];
}

export interface Ruleset {
  readonly version: 1 | 2;
  readonly fileName: string;
  readonly tree: SourceTree;
  /** The undeclared names, in the order of the file. */
  readonly warnings: readonly RulesWarning[];
  /** Whether any `allow` grants access. Does not throw for faults of the rules file. */
  evaluate(options: EvaluateOptions): Evaluation;
}
