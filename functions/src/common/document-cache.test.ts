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

it('reads the current value each time, and a missing one once in 10 s', async () => {
  const clock = createTestClock();
  const stored = new Map([['a', 1]]);
  const asked: string[][] = [];
  const load = async (ids: string[]) => {
    asked.push(ids);
    return new Map([...stored].filter(([id]) => ids.includes(id)));
  };
  const cache = createDocumentCache({ clock, load });

  const before = await clock.stopped(async () => [
    await cache.current('a'),
    await cache.current('b'),
    await cache.current('b'),
  ]);
  stored.set('a', 2).set('b', 3);
  const later = [await cache.current('a'), (await cache.getAll(['a'])).get('a')];
  clock.advance(10_000);

  expect([before, later, await cache.current('b')]).toEqual([[1, null, null], [2, 2], 3]);
  expect(asked).toEqual([['a'], ['b'], ['a'], ['b']]);
});
