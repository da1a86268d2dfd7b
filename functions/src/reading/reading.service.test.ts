import type { PostCard } from '@inkwell/shared/posts';
import { expect, it } from 'vitest';
import { partOf } from '../testing/parts.ts';
import type { StoredPlace } from './reading.converter.ts';
import { createReadingService } from './reading.service.ts';

const ME = { id: 'me', role: 'user' } as const;
const at = (second: number) => new Date(1_000 * second);
const place = (id: string, changes: Partial<StoredPlace> = {}): StoredPlace => ({
  id,
  block: 1,
  blocks: 9,
  isDone: false,
  at: at(1),
  ...changes,
});

function serviceOf(places: readonly StoredPlace[] = []) {
  const noted: unknown[] = [];
  const service = createReadingService({
    reading: { find: async () => [...places], note: async (...args) => void noted.push(args) },
    posts: { publishedAmong: async (_, ids) => ids.map((id) => partOf<PostCard>({ id })) },
    clock: { now: () => at(9) },
  });
  return { service, noted };
}

it('the posts of a reader are the ones they started and have not finished', async () => {
  const { service } = serviceOf([place('a', { block: 0 }), place('b'), place('c', { isDone: true }), place('d')]);
  expect((await service.posts(ME, 9)).map(({ id }) => id)).toEqual(['b', 'd']);
  expect(await service.posts(ME, 1)).toHaveLength(1);
});

it('a position is stored with its own time, but never with a later one than now', async () => {
  const { service, noted } = serviceOf();
  const given = { block: 3, blocks: 9, isDone: true };
  await service.note(ME, [
    { ...given, postId: 'a', at: at(5).toISOString() },
    { ...given, postId: 'b', at: at(99).toISOString() },
  ]);
  expect(noted).toEqual([
    [
      'me',
      [
        { ...given, id: 'a', at: at(5) },
        { ...given, id: 'b', at: at(9) },
      ],
    ],
  ]);
  const answer = { postId: 'a', block: 3, blocks: 9, isDone: true, at: at(5).toISOString() };
  expect(await serviceOf([place('a', { ...given, at: at(5) })]).service.places(ME)).toEqual([answer]);
});
