import type { Ruleset } from '../../rules/evaluation.ts';
import {
  evaluateFirestore,
  explainDenial,
  type FirestoreOperation,
  type QueryFilter,
} from '../../rules/firestore-request.ts';
import type { Database } from '../engine/database.ts';
import { FirestoreError } from '../errors.ts';
import { type Access, ownerAccess } from '../operations/access.ts';
import { parseDatabaseName } from '../paths.ts';
import type { Query } from '../query/compiled-query.ts';
import { conjuncts, type FieldFilter } from '../query/filter.ts';
import { toServerTimestamp } from '../time.ts';
import { readCaller } from './caller.ts';
import type { RulesStore } from './rules-store.ts';

type Token = FirestoreOperation['token'];

/** "Access call limits": 10 for single documents and queries, 20 for several documents, transactions and batches. */
const singleLimit = 10;
const multipleLimit = 20;

const comparators: Partial<Record<FieldFilter['op'], QueryFilter['comparator']>> = {
  EQUAL: 'EQ',
  NOT_EQUAL: 'NEQ',
  GREATER_THAN: 'GT',
  GREATER_THAN_OR_EQUAL: 'GTE',
  LESS_THAN: 'LT',
  LESS_THAN_OR_EQUAL: 'LTE',
  IN: 'IN',
  ARRAY_CONTAINS: 'LIST_CONTAINS',
};

function queryOf(query: Query): NonNullable<FirestoreOperation['query']> {
  const filters = conjuncts(query.filter).flatMap(({ path, op, value }): QueryFilter[] => {
    const comparator = comparators[op];
    return comparator ? [{ field: path.join('.'), comparator, value }] : [];
  });
  const orderBy = query.orders
    .slice(0, query.explicitOrders)
    .map(({ field, direction }) => `${field} ${direction === 1 ? 'ASC' : 'DESC'}`);
  return { limit: query.limit, offset: query.offset, orderBy: orderBy.join(', ') || null, filters };
}

/** The access of a caller with this token under the rules. */
function createRulesAccess(rules: Ruleset | null, token: Token): Access {
  const deny = (reason: string) => new FirestoreError('PERMISSION_DENIED', reason);
  type Part = Pick<FirestoreOperation, 'method' | 'segments' | 'before' | 'after'> & Partial<FirestoreOperation>;

  const judge = (database: Database, part: Part): void => {
    if (!rules) throw deny('No rules are loaded, so only server clients (Bearer owner) are let in.');
    const operation: FirestoreOperation = {
      database: parseDatabaseName(database.name).database,
      token,
      time: toServerTimestamp(Date.now() * 1000),
      getDocument: (segments) => database.get(segments.join('/')) ?? null,
      documentLimit: singleLimit,
      onDebug: (message) => console.log(`[rules debug] ${message}`),
      ...part,
    };
    const evaluation = evaluateFirestore(rules, operation);
    if (evaluation.permit) return;
    const reason = explainDenial(evaluation, part.method);
    console.log(`[rules] ${part.method} ${part.segments.join('/')} refused: ${reason}`);
    throw deny(reason);
  };

  return {
    get(database, path, document) {
      judge(database, { method: 'get', segments: path.key.split('/'), before: document ?? null, after: null });
    },
    list(database, query) {
      if (query.collectionId === null) throw deny('Queries over all collections are for server clients only.');
      const parent = query.parent === '' ? [] : query.parent.split('/');
      const { collectionId } = query;
      const target = query.allDescendants
        ? { segments: parent, collectionGroup: collectionId }
        : { segments: [...parent, collectionId] };
      judge(database, { method: 'list', ...target, before: null, after: null, query: queryOf(query) });
    },
    admin(operation) {
      throw deny(`${operation} is for server clients only.`);
    },
    write(database, mutations, micros) {
      const time = toServerTimestamp(micros);
      const after = new Map(mutations.map((mutation) => [mutation.key, mutation.document]));
      const documentLimit = mutations.length > 1 ? multipleLimit : singleLimit;
      for (const { key, document } of mutations) {
        const before = database.get(key) ?? null;
        const method = !document ? 'delete' : before ? 'update' : 'create';
        const getDocumentAfter = (segments: readonly string[]) => {
          const path = segments.join('/');
          return after.has(path) ? (after.get(path) ?? null) : (database.get(path) ?? null);
        };
        const segments = key.split('/');
        judge(database, { method, segments, before, after: document, time, getDocumentAfter, documentLimit });
      }
    },
  };
}

/**
 * The access to a database of a caller with this `Authorization` header.
 * @throws FirestoreError UNAUTHENTICATED
 */
export function accessFor(rules: RulesStore, authorization: string | undefined, database: string): Access {
  const caller = readCaller(authorization);
  if (caller.isOwner) return ownerAccess;
  const { project } = parseDatabaseName(database);
  return createRulesAccess(rules.find(project), caller.token);
}
