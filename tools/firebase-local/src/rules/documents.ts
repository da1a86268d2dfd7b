import type { Budget } from './budget.ts';
import { EvaluationError } from './errors.ts';
import type { DocumentLookup } from './evaluation.ts';
import { expectType } from './type-errors.ts';
import { bool, type RulesValue } from './values.ts';

/** Reads documents for rules, each once, up to the limit. */
export class DocumentReader {
  private readonly cache = new Map<string, RulesValue | null>();

  constructor(
    private readonly budget: Budget,
    private readonly lookups: { now: DocumentLookup | undefined; after: DocumentLookup | undefined },
  ) {}

  /** Evaluates a function that reads documents; undefined for any other name. */
  call(name: string, args: readonly RulesValue[]): RulesValue | undefined {
    switch (name) {
      case 'get':
        return this.get('now', args[0]);
      case 'firestore.get':
        return this.get('now', inDefaultDatabase(args[0]));
      case 'getAfter':
        return this.get('after', args[0]);
      case 'exists':
        return bool(this.read('now', args[0]) !== null);
      case 'firestore.exists':
        return bool(this.read('now', inDefaultDatabase(args[0])) !== null);
      case 'existsAfter':
        return bool(this.read('after', args[0]) !== null);
      default:
        return undefined;
    }
  }

  private get(state: 'now' | 'after', argument: RulesValue | undefined): RulesValue {
    const document = this.read(state, argument);
    if (!document) throw new EvaluationError('Service call error. Function: [get]. The document does not exist.');
    return document;
  }

  private read(state: 'now' | 'after', argument: RulesValue | undefined): RulesValue | null {
    const { segments } = expectType(argument ?? { type: 'null' }, 'path');
    const [root, , documents, ...rest] = segments;
    if (root !== 'databases' || documents !== 'documents' || rest.length === 0 || rest.length % 2 !== 0) {
      throw new EvaluationError(`Service call error. /${segments.join('/')} is not the path of a document.`);
    }
    const key = `${state}/${segments.join('/')}`;
    const known = this.cache.get(key);
    if (known !== undefined) return known;
    this.budget.countDocument(key);
    const lookup = this.lookups[state];
    if (!lookup) throw new EvaluationError('Service call error. Documents cannot be read here.');
    const document = lookup(segments);
    this.cache.set(key, document);
    return document;
  }
}

/** Storage rules can read the default database only (recorded in production: any other is an error). */
function inDefaultDatabase(argument: RulesValue | undefined): RulesValue | undefined {
  if (argument?.type === 'path' && argument.segments[1] !== '(default)') {
    throw new EvaluationError('Service call error. Storage rules can only read the (default) database.');
  }
  return argument;
}
