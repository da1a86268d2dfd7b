import type { ActivityAction } from '@inkwell/shared/activity';
import { NAMED_LISTS, type NamedListKind } from '@inkwell/shared/named-lists';
import type {
  DocumentData,
  DocumentReference,
  DocumentSnapshot,
  Firestore,
  Query,
  Transaction,
} from 'firebase-admin/firestore';
import { findAddresses, readAddress, takeAddress } from '../addresses/addresses.repository.ts';
import { type Act, appendAudit } from '../audit/audit.repository.ts';
import { nameKeyOf } from '../common/name-key.ts';
import type { PageOfMany, PageRequest } from '../common/paging.ts';
import { parseWordSearch } from '../common/word-prefixes.ts';
import { type Order, readFiltered, readIndexed } from '../firestore/list-pages.ts';
import { createMutex } from '../firestore/mutex.ts';
import { runTransaction } from '../firestore/transaction.ts';
import type { FixedJob } from '../jobs/job.ts';
import type { JobTable } from '../jobs/jobs.repository.ts';
import type { PictureTable } from '../pictures/pictures.repository.ts';
import { type ReferringCollection, referencesOf } from '../pictures/references.ts';
import { findableList, isThere, LIST_VERSION, type StoredList } from './named-lists.converter.ts';
import { remaining } from './remaining.ts';

/** The fields that staff set. Without a slug, one is made from the name. */
export interface ListInput {
  readonly name: string;
  readonly slug?: string | undefined;
  readonly description?: string | null | undefined;
  readonly picture?: string | null | undefined;
}

/** Omitted fields do not change; null clears a field. */
export type ListPatch = { readonly [Field in keyof ListInput]?: ListInput[Field] | undefined };

export type ListChange<List> =
  | { readonly kind: 'changed'; readonly list: List }
  | { readonly kind: 'not-found' }
  /** The list with the name. */
  | { readonly kind: 'name-taken'; readonly list: List }
  | { readonly kind: 'slug-taken' };

/** The differences between tags and series. */
export interface ListKind<List extends StoredList> {
  readonly kind: NamedListKind;
  readonly pictures: ReferringCollection;
  readonly decode: (snapshot: DocumentSnapshot) => List | null;
  /** The fields of only this kind of list that derive from the name. */
  readonly ownFields: (name: string) => Omit<List, keyof StoredList>;
  /** The slug for a name; empty if the name has neither letters nor digits. */
  readonly slugOf: (name: string) => string;
  /** Which existing lists readers may see, in addition to having posts. */
  readonly published: (there: Query) => Query;
}

export interface NamedListRepository<List extends StoredList> {
  /** Lists with published posts, largest first. Reads the page and 1 for each 1,000 lists. */
  listPublished(page: PageRequest): Promise<PageOfMany<List>>;
  /**
   * All lists, largest first. With `q`, every word of the query must begin a word of the name. `isForReaders` omits lists that readers never see.
   * Reads like `listPublished`, or at most 204 with several words.
   */
  listAll(q: string | undefined, page: PageRequest, isForReaders?: boolean): Promise<PageOfMany<List>>;
  /** At most `limit` lists with published posts, largest first. Every word of `q` must begin a word of the name. Reads each. */
  suggest(q: string, limit: number): Promise<List[]>;
  /** The ids of lists with these current or earlier slugs. Reads 1 document for each. */
  idsOfSlugs(slugs: readonly string[]): Promise<Map<string, string>>;
  /** Lists by id. Merged lists are replaced by their targets, and deleted ones are omitted. Reads 1 document for each, 2 for a merged one. */
  byIds(ids: readonly string[]): Promise<Map<string, List>>;
  /** Lists by name. Reads 1 document for each that exists, and at least 1 for 30 names. */
  byNames(names: readonly string[]): Promise<Map<string, List>>;
  /**
   * Stores a new list if its name and slug are free. Without a slug, one is made from the name, with a number if it is taken. Reads 3 to 8 documents,
   * writes 3.
   */
  create(id: string, list: ListInput, act: Act): Promise<ListChange<List>>;
  /**
   * Changes a list. Its earlier slugs still lead to it. Reads 1 to 5 documents, writes 2 or 3.
   * @param renamed the job, if any, after the name of a list with posts changed; 1 more read and write
   */
  update(id: string, patch: ListPatch, act: Act, renamed?: FixedJob | null): Promise<ListChange<List>>;
  /**
   * Merges a list into another or deletes it, and stores the job that changes its posts. Lists that were merged into it follow. A repeat changes
   * nothing. Reads 3 or 4 documents, writes 3, and 1 of each for a list that follows.
   * @returns the remaining or the deleted list; null if one of them does not exist
   */
  end(id: string, into: string | null, job: FixedJob, act: Act): Promise<List | null>;
}

const BY_COUNT: Order = { field: 'postCount', holds: 'number', direction: 'desc' };

/** Slugs to try for a name: `tea`, `tea-2`, `tea-3`. */
const ATTEMPTS = 3;

/** The maximum number of merged lists that are updated to lead to the target. Others lead to it through this list. */
const FOLLOWERS = 200;

export function createNamedListRepository<List extends StoredList>(
  db: Firestore,
  kind: ListKind<List>,
  { pictures, jobs }: { pictures: Pick<PictureTable, 'move'>; jobs: Pick<JobTable, 'add' | 'follow'> },
): NamedListRepository<List> {
  const { kind: targetKind, decode } = kind;
  const { section: collection } = NAMED_LISTS[targetKind];
  const lists = db.collection(collection);
  const there = lists.where('isThere', '==', true);
  // Concurrent requests for lists with the same name wait for each other within an instance instead of aborting.
  const oneByOne = createMutex();

  /** The decoded path of a list's page. */
  const addressOf = (slug: string): string => `/${collection}/${slug}`;
  const action = (verb: 'create' | 'change' | 'delete' | 'merge') => `${targetKind}.${verb}` as ActivityAction;
  const picturesOf = (list: DocumentData) => referencesOf(kind.pictures, list);

  const namesake = async (transaction: Transaction, name: string): Promise<List | null> => {
    const { docs } = await transaction.get(there.where('nameKey', '==', nameKeyOf(name)).limit(1));
    return docs[0] ? decode(docs[0]) : null;
  };

  /** Whether a list may have this slug. An earlier slug of another existing list is not available. */
  async function isFree(transaction: Transaction, slug: string, id: string): Promise<boolean> {
    const target = await readAddress(db, transaction, addressOf(slug));
    if (!target) return true;
    if (target.kind !== targetKind) return false;
    const holder = await remainingList(target.id, (ref) => transaction.get(ref));
    return !holder || holder.id === id;
  }

  async function freeSlug(transaction: Transaction, name: string, id: string): Promise<string> {
    const base = kind.slugOf(name) || targetKind;
    for (let number = 1; number <= ATTEMPTS; number += 1) {
      const slug = number === 1 ? base : `${base}-${number}`;
      if (await isFree(transaction, slug, id)) return slug;
    }
    return `${base}-${id
      .replace(/[^a-z\d]/gi, '')
      .slice(0, 8)
      .toLowerCase()}`;
  }

  const remainingList = (id: string, read: (ref: DocumentReference) => Promise<DocumentSnapshot>) =>
    remaining(id, async (next) => decode(await read(lists.doc(next))));

  const page = (query: Query, request: PageRequest) => readIndexed({ query, order: BY_COUNT, page: request, decode });

  return {
    listPublished: (request) => page(kind.published(there).where('postCount', '>', 0), request),

    async listAll(q, request, isForReaders = false) {
      const all = isForReaders ? kind.published(there) : there;
      const search = parseWordSearch(q ?? '');
      const [prefix] = search.prefixes;
      if (!q?.trim()) return page(all, request);
      if (prefix === undefined) return { items: [], total: 0, next: null, documents: 0 };
      const query = all.where('wordPrefixes', 'array-contains', prefix);
      if (search.isDecidedByIndex) return page(query, request);
      const isMatch = ({ name }: List) => search.matches(name);
      return readFiltered({ query, order: BY_COUNT, page: request, decode, isMatch });
    },

    async suggest(q, limit) {
      const search = parseWordSearch(q);
      const [prefix] = search.prefixes;
      if (prefix === undefined) return [];
      const begun = kind.published(there).where('wordPrefixes', 'array-contains', prefix);
      const { docs } = await begun.orderBy(BY_COUNT.field, BY_COUNT.direction).limit(limit).get();
      return docs.flatMap((found) => {
        const list = decode(found);
        return list && list.postCount > 0 && search.matches(list.name) ? [list] : [];
      });
    },

    async idsOfSlugs(slugs) {
      const targets = await findAddresses(db, slugs.map(addressOf));
      return new Map(
        slugs.flatMap((slug, n) => (targets[n]?.kind === targetKind ? [[slug, targets[n].id] as const] : [])),
      );
    },

    async byIds(ids) {
      const distinctIds = [...new Set(ids)];
      const found = await Promise.all(
        distinctIds.map(async (id) => [id, await remainingList(id, (ref) => ref.get())] as const),
      );
      return new Map(found.flatMap(([id, list]) => (list ? [[id, list] as const] : [])));
    },

    async byNames(names) {
      const keys = [...new Set(names.map(nameKeyOf))];
      if (keys.length === 0) return new Map();
      const { docs } = await there.where('nameKey', 'in', keys).get();
      const byKey = new Map(docs.map((found) => [String(found.get('nameKey')), decode(found)]));
      return new Map(
        names.flatMap((name) => {
          const list = byKey.get(nameKeyOf(name));
          return list ? [[name, list] as const] : [];
        }),
      );
    },

    create: (id, input, { actorId, at }) =>
      oneByOne(() =>
        runTransaction(db, async (transaction): Promise<ListChange<List>> => {
          const { name, description = null, picture = null } = input;
          const existing = decode(await transaction.get(lists.doc(id)));
          if (existing) return { kind: 'changed', list: existing };
          const taken = await namesake(transaction, name);
          if (taken) return { kind: 'name-taken', list: taken };
          if (input.slug !== undefined && !(await isFree(transaction, input.slug, id))) return { kind: 'slug-taken' };
          const slug = input.slug ?? (await freeSlug(transaction, name, id));
          const shown = picturesOf({ description, picture });
          const references = await pictures.move(transaction, { before: [], after: shown }, at);
          const own = kind.ownFields(name);
          const written = { ...findableList(name), ...own, slug, description, picture };
          const state = { postCount: 0, isThere: true, mergedInto: null, createdAt: at, schemaVersion: LIST_VERSION };
          transaction.create(lists.doc(id), { ...written, ...state, pictures: shown });
          takeAddress(db, transaction, addressOf(slug), { kind: targetKind, id });
          references.write();
          const after = { name, slug, description, picture };
          const entry = { actorId, action: action('create'), target: lists.doc(id).path, name };
          appendAudit(db, transaction, { ...entry, before: null, after }, at);
          const stored: StoredList = {
            id,
            ...after,
            postCount: 0,
            createdAt: at.toISOString(),
            mergedInto: null,
            isRemoved: false,
          };
          return { kind: 'changed', list: { ...stored, ...own } as List };
        }),
      ),

    update: (id, patch, { actorId, at }, renamed = null) =>
      oneByOne(() =>
        runTransaction(db, async (transaction): Promise<ListChange<List>> => {
          const before = decode(await transaction.get(lists.doc(id)));
          if (!isThere(before)) return { kind: 'not-found' };
          const changes = Object.entries(patch).filter(([, value]) => value !== undefined);
          const after: List = { ...before, ...Object.fromEntries(changes) };
          const changed = (['name', 'slug', 'description', 'picture'] as const).filter(
            (field) => before[field] !== after[field],
          );
          if (changed.length === 0) return { kind: 'changed', list: before };
          if (nameKeyOf(after.name) !== nameKeyOf(before.name)) {
            const taken = await namesake(transaction, after.name);
            if (taken) return { kind: 'name-taken', list: taken };
          }
          if (after.slug !== before.slug && !(await isFree(transaction, after.slug, id))) return { kind: 'slug-taken' };
          const is = picturesOf(after);
          const references = await pictures.move(transaction, { before: picturesOf(before), after: is }, at);
          if (renamed && changed.includes('name') && before.postCount > 0) await jobs.follow(transaction, renamed, at);
          const own = kind.ownFields(after.name);
          const { slug, description, picture } = after;
          transaction.update(lists.doc(id), {
            ...findableList(after.name),
            ...own,
            slug,
            description,
            picture,
            pictures: is,
          });
          if (slug !== before.slug) takeAddress(db, transaction, addressOf(slug), { kind: targetKind, id });
          references.write();
          const fields = (list: List) => Object.fromEntries(changed.map((field) => [field, list[field]]));
          const entry = { actorId, action: action('change'), target: lists.doc(id).path, name: after.name };
          appendAudit(db, transaction, { ...entry, before: fields(before), after: fields(after) }, at);
          return { kind: 'changed', list: { ...after, ...own } };
        }),
      ),

    end: (id, into, job, { actorId, at }) =>
      runTransaction(db, async (transaction) => {
        const list = decode(await transaction.get(lists.doc(id)));
        const target = into === null ? list : decode(await transaction.get(lists.doc(into)));
        if (!list || !target) return null;
        const isDone = into === null ? list.isRemoved : list.mergedInto === into;
        if (isDone) return target;
        if (!isThere(list) || !isThere(target)) return null;
        const followers = await transaction.get(lists.where('mergedInto', '==', id).limit(FOLLOWERS).select());
        const references = await pictures.move(transaction, { before: picturesOf(list), after: [] }, at);
        const ended = { isThere: false, mergedInto: into, description: null, picture: null, pictures: [] };
        transaction.update(lists.doc(id), ended);
        for (const { ref } of followers.docs) transaction.update(ref, { mergedInto: into });
        references.write();
        jobs.add(transaction, job, at);
        const verb = into === null ? 'delete' : 'merge';
        const entry = { actorId, action: action(verb), target: lists.doc(id).path, name: list.name };
        const after = into === null ? null : { into, name: target.name };
        appendAudit(db, transaction, { ...entry, before: { name: list.name, slug: list.slug }, after }, at);
        return target;
      }),
  };
}
