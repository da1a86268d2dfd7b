import { randomUUID } from 'node:crypto';
import type { Category } from '@inkwell/shared/categories';
import { type PostInput, type StaffPost, TRASH_MS } from '@inkwell/shared/posts';
import type { DocumentData } from 'firebase-admin/firestore';
import { type Content, createContent } from '../compose/content.ts';
import { forEachFile } from './each-file.ts';
import { clock, db, responseCache } from './server.ts';

let content: Content;
forEachFile(() => {
  content = createContent({ db, clock });
});

const SEEDER = { id: 'seeder', role: 'admin' } as const;

interface SeedFields extends Partial<PostInput> {
  readonly authorId?: string;
}

/** Stores a post through the product's service, published by default. */
export function seedPost({ authorId = SEEDER.id, ...fields }: SeedFields = {}): Promise<StaffPost> {
  const input = { title: 'A harbour at dawn', content: 'Boats leave early.', isPublished: true, ...fields };
  return content.posts.create({ ...SEEDER, id: authorId }, randomUUID(), input).finally(responseCache.invalidate);
}

export const seedCategory = (name = `Category ${randomUUID()}`): Promise<Category> =>
  content.categories.create(SEEDER, { name }, null).finally(responseCache.invalidate);

/** Removes the posts in the trash, as the sweep does when they expire. */
export const emptyTrash = (): Promise<number> =>
  content.remover.removeOverdue(new Date(clock.now().getTime() + TRASH_MS));

/** The stored document; null if there is none. */
export async function stored(path: string): Promise<DocumentData | null> {
  return (await db.doc(path).get()).data() ?? null;
}

export const storedPost = (id: string): Promise<DocumentData | null> => stored(`posts/${id}`);

/** Every document of a collection by id. */
export async function storedAll(collection: string): Promise<Record<string, DocumentData>> {
  const { docs } = await db.collection(collection).get();
  return Object.fromEntries(docs.map((found) => [found.id, found.data()]));
}

/** All entries of the audit log, unordered. */
export const storedActs = async (): Promise<DocumentData[]> => Object.values(await storedAll('audit'));
