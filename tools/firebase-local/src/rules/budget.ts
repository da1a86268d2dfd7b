import { LimitError } from './errors.ts';

/** "Security Rules limits": 1,000 expressions per request, function calls 20 deep. */
const MAX_EXPRESSIONS = 1_000;
const MAX_CALL_DEPTH = 20;
/** Our own limit on work with strings and lists, a few tens of milliseconds, so that no rules file can block the process. */
const MAX_STEPS = 50_000_000;
/** Our own limit on the number of ways that a file's patterns can match one path. */
const MAX_MATCH_STEPS = 100_000;

/** Counts the resources that one request uses. Exceeding a limit ends the evaluation and denies the request. */
export class Budget {
  private expressions = 0;
  private steps = 0;
  private matchSteps = 0;
  private depth = 0;
  private readonly documents = new Set<string>();

  constructor(private readonly maxDocuments: number) {}

  countExpression(): void {
    this.expressions += 1;
    if (this.expressions > MAX_EXPRESSIONS) {
      throw new LimitError(`Maximum of ${MAX_EXPRESSIONS} expressions to evaluate has been reached.`);
    }
  }

  readonly charge = (steps: number): void => {
    this.steps += steps;
    if (this.steps > MAX_STEPS) throw new LimitError('The rules take too long to evaluate.');
  };

  countMatchStep(): void {
    this.matchSteps += 1;
    if (this.matchSteps > MAX_MATCH_STEPS) throw new LimitError('The path matches in too many ways.');
  }

  enterCall(): void {
    this.depth += 1;
    if (this.depth > MAX_CALL_DEPTH) throw new LimitError(`Functions are called more than ${MAX_CALL_DEPTH} deep.`);
  }

  leaveCall(): void {
    this.depth -= 1;
  }

  /** Counts each document once. */
  countDocument(key: string): void {
    this.documents.add(key);
    if (this.documents.size > this.maxDocuments) {
      throw new LimitError(`More than ${this.maxDocuments} documents are read (get, exists) in one evaluation.`);
    }
  }
}
