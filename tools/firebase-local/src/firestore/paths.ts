import { invalidArgument } from './errors.ts';

/** A document's path in its database: `notes/a` has the collection `notes` and the id `a`. */
export interface DocumentPath {
  /** The whole path, relative to the database's `documents`. */
  key: string;
  /** The path of the document's collection. */
  collection: string;
  id: string;
}

/** A parsed resource name: the database and the path below `documents`, which is '' for the root. */
export interface ResourceName {
  database: string;
  path: string;
}

const databaseName = /^projects\/([^/]+)\/databases\/([^/]+)$/;
const resourceName = /^(projects\/[^/]+\/databases\/[^/]+)\/documents(?:\/(.*))?$/s;

/** @throws FirestoreError INVALID_ARGUMENT unless `name` is `projects/{p}/databases/{d}` */
export function parseDatabaseName(name: string): { project: string; database: string } {
  const match = databaseName.exec(name);
  if (!match) throw invalidArgument(`Invalid database name "${name}".`);
  return { project: match[1] as string, database: match[2] as string };
}

export function parseResourceName(name: string): ResourceName {
  const match = resourceName.exec(name);
  if (!match) throw invalidArgument(`Resource name "${name}" does not start with a database name.`);
  return { database: match[1] as string, path: match[2] ?? '' };
}

const idLimitBytes = 1500;
const reservedId = /^__.*__$/s;
const numericId = /^__id-?\d+__$/;

/** Checks an id ("Usage and limits", constraints on collection and document ids). */
function checkSegment(segment: string, name: string, kind: 'Resource' | 'Collection' = 'Resource'): void {
  if (segment === '') throw invalidArgument(`Document name "${name}" has invalid empty segment.`);
  if (segment === '.' || segment === '..') {
    throw invalidArgument(`Document name "${name}" contains a resource id "${segment}".`);
  }
  if (Buffer.byteLength(segment) > idLimitBytes) {
    throw invalidArgument('The key path element name is longer than 1500 bytes.');
  }
  if (reservedId.test(segment) && !numericId.test(segment)) {
    throw invalidArgument(`${kind} id "${segment}" is invalid because it is reserved.`);
  }
}

const maxSegments = 200;
const maxKeyBytes = 6 * 1024;

/** Splits the valid path of a document. */
export function splitDocumentPath(key: string): DocumentPath {
  const slash = key.lastIndexOf('/');
  return { key, collection: key.slice(0, slash), id: key.slice(slash + 1) };
}

/**
 * Parses and checks the full name of a document.
 * @throws FirestoreError INVALID_ARGUMENT for another database, a collection's path or invalid ids
 */
export function parseDocumentName(name: string, database?: string): DocumentPath {
  const resource = parseResourceName(name);
  if (database !== undefined && resource.database !== database) {
    throw invalidArgument(`Document name "${name}" does not belong to database "${database}".`);
  }
  const segments = resource.path.split('/');
  for (const [i, segment] of segments.entries()) checkSegment(segment, name, i % 2 === 0 ? 'Collection' : 'Resource');
  if (segments.length % 2 !== 0) {
    throw invalidArgument(`Document name "${name}" lacks "/" at index ${name.length}.`);
  }
  if (segments.length > maxSegments || Buffer.byteLength(resource.path) > maxKeyBytes) {
    throw invalidArgument('The name of the document is too long: at most 100 subcollections deep and 6 KiB.');
  }
  return splitDocumentPath(resource.path);
}

/**
 * Parses the name of a parent of collections: a document, or the root (path '').
 * @throws FirestoreError INVALID_ARGUMENT as for the name of that document
 */
export function parseParentName(name: string): ResourceName {
  const resource = parseResourceName(name);
  if (resource.path !== '') parseDocumentName(name);
  return resource;
}

/** Checks the id of one collection, as in `from.collection_id`. */
export function checkCollectionId(id: string): void {
  if (id === '' || id.includes('/')) throw invalidArgument(`Invalid collection ID "${id}".`);
  checkSegment(id, id, 'Collection');
}

export const lastSegment = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
