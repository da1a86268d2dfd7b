import { expect, vi } from 'vitest';
import { api } from './api.ts';
import { seedPost, storedAll } from './posts.ts';
import { signIn, type TestUser } from './users.ts';

interface Newsroom {
  /** A contributor, whose the draft is. */
  readonly ada: TestUser;
  /** An author, with no post here. */
  readonly grace: TestUser;
  readonly mary: TestUser;
  readonly percy: TestUser;
  readonly reader: TestUser;
  /** The draft's id. */
  readonly id: string;
}

/** Somebody of each kind who has to do with a draft: those who write, staff (Mary and Percy), and a reader. */
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

/** The titles of the personal notifications of somebody, once all that documents of `collection` caused are sent. */
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
