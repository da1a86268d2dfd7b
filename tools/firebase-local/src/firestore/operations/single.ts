import type { Precondition, Write } from '../engine/write.ts';
import { FirestoreError } from '../errors.ts';
import { parseDocumentName } from '../paths.ts';
import type { Caller } from './access.ts';
import { commit } from './commit.ts';
import { newDocumentId } from './list.ts';
import { databaseOf, toWire } from './read.ts';
import type {
  CreateDocumentRequest,
  DeleteDocumentRequest,
  Mask,
  UpdateDocumentRequest,
  WireDocument,
} from './wire.ts';

async function writeOne(caller: Caller, name: string, write: Write, mask?: Mask | null): Promise<WireDocument> {
  const database = databaseOf(name);
  await commit(caller, { database, writes: [write] });
  const stored = caller.firestore.state(database).database.get(parseDocumentName(name, database).key);
  if (!stored) throw new FirestoreError('NOT_FOUND', `Document "${name}" not found.`);
  return toWire(database, stored, mask);
}

/** firestore.proto, CreateDocument. */
export function createDocument(caller: Caller, request: CreateDocumentRequest) {
  const name = `${request.parent}/${request.collectionId}/${request.documentId || newDocumentId()}`;
  const update = { name, fields: request.document?.fields ?? {} };
  return writeOne(caller, name, { update, currentDocument: { exists: false } }, request.mask);
}

const preconditionOf = (precondition: Precondition | null | undefined): Pick<Write, 'currentDocument'> =>
  precondition ? { currentDocument: precondition } : {};

/** firestore.proto, UpdateDocument. */
export function updateDocument(caller: Caller, request: UpdateDocumentRequest) {
  const { document, updateMask, currentDocument } = request;
  const write = { update: document, ...(updateMask ? { updateMask } : {}), ...preconditionOf(currentDocument) };
  return writeOne(caller, document.name, write, request.mask);
}

/** firestore.proto, DeleteDocument. */
export async function deleteDocument(caller: Caller, request: DeleteDocumentRequest) {
  const write = { delete: request.name, ...preconditionOf(request.currentDocument) };
  await commit(caller, { database: databaseOf(request.name), writes: [write] });
  return {};
}
