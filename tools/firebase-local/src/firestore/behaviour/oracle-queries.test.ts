import { status } from '@grpc/grpc-js';
import type { CollectionReference, DocumentData } from 'firebase-admin/firestore';
import { beforeAll, describe, expect, it } from 'vitest';
import { ORACLE_AGGREGATES, ORACLE_QUERIES, type QueryGroup } from './oracle-queries.ts';
import { openTarget, refusal } from './target.ts';

const { db } = await openTarget();

/** The source text of a query, without its parameter. */
const written = (query: unknown) =>
  String(query)
    .replace(/^\(c\) => /, '')
    .replace(/\s+/g, ' ');

async function store(collection: CollectionReference, documents: Record<string, DocumentData>): Promise<void> {
  const batch = db.batch();
  for (const [key, data] of Object.entries(documents)) {
    batch.set(key.includes('/') ? db.doc(key) : collection.doc(key), data);
  }
  await batch.commit();
}

const documentsOf = ({ documents }: QueryGroup) => (typeof documents === 'function' ? documents(db) : documents);

describe.each(ORACLE_QUERIES.map((group, index) => ({ ...group, collectionId: `queries${index}` })))(
  '$title',
  ({ collectionId, queries, ...group }) => {
    beforeAll(() => store(db.collection(collectionId), documentsOf({ queries, ...group })));

    it.each(queries.map(([query, ids]) => [written(query), ids, query] as const))(
      '%s: %s',
      async (_text, ids, query) => {
        const results = query(db.collection(collectionId)).get();

        if (ids === 'refused') {
          expect((await refusal(results)).code).toBe(status.INVALID_ARGUMENT);
        } else {
          expect((await results).docs.map(({ id }) => id).join(' ')).toBe(ids);
        }
      },
    );
  },
);

describe.each(ORACLE_AGGREGATES.map((group, index) => ({ ...group, collectionId: `figures${index}` })))(
  '$title',
  ({ collectionId, documents, queries }) => {
    beforeAll(() => store(db.collection(collectionId), documents));

    it.each(queries.map(([query, ...rest]) => [written(query), query, ...rest] as const))(
      '%s',
      async (_text, query, figures, answers) => {
        const snapshot = await query(db.collection(collectionId)).aggregate(figures).get();

        expect(snapshot.data()).toEqual(answers);
      },
    );
  },
);

it('has at least 200 queries', () => {
  const queries = [...ORACLE_QUERIES, ...ORACLE_AGGREGATES].flatMap((group): readonly unknown[] => group.queries);

  expect(queries.length).toBeGreaterThanOrEqual(200);
});
