import { Firestore } from './firestore.ts';
import { ownerAccess } from './operations/access.ts';
import { commit } from './operations/commit.ts';
import { runQuery } from './operations/query.ts';
import { integerValue, stringValue } from './values/value.ts';

const database = 'projects/warm-up/databases/(default)';
const documents = 2_000;

/** Yields to the event loop, so that connected clients do not wait. */
const pause = () => new Promise((resolve) => setImmediate(resolve));

/**
 * Runs writes and queries on a temporary database, so that the JavaScript engine has compiled the code before the first
 * real query.
 */
export async function warmUp(): Promise<void> {
  const firestore = new Firestore();
  const caller = { firestore, access: ownerAccess, checkIndex: () => undefined };
  for (let start = 0; start < documents; start += 100) {
    const writes = Array.from({ length: 100 }, (_, i) => ({
      update: {
        name: `${database}/documents/notes/p${start + i}`,
        fields: { n: integerValue((start + i) % 97), group: integerValue(i % 3), text: stringValue(`t${i}`) },
      },
    }));
    await commit(caller, { database, writes });
    await pause();
  }
  for (let i = 0; i < 12; i++) {
    const direction = i % 2 === 0 ? 'DESCENDING' : 'ASCENDING';
    await runQuery(caller, {
      parent: `${database}/documents`,
      structuredQuery: {
        from: [{ collectionId: 'notes' }],
        where: { fieldFilter: { field: { fieldPath: 'group' }, op: 'EQUAL', value: integerValue(i % 3) } },
        // Two shapes are only scanned. The third is frequent enough for an index.
        orderBy: [{ field: { fieldPath: i < 6 ? 'n' : 'text' }, direction }],
        limit: { value: 15 },
      },
    });
    await pause();
  }
  firestore.close();
}
