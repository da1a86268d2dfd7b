import { expect, vi } from 'vitest';
import { api } from './api.ts';
import { seedPost, storedAll } from './posts.ts';
import { signIn, type TestUser } from './users.ts';

interface Newsroom {
  /** A contributor, the owner of the draft. */
  readonly ada: TestUser;
  /** An author without posts. */
  readonly grace: TestUser;
  readonly mary: TestUser;
  readonly percy: TestUser;
  readonly reader: TestUser;
  /** The draft's id. */
  readonly id: string;
}

/** One person of each kind who has access to a draft or not: writers, staff (Mary and Percy), and a reader. */
export async function aNewsroom(): Promise<Newsroom> {
  const [ada, grace, mary, percy, reader] = await Promise.all([
    signIn({ writing: 'contributor', displayName: 'Ada Lovelace' }),
    signIn({ writing: 'author', displayName: 'Grace Hopper' }),
    signIn({ role: 'moderator', displayName: 'Mary Shelley' }),
    signIn({ role: 'admin', displayName: 'Percy Shelley' }),
    signIn(),
  ]);
  const { id } = await seedPost({ title: 'Harbour', isPublished: false, authorId: ada.id });
  return { ada, grace, mary, percy, reader, id };
}

/** The titles of a person's personal notifications, once all notifications about documents of `collection` are sent. */
export async function titlesToldTo(person: TestUser | undefined, collection: 'notes' | 'reviews'): Promise<string[]> {
  await vi.waitFor(
    async () => {
      const documents = Object.values(await storedAll(collection));
      expect(documents.filter(({ isNotificationDue }) => isNotificationDue)).toEqual([]);
    },
    { interval: 20 },
  );
  return (await api.get('/api/notifications', person)).body.map(({ title }: { title: string }) => title);
}
