import type { Precondition, Write } from '../engine/write.ts';
import { FirestoreError } from '../errors.ts';
import type { Firestore } from '../firestore.ts';
import { parseDocumentName } from '../paths.ts';
import type { Access } from './access.ts';
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

async function writeOne(
  firestore: Firestore,
  access: Access,
  name: string,
  write: Write,
  mask: Mask | null | undefined,
): Promise<WireDocument> {
  const { database } = databaseOf(name);
  await commit(firestore, access, { database, writes: [write] });
  const stored = firestore.state(database).database.get(parseDocumentName(name, database).key);
  if (!stored) throw new FirestoreError('NOT_FOUND', `Document "${name}" not found.`);
  return toWire(database, stored, mask);
}

/** firestore.proto, CreateDocument. */
export function createDocument(firestore: Firestore, access: Access, request: CreateDocumentRequest) {
  const name = `${request.parent}/${request.collectionId}/${request.documentId || newDocumentId()}`;
  const update = { name, fields: request.document?.fields ?? {} };
  return writeOne(firestore, access, name, { update, currentDocument: { exists: false } }, request.mask);
}

const preconditionOf = (precondition: Precondition | null | undefined): Pick<Write, 'currentDocument'> =>
  precondition ? { currentDocument: precondition } : {};

/** firestore.proto, UpdateDocument. */
export function updateDocument(firestore: Firestore, access: Access, request: UpdateDocumentRequest) {
  const { document, updateMask, currentDocument } = request;
  const write = { update: document, ...(updateMask ? { updateMask } : {}), ...preconditionOf(currentDocument) };
  return writeOne(firestore, access, document.name, write, request.mask);
}

/** firestore.proto, DeleteDocument. */
export async function deleteDocument(firestore: Firestore, access: Access, request: DeleteDocumentRequest) {
  const { database } = databaseOf(request.name);
  const write = { delete: request.name, ...preconditionOf(request.currentDocument) };
  await commit(firestore, access, { database, writes: [write] });
}
