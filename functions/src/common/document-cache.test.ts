import { expect, it } from 'vitest';
import { createTestClock } from '../testing/clock.ts';
import { createDocumentCache } from './document-cache.ts';

it('cached documents are read again after 30 s, and if the clock was set back', async () => {
  const clock = createTestClock();
  let reads = 0;
  const load = async (ids: string[]) => {
    reads += 1;
    return new Map(ids.map((id) => [id, `${id} ${reads}`]));
  };
  const cache = createDocumentCache({ clock, load });
  const read = async () => (await cache.getAll(['a'])).get('a');

  const before = [await read(), await read()];
  clock.advance(30_001);
  const later = [await read(), await read()];
  clock.advance(-86_400_000);
  const back = [await read(), await read()];

  expect([before, later, back]).toEqual([
    ['a 1', 'a 1'],
    ['a 2', 'a 2'],
    ['a 3', 'a 3'],
  ]);
});
