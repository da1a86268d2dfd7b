import { FirestoreError, failedPrecondition, invalidArgument } from '../errors.ts';
import { parseDocumentName } from '../paths.ts';
import { type Micros, type Timestamp, toMicros, toTimestamp } from '../time.ts';
import { identicalFields } from '../values/compare.ts';
import { getField, parseFieldPath, withField } from '../values/field-path.ts';
import { normalizeFields } from '../values/normalize.ts';
import { documentSize } from '../values/size.ts';
import type { Fields, Value } from '../values/value.ts';
import type { Database, Mutation } from './database.ts';
import type { StoredDocument } from './document.ts';
import { checkFieldName, checkFields, maxDocumentBytes, maxTransforms } from './limits.ts';
import { applyTransform, type FieldTransform } from './transforms.ts';

/** common.proto, Precondition. */
export interface Precondition {
  exists?: boolean;
  updateTime?: Timestamp;
}

/** write.proto, Write. */
export interface Write {
  update?: { name: string; fields?: Fields };
  delete?: string;
  /** A write that only checks the precondition. */
  verify?: string;
  transform?: { document: string; fieldTransforms?: FieldTransform[] };
  updateMask?: { fieldPaths?: string[] };
  updateTransforms?: FieldTransform[];
  currentDocument?: Precondition;
}

export interface WriteResult {
  updateTime: Timestamp | null;
  transformResults: Value[];
}

/** The effect of a list of writes that have not been applied. */
export interface WritePlan {
  mutations: Mutation[];
  results: WriteResult[];
}

/** The full name of the written document. */
export function writtenName(write: Write): string {
  const name = write.update?.name ?? write.delete ?? write.transform?.document ?? write.verify;
  if (name === undefined) throw invalidArgument('A write must contain an update, a delete, a transform or a verify.');
  return name;
}

function checkPrecondition(
  precondition: Precondition | undefined | null,
  current: StoredDocument | undefined,
  name: string,
): void {
  if (!precondition) return;
  if (precondition.updateTime) {
    const wanted = toMicros(precondition.updateTime);
    const stored = current?.updateTime ?? 0;
    if (stored !== wanted) {
      throw failedPrecondition(`the stored version (${stored}) does not match the required base version (${wanted})`);
    }
  } else if (precondition.exists === true && !current) {
    throw new FirestoreError('NOT_FOUND', `No document to update: ${name}`);
  } else if (precondition.exists === false && current) {
    throw new FirestoreError('ALREADY_EXISTS', `Document already exists: ${name}`);
  }
}

/** The fields after `update` with its mask, before transforms. */
function updatedFields(write: Write, current: StoredDocument | undefined): Fields {
  const given = normalizeFields(write.update?.fields ?? {});
  if (!write.updateMask) {
    checkFields(given);
    return given;
  }
  let fields = current?.fields ?? {};
  for (const text of write.updateMask.fieldPaths ?? []) {
    const path = parseFieldPath(text);
    for (const segment of path) checkFieldName(segment);
    fields = withField(fields, path, getField(given, path));
  }
  checkFields(fields);
  return fields;
}

/** Computes one write against the current version of its document. */
function planWrite(
  write: Write,
  name: string,
  current: StoredDocument | undefined,
  time: Micros,
): { document: StoredDocument | null; result: WriteResult } {
  checkPrecondition(write.currentDocument, current, name);
  if (write.delete !== undefined) return { document: null, result: { updateTime: null, transformResults: [] } };

  const path = parseDocumentName(name);
  const transforms = write.transform?.fieldTransforms ?? write.updateTransforms ?? [];
  if (transforms.length > maxTransforms) {
    throw invalidArgument(`A document cannot have more than ${maxTransforms} field transforms in one commit.`);
  }
  let fields = write.update ? updatedFields(write, current) : (current?.fields ?? {});
  const transformResults: Value[] = [];
  for (const transform of transforms) {
    const fieldPath = parseFieldPath(transform.fieldPath);
    for (const segment of fieldPath) checkFieldName(segment);
    const { value, result } = applyTransform(transform, getField(fields, fieldPath), time);
    fields = withField(fields, fieldPath, value);
    transformResults.push(result);
  }
  if (transforms.length > 0) checkFields(fields);
  if (current && identicalFields(current.fields, fields)) {
    return { document: current, result: { updateTime: toTimestamp(current.updateTime), transformResults } };
  }
  const size = documentSize(path.key, fields);
  if (size > maxDocumentBytes) {
    throw invalidArgument(
      `Document '${name}' cannot be written because its size (${size.toLocaleString('en')} bytes) exceeds the maximum allowed size of ${maxDocumentBytes.toLocaleString('en')} bytes.`,
    );
  }
  const document = { ...path, fields, createTime: current?.createTime ?? time, updateTime: time, size };
  return { document, result: { updateTime: toTimestamp(time), transformResults } };
}

/**
 * Computes `writes` in order, each on the result of the earlier ones, without applying them.
 * @throws FirestoreError with the status of the first write that fails
 */
export function planWrites(database: Database, writes: readonly Write[], time: Micros): WritePlan {
  const pending = new Map<string, StoredDocument | null>();
  const results: WriteResult[] = [];
  for (const write of writes) {
    const name = writtenName(write);
    const { key } = parseDocumentName(name, database.name);
    const staged = pending.get(key);
    const current = staged === undefined ? database.get(key) : (staged ?? undefined);
    if (staged === null && write.currentDocument?.exists === true) {
      throw invalidArgument(`cannot update a document that the same commit deletes: ${name}`);
    }
    if (write.verify !== undefined) {
      checkPrecondition(write.currentDocument, current, name);
      results.push({ updateTime: current ? toTimestamp(current.updateTime) : null, transformResults: [] });
      continue;
    }
    const { document, result } = planWrite(write, name, current, time);
    pending.set(key, document);
    results.push(result);
  }
  const mutations = [...pending].map(([key, document]) => ({ key, document }));
  return { mutations, results };
}
