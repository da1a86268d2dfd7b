import { EvaluationError, RulesSyntaxError } from '../rules/errors.ts';
import type { Evaluation, Ruleset, RulesMethod, RulesService } from '../rules/evaluation.ts';
import { type FirestoreFields, fromFirestoreFields } from '../rules/firestore-values.ts';
import { parseRuleset } from '../rules/ruleset.ts';
import { map, path, type RulesValue, string } from '../rules/values.ts';
import { fromExpression } from './expression-values.ts';
import { type DocumentResponse, type LoadRequest, type Response, response, type VerifyRequest } from './protocol.ts';

const METHODS: ReadonlySet<string> = new Set(['get', 'list', 'create', 'update', 'delete', 'read', 'write']);
/** Higher than the ids of firebase-tools' own requests, which use the same table. */
const FIRST_FETCH_ID = 1_000_000_000;

/** A fetched document: its fields, null if it does not exist, or an error. */
type Fetched = RulesValue | null | EvaluationError;

/** A request that waits for a document. */
interface Waiting {
  request: VerifyRequest;
  documents: Map<string, Fetched>;
  /** The requested document. */
  path: string;
}

/** Thrown from an evaluation when a rule needs a document that has not been fetched yet. */
class DocumentNeeded extends Error {
  constructor(readonly path: string) {
    super(`document needed: ${path}`);
  }
}

/**
 * Implements the protocol of the Storage rules runtime. If a rule reads a Firestore document, the runtime requests it from firebase-tools and then
 * evaluates the rules again from the start, with the same result up to that point.
 */
export class StorageRulesRuntime {
  private readonly rulesets = new Map<string, Ruleset>();
  private readonly waiting = new Map<number, Waiting>();
  private nextFetchId = FIRST_FETCH_ID;

  /** The first line, which firebase-tools waits for. */
  greeting(): Response {
    return response(-1);
  }

  /** The answer to one line; null for a blank line. */
  handle(line: string): Response | null {
    if (line.trim() === '') return null;
    let message: unknown;
    try {
      message = JSON.parse(line);
    } catch {
      return response(-1, { errors: ['The request is not JSON.'] });
    }
    const id = typeof message === 'object' && message && 'id' in message ? Number(message.id) : -1;
    try {
      return this.dispatch(message as LoadRequest | VerifyRequest | DocumentResponse, id);
    } catch (error) {
      return response(id, { errors: [`The request cannot be read: ${String(error)}`] });
    }
  }

  private dispatch(message: LoadRequest | VerifyRequest | DocumentResponse, id: number): Response {
    const waiting = this.waiting.get(id);
    if (waiting && !('action' in message)) return this.resume(waiting, message);
    if (!('action' in message)) return response(id, { errors: ['No request waits for this document.'] });
    if (message.action === 'load_ruleset') return this.load(message);
    if (message.action === 'verify') return this.verify(id, message, new Map());
    return response(id, { errors: [`Unknown action '${String((message as { action: unknown }).action)}'.`] });
  }

  private load({ id, context }: LoadRequest): Response {
    const [file, ...others] = context.source.files;
    if (!file || others.length > 0) return response(id, { errors: ['Exactly one rules file is expected.'] });
    try {
      const ruleset = parseRuleset(file.content, file.name);
      this.rulesets.set(context.rulesetName, ruleset);
      const warnings = ruleset.warnings.map(({ line, column, message }) =>
        describeIssue('WARNING', { file: file.name, line, column, reason: message }),
      );
      return response(id, { result: { rulesVersion: ruleset.version }, warnings });
    } catch (error) {
      if (error instanceof RulesSyntaxError) return response(id, { errors: [describeIssue('ERROR', error)] });
      throw error;
    }
  }

  private verify(id: number, request: VerifyRequest, documents: Map<string, Fetched>): Response {
    const ruleset = this.rulesets.get(request.context.rulesetName);
    if (!ruleset) return response(id, { errors: [`Ruleset '${request.context.rulesetName}' is not loaded.`] });
    try {
      const evaluation = evaluate(ruleset, request, documents);
      return response(id, { result: { permit: evaluation.permit }, warnings: warningsOf(ruleset, evaluation) });
    } catch (error) {
      if (error instanceof DocumentNeeded) return this.fetch(id, { request, documents, path: error.path });
      throw error;
    }
  }

  private fetch(id: number, waiting: Waiting): Response {
    const fetchId = this.nextFetchId++;
    this.waiting.set(fetchId, waiting);
    return response(id, {
      action: 'fetch_firestore_document',
      server_request_id: fetchId,
      context: { path: waiting.path },
    });
  }

  private resume(waiting: Waiting, answer: DocumentResponse): Response {
    this.waiting.delete(answer.id);
    waiting.documents.set(waiting.path, toDocument(waiting.path, answer));
    return this.verify(answer.id, waiting.request, waiting.documents);
  }
}

function evaluate(ruleset: Ruleset, { context }: VerifyRequest, documents: ReadonlyMap<string, Fetched>): Evaluation {
  const { method, variables = {} } = context;
  if (!METHODS.has(method)) throw new TypeError(`unknown method '${method}'`);
  const segments = context.path.replace(/^\//, '').split('/');
  if (segments.includes('')) {
    // An object named `a//b` must not match as `a/b`.
    return { permit: false, issues: [{ line: 1, column: 1, message: 'Path segment cannot be empty.' }], refusedAt: [] };
  }
  return ruleset.evaluate({
    service: (context.service ?? 'firebase.storage') as RulesService,
    method: method as RulesMethod,
    path: segments,
    request: fromExpression(variables.request ?? { map_value: {} }),
    ...(variables.resource && { resource: fromExpression(variables.resource) }),
    getDocument: (document) => {
      const name = `/${document.join('/')}`;
      const fetched = documents.get(name);
      if (fetched === undefined) throw new DocumentNeeded(name);
      if (fetched instanceof EvaluationError) throw fetched;
      return fetched;
    },
    onDebug: (message) => process.stderr.write(`debug: ${message}\n`),
  });
}

function toDocument(name: string, { status, result }: DocumentResponse): Fetched {
  if (status === 'not_found') return null;
  if (status !== 'ok' || !result) return new EvaluationError(`Service call error. ${name} could not be read.`);
  // Recorded from the Storage emulator: `__name__` begins with the project, as in the fetched document.
  const segments = (result.name ?? name.slice(1)).split('/');
  return map({
    data: fromFirestoreFields(result.fields as FirestoreFields | undefined),
    id: string(segments.at(-1) ?? ''),
    __name__: path(segments),
  });
}

/** A fault or warning in the format that firebase-tools logs as `description in file:line`. */
function describeIssue(
  severity: 'ERROR' | 'WARNING',
  { file, line, column, reason }: Pick<RulesSyntaxError, 'file' | 'line' | 'column' | 'reason'>,
): string {
  return JSON.stringify({
    description_: `${reason} (line ${line}, column ${column})`,
    sourcePosition_: { fileName_: file, line_: line, column_: column },
    severity_: severity,
  });
}

function warningsOf(ruleset: Ruleset, { issues }: Evaluation): string[] {
  return issues.map(({ line, column, message }) => {
    return `Error: ${ruleset.fileName} line [${line}], column [${column}]. ${message}`;
  });
}
