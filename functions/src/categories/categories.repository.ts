import type { Category } from '@inkwell/shared/categories';
import type { Firestore } from 'firebase-admin/firestore';
import { appendAudit } from '../audit/audit.repository.ts';
import { createMutex } from '../firestore/mutex.ts';
import { runTransaction } from '../firestore/transaction.ts';
import { decodeCategory } from './categories.converter.ts';

/** A category to be; `icon` and `color` as they are to be stored. */
export type NewCategory = Pick<Category, 'name' | 'description' | 'icon' | 'color'>;

export interface CategoryRepository {
  /** All categories, in no particular order. Reads each. */
  list(): Promise<Category[]>;
  /**
   * Stores a category under the next number, in one transaction; numbers have no gaps and names are unique, whatever their case
   * and form. A repeated `requestId` answers what it made the first time. Null when the name is taken. Reads 2 or 3 documents,
   * writes 3 or 4.
   */
  create(
    category: NewCategory,
    options: { actorId: string; requestId: string | null; at: Date },
  ): Promise<Category | null>;
}

/** Requests are remembered this long; a retry comes within minutes. */
const REMEMBERED_MS = 24 * 60 * 60_000;

export function createCategoryRepository(db: Firestore): CategoryRepository {
  const categories = db.collection('categories');
  const counter = db.doc('counters/categories');
  // All creations move the one counter: one after the other they never abort each other within an instance.
  const oneByOne = createMutex();

  return {
    async list() {
      const { docs } = await categories.get();
      return docs.map(decodeCategory).filter((category) => category !== null);
    },

    create: (category, { actorId, requestId, at }) =>
      oneByOne(() =>
        runTransaction(db, async (transaction) => {
          const request = requestId === null ? null : db.collection('requests').doc(requestId);
          const earlier = request && (await transaction.get(request));
          if (earlier?.exists)
            return decodeCategory(await transaction.get(categories.doc(String(earlier.get('categoryId')))));

          const nameKey = nameKeyOf(category.name);
          const [last, namesakes] = await Promise.all([
            transaction.get(counter),
            transaction.get(categories.where('nameKey', '==', nameKey).limit(1)),
          ]);
          if (!namesakes.empty) return null;

          const id = Number(last.get('last') ?? 0) + 1;
          transaction.set(counter, { last: id });
          const document = { ...category, id, nameKey, postCount: 0, createdAt: at, schemaVersion: 1 };
          transaction.create(categories.doc(String(id)), document);
          const { name, description, icon, color } = category;
          const entry = { actorId, action: 'category.create', target: `categories/${id}`, name } as const;
          appendAudit(db, transaction, { ...entry, before: null, after: { name, description, icon, color } }, at);
          if (request) {
            transaction.create(request, { categoryId: id, expireAt: new Date(at.getTime() + REMEMBERED_MS) });
          }
          return { ...category, id, postCount: 0, createdAt: at.toISOString() };
        }),
      ),
  };
}

/** Names that look the same are the same: case, width and composition are folded, spaces are one. */
const nameKeyOf = (name: string): string =>
  name.normalize('NFKC').toLowerCase().normalize('NFKC').replace(/\s+/gu, ' ').trim();
