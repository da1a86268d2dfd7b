import type { Change, StoredDocument } from '../engine/document.ts';
import { invalidArgument } from '../errors.ts';
import type { DatabaseState } from '../firestore.ts';
import { parseDocumentName } from '../paths.ts';
import type { Query } from '../query/compiled-query.ts';
import { executeQuery, matchesQuery } from '../query/execute.ts';
import { compileQuery } from '../query/query.ts';
import type { Micros } from '../time.ts';
import { formatFieldPath } from '../values/field-path.ts';
import type { WireTarget } from './wire-listen.ts';

/** The effect of a change on one target: changed documents in it, and keys that left it. */
export interface TargetDelta {
  changed: StoredDocument[];
  removed: string[];
}

/** One target of a listener, which tracks the documents that the client has received. */
export interface Target {
  readonly id: number;
  readonly query: Query | null;
  /** The paths of a documents target. */
  readonly keys: readonly string[];
  /** The field paths of a projection. */
  readonly mask: { fieldPaths: string[] } | null;
  readonly count: number;
  /** The current documents of the target, for a client without earlier state. */
  load(): readonly StoredDocument[];
  /** The differences from the state at `time`. */
  loadSince(time: Micros): TargetDelta;
  apply(changes: readonly Change[]): TargetDelta;
}

function difference(known: ReadonlyMap<string, StoredDocument>, now: readonly StoredDocument[]): TargetDelta {
  const keys = new Set(now.map(({ key }) => key));
  return {
    changed: now.filter((document) => known.get(document.key) !== document),
    removed: [...known.keys()].filter((key) => !keys.has(key)),
  };
}

const byKey = (documents: readonly StoredDocument[]): Map<string, StoredDocument> =>
  new Map(documents.map((document) => [document.key, document]));

/** The documents of a target. */
interface Contents {
  query: Query | null;
  keys: readonly string[];
  /** The current documents, or those at `time`. */
  current(time?: Micros): readonly StoredDocument[];
  /** Whether a version can belong to the target. All other changes cannot affect it. */
  touches(document: StoredDocument): boolean;
  /** Whether other documents decide, too, which ones belong to the target. */
  isWindow: boolean;
}

/** @throws FirestoreError INVALID_ARGUMENT */
function contentsOf({ database, indexes }: DatabaseState, wire: WireTarget): Contents {
  if (wire.query) {
    const query = compileQuery(wire.query.parent, wire.query.structuredQuery ?? {});
    return {
      query,
      keys: [],
      current: (time) => executeQuery(database, indexes, query, time),
      touches: (document) => matchesQuery(query, document),
      isWindow: query.limit !== null || query.offset > 0,
    };
  }
  if (!wire.documents) throw invalidArgument('A target must be a query or a list of documents.');
  const keys = (wire.documents.documents ?? []).map((name) => parseDocumentName(name, database.name).key);
  const wanted = new Set(keys);
  return {
    query: null,
    keys,
    current: (time) =>
      keys
        .map((key) => (time === undefined ? database.get(key) : database.getAt(key, time)))
        .filter((document) => document !== undefined),
    touches: ({ key }) => wanted.has(key),
    isWindow: false,
  };
}

/**
 * Creates the target that a client requests.
 * @throws FirestoreError INVALID_ARGUMENT
 */
export function openTarget(state: DatabaseState, wire: WireTarget, id: number): Target {
  const { query, keys, current, touches, isWindow } = contentsOf(state, wire);
  let known = new Map<string, StoredDocument>();
  return {
    id,
    query,
    keys,
    mask: query?.select ? { fieldPaths: query.select.map(formatFieldPath) } : null,
    get count() {
      return known.size;
    },
    load() {
      const documents = current();
      known = byKey(documents);
      return documents;
    },
    loadSince(time) {
      const earlier = byKey(current(time));
      const now = current();
      known = byKey(now);
      return difference(earlier, now);
    },
    apply(changes) {
      const relevant = changes.filter(
        ({ before, after }) => (before !== null && touches(before)) || (after !== null && touches(after)),
      );
      if (relevant.length === 0) return { changed: [], removed: [] };
      if (isWindow) {
        const now = current();
        const delta = difference(known, now);
        known = byKey(now);
        return delta;
      }
      const delta: TargetDelta = { changed: [], removed: [] };
      for (const { key, after } of relevant) {
        if (after && touches(after)) {
          known.set(key, after);
          delta.changed.push(after);
        } else if (known.delete(key)) {
          delta.removed.push(key);
        }
      }
      return delta;
    },
  };
}
