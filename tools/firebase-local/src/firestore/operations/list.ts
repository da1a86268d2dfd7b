import { randomBytes } from 'node:crypto';
import type { Database } from '../engine/database.ts';
import type { StoredDocument } from '../engine/document.ts';
import { invalidArgument } from '../errors.ts';
import type { DatabaseState } from '../firestore.ts';
import { checkCollectionId, parseParentName } from '../paths.ts';
import type { Order } from '../query/compiled-query.ts';
import { executeQuery } from '../query/execute.ts';
import { compileQuery } from '../query/query.ts';
import type { WireCursor, WireQuery } from '../query/wire-query.ts';
import { compareIds, compareUtf8 } from '../values/compare.ts';
import { getField } from '../values/field-path.ts';
import { referenceValue, type Value } from '../values/value.ts';
import type { Caller } from './access.ts';
import { databaseOf, openView, toWire } from './read.ts';
import type { ListCollectionIdsRequest, ListDocumentsRequest, PartitionQueryRequest, WireDocument } from './wire.ts';

const defaultPageSize = 300;
const maxPageSize = 65_535;

const childPath = (parent: string, id: string): string => (parent === '' ? id : `${parent}/${id}`);
const encodeToken = (text: string): string => Buffer.from(text).toString('base64url');
const decodeToken = (token: string): string => Buffer.from(token, 'base64url').toString();

/** The ids in `collection` of missing documents that have subcollections. */
function missingIds(database: Database, collection: string): string[] {
  const ids = new Set<string>();
  const prefix = `${collection}/`;
  for (const path of database.collections.keys()) {
    if (path.startsWith(prefix)) ids.add(path.slice(prefix.length, path.indexOf('/', prefix.length)));
  }
  const present = database.collections.get(collection)?.documents;
  return [...ids].filter((id) => !present?.has(id));
}

function parseOrderBy(text: string): NonNullable<WireQuery['orderBy']> {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const [fieldPath = '', direction = 'asc'] = part.split(/\s+/);
      return { field: { fieldPath }, direction: /^desc/i.test(direction) ? 'DESCENDING' : 'ASCENDING' };
    });
}

interface DocumentsPage {
  documents: WireDocument[];
  nextPageToken: string;
}

function listWithMissing(
  { database }: DatabaseState,
  request: ListDocumentsRequest,
  collection: string,
  pageSize: number,
): DocumentsPage {
  const after = request.pageToken ? decodeToken(request.pageToken) : null;
  const present = database.collections.get(collection)?.documents;
  const ids = [...(present?.keys() ?? []), ...missingIds(database, collection)]
    .sort(compareIds)
    .filter((id) => after === null || compareIds(id, after) > 0);
  const page = ids.slice(0, pageSize);
  const documents = page.map((id): WireDocument => {
    const document = present?.get(id);
    if (document) return toWire(database.name, document, request.mask);
    return { name: `${database.name}/documents/${collection}/${id}`, fields: {} };
  });
  return { documents, nextPageToken: ids.length > page.length ? encodeToken(page.at(-1) ?? '') : '' };
}

/** firestore.proto, ListDocuments. */
export async function listDocuments(
  { firestore, access }: Caller,
  request: ListDocumentsRequest,
): Promise<DocumentsPage> {
  const { database: name, path: parent } = parseParentName(request.parent);
  const state = firestore.state(name);
  const collectionId = request.collectionId ?? '';
  checkCollectionId(collectionId);
  const pageSize = Math.min(request.pageSize || defaultPageSize, maxPageSize);
  if (pageSize < 0) throw invalidArgument('page_size is negative');
  if (request.showMissing) {
    access.admin('ListDocuments with show_missing');
    if (request.orderBy) throw invalidArgument('show_missing cannot be used with order_by.');
    return listWithMissing(state, request, childPath(parent, collectionId), pageSize);
  }
  const offset = request.pageToken ? Number(decodeToken(request.pageToken)) : 0;
  if (!Number.isInteger(offset) || offset < 0) throw invalidArgument('Invalid page token.');
  const query = compileQuery(request.parent, {
    from: [{ collectionId }],
    orderBy: parseOrderBy(request.orderBy ?? ''),
    offset,
    limit: { value: pageSize + 1 },
  });
  access.list(state.database, query);
  const view = openView(state, request);
  const found = executeQuery(state.database, state.indexes, query, view.time);
  const documents = found.slice(0, pageSize).map((document) => toWire(name, document, request.mask));
  return { documents, nextPageToken: found.length > pageSize ? encodeToken(String(offset + pageSize)) : '' };
}

/** firestore.proto, ListCollectionIds. */
export function listCollectionIds(
  { firestore, access }: Caller,
  request: ListCollectionIdsRequest,
): { collectionIds: string[]; nextPageToken: string } {
  access.admin('ListCollectionIds');
  const { database: name, path } = parseParentName(request.parent);
  const prefix = path === '' ? '' : `${path}/`;
  const ids = new Set<string>();
  for (const collection of firestore.state(name).database.collections.keys()) {
    if (collection.startsWith(prefix)) ids.add(collection.slice(prefix.length).split('/')[0] as string);
  }
  const after = request.pageToken ? decodeToken(request.pageToken) : '';
  const rest = [...ids].sort(compareUtf8).filter((id) => after === '' || compareUtf8(id, after) > 0);
  const page = rest.slice(0, request.pageSize || undefined);
  return { collectionIds: page, nextPageToken: rest.length > page.length ? encodeToken(page.at(-1) ?? '') : '' };
}

/** firestore.proto, PartitionQuery: points that split the results into parts of similar size. */
export function partitionQuery(
  { firestore, access }: Caller,
  request: PartitionQueryRequest,
): { partitions: WireCursor[]; nextPageToken: string } {
  access.admin('PartitionQuery');
  const count = Number(request.partitionCount ?? 0);
  if (!(count > 0)) throw invalidArgument('partition_count must be positive.');
  const state = firestore.state(databaseOf(request.parent));
  const query = compileQuery(request.parent, request.structuredQuery ?? {});
  const documents = executeQuery(state.database, state.indexes, query);
  const partitions: WireCursor[] = [];
  const parts = Math.min(count + 1, documents.length);
  for (let i = 1; i < parts; i++) {
    const document = documents[Math.floor((i * documents.length) / parts)] as StoredDocument;
    partitions.push({ values: cursorAt(query.orders, document, state.database.name), before: true });
  }
  const start = request.pageToken ? Number(decodeToken(request.pageToken)) : 0;
  const end = start + (request.pageSize || partitions.length);
  return {
    partitions: partitions.slice(start, end),
    nextPageToken: end < partitions.length ? encodeToken(String(end)) : '',
  };
}

function cursorAt(orders: readonly Order[], document: StoredDocument, database: string): Value[] {
  const name = referenceValue(`${database}/documents/${document.key}`);
  return orders.map(({ isName, path }) => (isName ? name : (getField(document.fields, path) as Value)));
}

/** An id for a document without one: 20 letters and digits. */
export function newDocumentId(): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
  let id = '';
  while (id.length < 20) {
    for (const byte of randomBytes(20)) if (byte < 248 && id.length < 20) id += alphabet[byte % 62];
  }
  return id;
}
