import { expect, vi } from 'vitest';
import { api } from './api.ts';
import { storedAll } from './posts.ts';
import type { TestUser } from './users.ts';

/** One person of each kind who has access to a draft by Ada or not: writers, staff (Mary and Percy), and a reader. */
export const NEWSROOM = {
  ada: { writing: 'contributor', displayName: 'Ada Lovelace' },
  grace: { writing: 'author', displayName: 'Grace Hopper' },
  mary: { role: 'moderator', displayName: 'Mary Shelley' },
  percy: { role: 'admin', displayName: 'Percy Shelley' },
  reader: {},
} as const;

/** The titles of a person's personal notifications, once all notifications about documents of `collection` are sent. */
export async function titlesToldTo(person: TestUser, collection: 'notes' | 'reviews'): Promise<string[]> {
  await vi.waitFor(
    async () => {
      const documents = Object.values(await storedAll(collection));
      expect(documents.filter(({ isNotificationDue }) => isNotificationDue)).toEqual([]);
    },
    { interval: 20 },
  );
  return (await api.get('/api/notifications', person)).body.map(({ title }: { title: string }) => title);
}
