import { expect, it } from 'vitest';
import { cacheOf, partOf } from '../testing/parts.ts';
import type { AuthorNames } from '../users/authors.ts';
import type { ActivityRepository, EntryLine } from './activity.repository.ts';
import { createActivityService } from './activity.service.ts';

const ADMIN = { id: 'admin', role: 'admin' } as const;
const at = new Date(Date.UTC(2026, 0, 15));
const entry = (id: string, changes: Partial<EntryLine>): EntryLine =>
  partOf({ id, at, actorId: 'ada', onBehalfOf: null, action: 'x', name: 'N', target: 'posts/p', count: 1, ...changes });

const service = createActivityService({
  entries: partOf<ActivityRepository>({
    actors: async () => ['ada', 'scheduler', 'system', 'set-role'],
    list: async () => ({
      items: [
        entry('1', { actorId: 'scheduler', onBehalfOf: 'bob' }),
        entry('2', { target: 'users/bob' }),
        entry('3', { actorId: 'system', target: 'posts/p/q' }),
      ],
      total: 3,
      next: null,
    }),
  }),
  authors: cacheOf({
    ada: partOf<AuthorNames>({ displayName: 'Ada' }),
    bob: partOf<AuthorNames>({ displayName: 'Bob' }),
  }),
});

it('actions name the actor, the represented account and the target; automatic actions have no actor', async () => {
  const { items, next } = await service.list(ADMIN, {}, { limit: 9, after: null });
  const named = items.map(({ actor, onBehalfOf, target }) => [actor?.displayName, onBehalfOf?.displayName, target]);
  expect(named).toEqual([
    [undefined, 'Bob', { kind: 'posts', id: 'p', name: 'N' }],
    ['Ada', undefined, { kind: 'users', id: 'bob', name: 'Bob' }],
    [undefined, undefined, { kind: 'posts', id: 'p/q', name: 'N' }],
  ]);
  expect([items[0]?.at, next]).toEqual([at.toISOString(), null]);
  const people = (await service.people(ADMIN)).map(({ actorId, actor }) => [actorId, actor?.displayName]);
  expect(people).toEqual([
    ['ada', 'Ada'],
    ['scheduler', undefined],
    ['system', undefined],
    ['set-role', undefined],
  ]);
});
