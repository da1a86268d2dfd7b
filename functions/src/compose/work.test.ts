import { beforeEach, describe, expect, it } from 'vitest';
import { db, dependencies, logLines, resetFirestore } from '../testing/server.ts';
import { createWork } from './work.ts';

beforeEach(resetFirestore);

describe('the function work', () => {
  it('continues when visits cannot be folded, and logs it', async () => {
    await db.doc('trafficShards/2020-01-01_0').set({ day: '2020-01-01', by: 'one', scopes: { '*': 'no JSON' } });

    await createWork(dependencies)();

    expect(logLines).toMatchObject([{ severity: 'ERROR', message: 'visits were not folded' }]);
  });
});
