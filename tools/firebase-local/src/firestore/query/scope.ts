import type { Collection } from '../engine/collection.ts';
import type { Database } from '../engine/database.ts';
import type { StoredDocument } from '../engine/document.ts';
import { lastSegment } from '../paths.ts';
import type { Query } from './compiled-query.ts';

const isBelow = (collection: string, parent: string): boolean => parent === '' || collection.startsWith(`${parent}/`);

/** The collection of a plain query; null for collection groups and queries of all collections. */
export function singleCollection(query: Query): string | null {
  if (query.allDescendants || query.collectionId === null) return null;
  return query.parent === '' ? query.collectionId : `${query.parent}/${query.collectionId}`;
}

/** Whether the documents in `collection` are in the range of the query. */
export function isInScope(query: Query, collection: string): boolean {
  const single = singleCollection(query);
  if (single !== null) return collection === single;
  if (!isBelow(collection, query.parent)) return false;
  if (query.allDescendants) return query.collectionId === null || lastSegment(collection) === query.collectionId;
  // Without a collection id or all descendants: the collections directly below the parent.
  const below = query.parent === '' ? collection : collection.slice(query.parent.length + 1);
  return !below.includes('/');
}

/** The collections that the query reads. */
function collectionsInScope(database: Database, query: Query): Iterable<Collection> {
  const single = singleCollection(query);
  if (single !== null) {
    const collection = database.collections.get(single);
    return collection ? [collection] : [];
  }
  const candidates =
    query.collectionId === null ? database.collections.values() : (database.groups.get(query.collectionId) ?? []);
  return [...candidates].filter((collection) => isInScope(query, collection.path));
}

export function* documentsInScope(database: Database, query: Query): Iterable<StoredDocument> {
  for (const collection of collectionsInScope(database, query)) yield* collection.documents.values();
}
