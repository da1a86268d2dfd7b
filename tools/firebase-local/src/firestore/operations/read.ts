import type { StoredDocument } from '../engine/document.ts';
import { FirestoreError, invalidArgument } from '../errors.ts';
import type { DatabaseState } from '../firestore.ts';
import { parseDocumentName } from '../paths.ts';
import { type Micros, toTimestamp } from '../time.ts';
import type { Transaction } from '../transactions/transaction.ts';
import { formatFieldPath, parseFieldPath, projectFields } from '../values/field-path.ts';
import type { Caller } from './access.ts';
import type { BatchGetRequest, BatchGetResponse, Consistency, GetDocumentRequest, Mask, WireDocument } from './wire.ts';

/** A document in the wire format, with only the fields of the mask. */
export function toWire(database: string, document: StoredDocument, mask?: Mask | null): WireDocument {
  const { key, fields, createTime, updateTime } = document;
  const paths = mask ? (mask.fieldPaths ?? []).map(parseFieldPath) : null;
  const named = paths?.filter((path) => formatFieldPath(path) !== '__name__');
  return {
    name: `${database}/documents/${key}`,
    fields: named ? projectFields(fields, named) : fields,
    createTime: toTimestamp(createTime),
    updateTime: toTimestamp(updateTime),
  };
}

/** The state for a read, and its transaction. */
export interface ReadView {
  transaction: Transaction | null;
  /** The transaction that this request opened, for the answer. */
  newTransaction: Buffer | null;
  /** undefined for the current state. */
  time: Micros | undefined;
}

/** @throws FirestoreError for ended transactions and for times that cannot be read */
export function openView({ transactions }: DatabaseState, request: Consistency): ReadView {
  if (request.newTransaction) {
    const transaction = transactions.begin(request.newTransaction);
    return { transaction, newTransaction: transaction.id, time: transaction.readTime ?? undefined };
  }
  if (request.transaction?.length) {
    const transaction = transactions.find(request.transaction);
    return { transaction, newTransaction: null, time: transaction.readTime ?? undefined };
  }
  const time = request.readTime ? transactions.checkReadTime(request.readTime) : undefined;
  return { transaction: null, newTransaction: null, time };
}

/** Runs `read` with locks of the view's transaction on `keys`, if it needs any. */
export function readUnderLocks<T>(
  { transactions }: DatabaseState,
  { transaction }: ReadView,
  keys: ReadonlySet<string>,
  read: () => T,
): Promise<T> {
  if (!transaction || transaction.isReadOnly) return Promise.resolve().then(read);
  return transactions.locks.read(transaction, keys, read);
}

/** firestore.proto, BatchGetDocuments. A repeated name is answered once. */
export async function batchGetDocuments(caller: Caller, request: BatchGetRequest): Promise<BatchGetResponse[]> {
  const { firestore, access } = caller;
  const state = firestore.state(request.database);
  const { database } = state;
  const paths = [...new Set(request.documents ?? [])].map((name) => parseDocumentName(name, database.name));
  const view = openView(state, request);
  const keys = new Set(paths.map(({ key }) => key));
  return readUnderLocks(state, view, keys, () => {
    const time = view.time ?? database.readTime();
    const responses: BatchGetResponse[] = view.newTransaction ? [{ transaction: view.newTransaction }] : [];
    for (const path of paths) {
      const document = view.time === undefined ? database.get(path.key) : database.getAt(path.key, view.time);
      access.get(database, path, document);
      const readTime = toTimestamp(time);
      responses.push(
        document
          ? { found: toWire(database.name, document, request.mask), readTime }
          : { missing: `${database.name}/documents/${path.key}`, readTime },
      );
    }
    return responses;
  });
}

/**
 * firestore.proto, GetDocument.
 * @throws FirestoreError NOT_FOUND
 */
export async function getDocument(caller: Caller, request: GetDocumentRequest): Promise<WireDocument> {
  const { name, newTransaction: _none, ...consistency } = request;
  const batch = { ...consistency, database: databaseOf(name), documents: [name] };
  const [response] = await batchGetDocuments(caller, batch);
  if (!response?.found) throw new FirestoreError('NOT_FOUND', `Document "${name}" not found.`);
  return response.found;
}

/** The database in the full name of a document or parent. */
export function databaseOf(name: string): string {
  const index = name.indexOf('/documents');
  if (index === -1) throw invalidArgument(`Invalid resource name "${name}".`);
  return name.slice(0, index);
}
