import { type Category, type CategoryPatch, type CategoryUse, NO_CATEGORY_ORDER } from '@inkwell/shared/categories';
import { themeOfIcon } from '@inkwell/shared/category-choices';
import { inOwnOrder } from '@inkwell/shared/category-order';
import { PostStatus } from '@inkwell/shared/schedule';
import { type DocumentReference, FieldValue, type Firestore, type Transaction } from 'firebase-admin/firestore';
import { type Act, appendAudit } from '../audit/audit.repository.ts';
import { nameKeyOf } from '../common/name-key.ts';
import { createMutex } from '../firestore/mutex.ts';
import { runTransaction } from '../firestore/transaction.ts';
import type { Upgrade } from '../jobs/data-version.ts';
import { documentUpgrade } from '../jobs/document-upgrade.repository.ts';
import type { FixedJob } from '../jobs/job.ts';
import type { JobTable } from '../jobs/jobs.repository.ts';
import { CATEGORY_VERSION, decodeCategory, type StoredCategory, toCategory } from './categories.converter.ts';
import { remainingCategory } from './category-of-post.repository.ts';

/** A new category; `icon` and `color` are stored unchanged. */
export type NewCategory = Pick<Category, 'name' | 'description' | 'icon' | 'color'>;

export type CategoryChange =
  | { readonly kind: 'changed'; readonly category: Category }
  | { readonly kind: 'not-found' }
  | { readonly kind: 'name-taken' };

export type CategoryRemoval = 'removed' | 'not-found' | CategoryUse;

export interface CategoryRepository {
  /** All categories, unordered, including merged ones. Reads each. */
  list(): Promise<Category[]>;
  /** The category with an id; for a merged one, its target. Reads 1 document, 2 for a merged one. */
  find(id: number): Promise<Category | null>;
  /**
   * Stores a category under the next number, in one transaction. Numbers have no gaps, names are unique regardless of case and form. A
   * repeated `requestId` returns the first result. Null if the name is taken. Reads 2 or 3 documents, writes 3 or 4.
   */
  create(
    category: NewCategory,
    options: { actorId: string; requestId: string | null; at: Date },
  ): Promise<Category | null>;
  /**
   * Stores an imported category under its own number if that is free, else under the next one. If the name is taken, the existing category is not
   * changed. Safe to repeat. Reads 3 documents, writes 3. @returns the number
   */
  bring(category: NewCategory & { readonly id: number | null; readonly order: number }, act: Act): Promise<number>;
  /**
   * Changes a category. If the name of a category with published posts changes, also stores `job`, which updates their search entries. Reads 1 to 3
   * documents, writes 2 or 3.
   */
  update(id: number, patch: CategoryPatch, job: FixedJob, act: Act): Promise<CategoryChange>;
  /**
   * Gives these categories the places 1, 2, 3, ... and removes the places of others. Null if one does not exist. Reads each, writes each that
   * changes.
   */
  setOrder(ids: readonly number[], act: Act): Promise<Category[] | null>;
  /**
   * Deletes a category that no post or draft uses, either directly or through a category merged into it. Safe to repeat. Reads 1 document and at most
   * 20 posts and drafts that use it; writes 2.
   */
  remove(id: number, act: Act): Promise<CategoryRemoval>;
  /**
   * Merges a category into another and stores the job that moves its posts. Categories merged into it earlier lead to the remaining one. A repeat
   * changes nothing. Reads 2 documents and those of the earlier categories, writes 3 and those.
   * @returns the remaining category; null if either does not exist
   */
  merge(id: number, into: number, job: FixedJob, act: Act): Promise<Category | null>;
}

/** The maximum number of posts and drafts that a refused removal names. */
const MAX_NAMED = 10;

/** The maximum number of values of an `in` filter. */
const MAX_IN = 30;

const CHANGED_FIELDS = ['name', 'description', 'icon', 'color'] as const;

/** How long requests are stored for retries. */
const REMEMBERED_MS = 24 * 60 * 60_000;

export function createCategoryRepository(db: Firestore, jobs: Pick<JobTable, 'add' | 'follow'>): CategoryRepository {
  const categories = db.collection('categories');
  const counter = db.doc('counters/categories');
  const refOf = (id: number) => categories.doc(String(id));
  // All creations update one counter, so within an instance they run one after another to avoid contention.
  const oneByOne = createMutex();

  return {
    async list() {
      const { docs } = await categories.get();
      return docs.map(decodeCategory).filter(isThere).map(toCategory);
    },

    async find(id) {
      const found = await remainingCategory(id, (step) => categories.doc(step).get());
      return found && toCategory(found);
    },

    create: (category, { actorId, requestId, at }) =>
      oneByOne(() =>
        runTransaction(db, async (transaction) => {
          const request = requestId === null ? null : db.collection('requests').doc(requestId);
          const earlier = request && (await transaction.get(request));
          if (earlier?.exists) return remainingIn(transaction, Number(earlier.get('categoryId')));

          const nameKey = nameKeyOf(category.name);
          const [last, namesakes] = await Promise.all([
            transaction.get(counter),
            transaction.get(categories.where('nameKey', '==', nameKey).limit(1)),
          ]);
          if (!namesakes.empty) return null;

          const id = Number(last.get('last') ?? 0) + 1;
          transaction.set(counter, { last: id });
          const state = { postCount: 0, order: NO_CATEGORY_ORDER, mergedInto: null, schemaVersion: CATEGORY_VERSION };
          const document = { ...category, id, nameKey, ...state, createdAt: at };
          transaction.create(categories.doc(String(id)), document);
          const { name, description, icon, color } = category;
          const entry = { actorId, action: 'category.create', target: `categories/${id}`, name } as const;
          appendAudit(db, transaction, { ...entry, before: null, after: { name, description, icon, color } }, at);
          if (request) {
            transaction.create(request, { categoryId: id, expireAt: new Date(at.getTime() + REMEMBERED_MS) });
          }
          return { ...category, id, postCount: 0, order: NO_CATEGORY_ORDER, createdAt: at.toISOString() };
        }),
      ),

    bring: ({ id: wanted, order, ...category }, { actorId, at }) =>
      oneByOne(() =>
        runTransaction(db, async (transaction) => {
          const nameKey = nameKeyOf(category.name);
          const [last, namesakes, holder] = await Promise.all([
            transaction.get(counter),
            transaction.get(categories.where('nameKey', '==', nameKey).limit(1)),
            wanted === null ? null : transaction.get(refOf(wanted)),
          ]);
          const namesake = namesakes.docs[0] && decodeCategory(namesakes.docs[0]);
          if (namesake) return namesake.id;
          const highest = Number(last.get('last') ?? 0);
          const isFree = wanted !== null && wanted > 0 && holder?.exists === false;
          const id = isFree ? wanted : highest + 1;
          transaction.set(counter, { last: Math.max(highest, id) });
          const state = { postCount: 0, order, mergedInto: null, schemaVersion: CATEGORY_VERSION };
          transaction.create(refOf(id), { ...category, id, nameKey, ...state, createdAt: at });
          const entry = {
            actorId,
            action: 'category.create',
            target: `categories/${id}`,
            name: category.name,
          } as const;
          appendAudit(db, transaction, { ...entry, before: null, after: category }, at);
          return id;
        }),
      ),

    update: (id, patch, job, { actorId, at }) =>
      oneByOne(() =>
        runTransaction(db, async (transaction): Promise<CategoryChange> => {
          const before = decodeCategory(await transaction.get(refOf(id)));
          if (!isThere(before)) return { kind: 'not-found' };
          const changes = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
          const wanted: StoredCategory = { ...before, ...changes };
          const after = { ...wanted, color: themeOfIcon(wanted.icon) ?? wanted.color };
          const changed = CHANGED_FIELDS.filter((field) => before[field] !== after[field]);
          if (changed.length === 0) return { kind: 'changed', category: toCategory(before) };
          const nameKey = nameKeyOf(after.name);
          if (nameKey !== nameKeyOf(before.name)) {
            const namesakes = await transaction.get(categories.where('nameKey', '==', nameKey).limit(1));
            if (!namesakes.empty) return { kind: 'name-taken' };
          }
          if (changed.includes('name') && before.postCount > 0) await jobs.follow(transaction, job, at);
          const fields = (category: Category) => Object.fromEntries(changed.map((field) => [field, category[field]]));
          transaction.update(refOf(id), { ...fields(after), nameKey });
          const entry = { actorId, action: 'category.change', target: `categories/${id}`, name: after.name } as const;
          appendAudit(db, transaction, { ...entry, before: fields(before), after: fields(after) }, at);
          return { kind: 'changed', category: toCategory(after) };
        }),
      ),

    setOrder: (ids, { actorId, at }) =>
      runTransaction(db, async (transaction) => {
        const { docs } = await transaction.get(categories);
        const before = docs.map(decodeCategory).filter(isThere).map(toCategory);
        if (ids.some((id) => !before.some((category) => category.id === id))) return null;
        const after = before.map((category) => {
          const place = ids.indexOf(category.id);
          return { ...category, order: place === -1 ? NO_CATEGORY_ORDER : place + 1 };
        });
        const moved = after.filter(({ order }, n) => order !== before[n]?.order);
        for (const { id, order } of moved) transaction.update(refOf(id), { order });
        if (moved.length > 0) {
          const [was, is] = [before, after].map((list) => inOwnOrder(list).map(({ name }) => name));
          const entry = { actorId, action: 'category.order', target: 'system/categories' } as const;
          appendAudit(db, transaction, { ...entry, before: { order: was }, after: { order: is } }, at);
        }
        return after;
      }),

    remove: (id, { actorId, at }) =>
      runTransaction(db, async (transaction): Promise<CategoryRemoval> => {
        const category = decodeCategory(await transaction.get(refOf(id)));
        if (!category) {
          const last = Number((await transaction.get(counter)).get('last') ?? 0);
          return id <= last ? 'removed' : 'not-found';
        }
        if (!isThere(category)) return 'not-found';
        const use = await useOf(transaction, [id, ...(await mergedInto(transaction, id)).map(({ id }) => Number(id))]);
        if (use.posts.length > 0 || use.drafts > 0) return use;
        transaction.delete(refOf(id));
        const { name, description, icon, color } = category;
        const entry = { actorId, action: 'category.delete', target: `categories/${id}`, name } as const;
        appendAudit(db, transaction, { ...entry, before: { name, description, icon, color }, after: null }, at);
        return 'removed';
      }),

    merge: (id, into, job, { actorId, at }) =>
      runTransaction(db, async (transaction) => {
        const [category, target] = await Promise.all(
          [id, into].map(async (one) => decodeCategory(await transaction.get(refOf(one)))),
        );
        if (!category || !target || !isThere(target)) return null;
        if (category.mergedInto !== null) return category.mergedInto === into ? toCategory(target) : null;
        const earlier = await mergedInto(transaction, id);
        // Makes its name available again.
        transaction.update(refOf(id), { mergedInto: into, nameKey: FieldValue.delete() });
        for (const ref of earlier) transaction.update(ref, { mergedInto: into });
        jobs.add(transaction, job, at);
        const { name } = category;
        const entry = { actorId, action: 'category.merge', target: `categories/${id}`, name } as const;
        appendAudit(db, transaction, { ...entry, before: { name }, after: { into, name: target.name } }, at);
        return toCategory(target);
      }),
  };

  async function remainingIn(transaction: Transaction, id: number): Promise<Category | null> {
    const found = await remainingCategory(id, (step) => transaction.get(categories.doc(step)));
    return found && toCategory(found);
  }

  async function mergedInto(transaction: Transaction, id: number): Promise<DocumentReference[]> {
    return (await transaction.get(categories.where('mergedInto', '==', id).select())).docs.map(({ ref }) => ref);
  }

  /** Posts and drafts with one of these categories. Posts in every state count, until they are removed from the trash. */
  async function useOf(transaction: Transaction, ids: readonly number[]): Promise<CategoryUse> {
    const posts: CategoryUse['posts'] = [];
    let drafts = 0;
    for (let start = 0; start < ids.length && posts.length < MAX_NAMED; start += MAX_IN) {
      const some = ids.slice(start, start + MAX_IN);
      const ofPosts = db.collection('posts').where('categoryId', 'in', some).select('title', 'status');
      const ofDrafts = db.collectionGroup('drafts').where('categoryId', 'in', some).select();
      const [foundPosts, foundDrafts] = await Promise.all([
        transaction.get(ofPosts.limit(MAX_NAMED - posts.length)),
        transaction.get(ofDrafts.limit(MAX_NAMED)),
      ]);
      for (const post of foundPosts.docs) {
        const status = PostStatus.safeParse(post.get('status'));
        posts.push({
          id: post.id,
          title: String(post.get('title') ?? ''),
          // The post's removal has begun.
          status: status.success ? status.data : 'trash',
        });
      }
      drafts = Math.min(drafts + foundDrafts.size, MAX_NAMED);
    }
    return { posts, drafts };
  }
}

const isThere = (category: StoredCategory | null): category is StoredCategory => category?.mergedInto === null;

/** Adds `order` and `mergedInto` to older categories, unless they have them already. */
export const categoryUpgrade = (db: Firestore): Upgrade =>
  documentUpgrade(db, {
    version: CATEGORY_VERSION,
    about: 'Categories get a place in the order of the publication',
    collection: 'categories',
    change: ({ order = NO_CATEGORY_ORDER, mergedInto = null }) => ({ order, mergedInto }),
  });
