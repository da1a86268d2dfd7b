import { slugify } from '@inkwell/shared/slug';
import { isInternalTag } from '@inkwell/shared/tag-names';
import type { TagInput, TagPatch } from '@inkwell/shared/tags';
import type { DocumentReference, DocumentSnapshot, Firestore, Query, Transaction } from 'firebase-admin/firestore';
import { findAddresses, readAddress, takeAddress } from '../addresses/addresses.repository.ts';
import { appendAudit } from '../audit/audit.repository.ts';
import { nameKeyOf } from '../common/name-key.ts';
import type { PageOfMany, PageRequest } from '../common/paging.ts';
import { parseWordSearch } from '../common/word-prefixes.ts';
import { type Order, readFiltered, readIndexed } from '../firestore/list-pages.ts';
import { createMutex } from '../firestore/mutex.ts';
import { runTransaction } from '../firestore/transaction.ts';
import type { NewJob } from '../jobs/job.ts';
import type { JobTable } from '../jobs/jobs.repository.ts';
import type { PictureTable } from '../pictures/pictures.repository.ts';
import { PICTURE_REFERENCES, referencesOf } from '../pictures/references.ts';
import { remaining } from './remaining.ts';
import { decodeTag, isThere, namedTag, type StoredTag, TAG_VERSION } from './tags.converter.ts';

interface Act {
  readonly actorId: string;
  readonly at: Date;
}

export type TagChange =
  | { readonly kind: 'changed'; readonly tag: StoredTag }
  | { readonly kind: 'not-found' }
  /** The tag that has the name. */
  | { readonly kind: 'name-taken'; readonly tag: StoredTag }
  | { readonly kind: 'slug-taken' };

export interface TagRepository {
  /** Tags with published posts, those with the most first. Reads the page and 1 for each 1,000 tags. */
  listPublished(page: PageRequest): Promise<PageOfMany<StoredTag>>;
  /** All tags, those with the most posts first; with `q`, those in whose names each word begins a word. Reads as `listPublished`, at most 204 with several words. */
  listAll(q: string | undefined, page: PageRequest): Promise<PageOfMany<StoredTag>>;
  /** The ids of the tags that have or had these slugs. Reads 1 document for each. */
  idsOfSlugs(slugs: readonly string[]): Promise<Map<string, string>>;
  /** Tags by their ids; merged ones lead to those that they became, and deleted ones are left out. Reads 1 document for each, 2 for a merged one. */
  byIds(ids: readonly string[]): Promise<Map<string, StoredTag>>;
  /** Tags by their names. Reads 1 document for each that exists, and at least 1 for 30 names. */
  byNames(names: readonly string[]): Promise<Map<string, StoredTag>>;
  /** Stores a new tag, whose name and slug nobody has. Without a slug, the name makes one, with a number where it is taken. Reads 3 to 8 documents, writes 3. */
  create(id: string, tag: TagInput, act: Act): Promise<TagChange>;
  /** Changes a tag. Its earlier slugs keep leading to it. Reads 1 to 5 documents, writes 2 or 3. */
  update(id: string, patch: TagPatch, act: Act): Promise<TagChange>;
  /**
   * Ends a tag, merged into another or deleted, and stores the job that changes its posts. Tags that were merged into it follow. A repeat changes
   * nothing. Reads 3 or 4 documents, writes 3, and 1 of each for a tag that follows.
   * @returns the tag that remains, or that was deleted; null if one of them is not there
   */
  end(id: string, into: string | null, job: NewJob & { readonly id: string }, act: Act): Promise<StoredTag | null>;
}

/** The path of a tag's page, decoded. */
const tagAddress = (slug: string): string => `/tags/${slug}`;

const BY_COUNT: Order = { field: 'postCount', holds: 'number', direction: 'desc' };

/** Slugs that are tried for a name: `tea`, `tea-2`, `tea-3`. */
const ATTEMPTS = 3;

/** Tags that follow the one that they were merged into. Others lead over it. */
const FOLLOWERS = 200;

export function createTagRepository(
  db: Firestore,
  { pictures, jobs }: { pictures: Pick<PictureTable, 'move'>; jobs: Pick<JobTable, 'add'> },
): TagRepository {
  const tags = db.collection('tags');
  const there = tags.where('isThere', '==', true);
  // Two tags of one name, created at once within an instance, wait for each other instead of aborting.
  const oneByOne = createMutex();

  const first = (snapshots: readonly DocumentSnapshot[]): StoredTag | null =>
    snapshots[0] ? decodeTag(snapshots[0]) : null;

  const namesake = async (transaction: Transaction, name: string): Promise<StoredTag | null> =>
    first((await transaction.get(there.where('nameKey', '==', nameKeyOf(name)).limit(1))).docs);

  /** Whether a tag may have this slug: an earlier slug of another tag that is there stays that tag's. */
  async function isFree(transaction: Transaction, slug: string, id: string): Promise<boolean> {
    const target = await readAddress(db, transaction, tagAddress(slug));
    if (!target) return true;
    if (target.kind !== 'tag') return false;
    const holder = await remainingTag(target.id, (ref) => transaction.get(ref));
    return !holder || holder.id === id;
  }

  async function freeSlug(transaction: Transaction, name: string, id: string): Promise<string> {
    const base = slugify(name.replace(/^#/, 'hash ')) || 'tag';
    for (let number = 1; number <= ATTEMPTS; number += 1) {
      const slug = number === 1 ? base : `${base}-${number}`;
      if (await isFree(transaction, slug, id)) return slug;
    }
    return `${base}-${id.slice(0, 8).toLowerCase()}`;
  }

  const remainingTag = (id: string, read: (ref: DocumentReference) => Promise<DocumentSnapshot>) =>
    remaining(id, async (next) => decodeTag(await read(tags.doc(next))));

  const page = (query: Query, request: PageRequest) =>
    readIndexed({ query, order: BY_COUNT, page: request, decode: decodeTag });

  return {
    listPublished: (request) => page(there.where('isInternal', '==', false).where('postCount', '>', 0), request),

    async listAll(q, request) {
      const search = parseWordSearch(q ?? '');
      const [prefix] = search.prefixes;
      if (!q?.trim()) return page(there, request);
      if (prefix === undefined) return { items: [], total: 0, next: null, documents: 0 };
      const query = there.where('wordPrefixes', 'array-contains', prefix);
      if (search.isDecidedByIndex) return page(query, request);
      const isMatch = ({ name }: StoredTag) => search.matches(name);
      return readFiltered({ query, order: BY_COUNT, page: request, decode: decodeTag, isMatch });
    },

    async idsOfSlugs(slugs) {
      const targets = await findAddresses(db, slugs.map(tagAddress));
      return new Map(slugs.flatMap((slug, n) => (targets[n]?.kind === 'tag' ? [[slug, targets[n].id] as const] : [])));
    },

    async byIds(ids) {
      const wanted = [...new Set(ids)];
      const found = await Promise.all(
        wanted.map(async (id) => [id, await remainingTag(id, (ref) => ref.get())] as const),
      );
      return new Map(found.flatMap(([id, tag]) => (tag ? [[id, tag] as const] : [])));
    },

    async byNames(names) {
      const keys = [...new Set(names.map(nameKeyOf))];
      if (keys.length === 0) return new Map();
      const { docs } = await there.where('nameKey', 'in', keys).get();
      const byKey = new Map(docs.map((found) => [String(found.get('nameKey')), decodeTag(found)]));
      return new Map(
        names.flatMap((name) => {
          const tag = byKey.get(nameKeyOf(name));
          return tag ? [[name, tag] as const] : [];
        }),
      );
    },

    create: (id, input, { actorId, at }) =>
      oneByOne(() =>
        runTransaction(db, async (transaction): Promise<TagChange> => {
          const { name, description = null, picture = null } = input;
          const existing = decodeTag(await transaction.get(tags.doc(id)));
          if (existing) return { kind: 'changed', tag: existing };
          const taken = await namesake(transaction, name);
          if (taken) return { kind: 'name-taken', tag: taken };
          if (input.slug !== undefined && !(await isFree(transaction, input.slug, id))) return { kind: 'slug-taken' };
          const slug = input.slug ?? (await freeSlug(transaction, name, id));
          const shown = referencesOf(PICTURE_REFERENCES.tags, { description, picture });
          const references = await pictures.move(transaction, { before: [], after: shown }, at);
          const isInternal = isInternalTag(name);
          const written = { ...namedTag(name, isInternal), slug, description, picture };
          const state = { postCount: 0, isThere: true, mergedInto: null, createdAt: at, schemaVersion: TAG_VERSION };
          transaction.create(tags.doc(id), { ...written, ...state, pictures: shown });
          takeAddress(db, transaction, tagAddress(slug), { kind: 'tag', id });
          references.write();
          const after = { name, slug, description, picture };
          appendAudit(
            db,
            transaction,
            { actorId, action: 'tag.create', target: `tags/${id}`, name, before: null, after },
            at,
          );
          const tag = { id, ...after, postCount: 0, createdAt: at.toISOString() };
          return { kind: 'changed', tag: { ...tag, isInternal, mergedInto: null, isRemoved: false } };
        }),
      ),

    update: (id, patch, { actorId, at }) =>
      oneByOne(() =>
        runTransaction(db, async (transaction): Promise<TagChange> => {
          const before = decodeTag(await transaction.get(tags.doc(id)));
          if (!isThere(before)) return { kind: 'not-found' };
          const given = Object.entries(patch).filter(([, value]) => value !== undefined);
          const after: StoredTag = { ...before, ...Object.fromEntries(given) };
          const changed = (['name', 'slug', 'description', 'picture'] as const).filter(
            (field) => before[field] !== after[field],
          );
          if (changed.length === 0) return { kind: 'changed', tag: before };
          if (nameKeyOf(after.name) !== nameKeyOf(before.name)) {
            const taken = await namesake(transaction, after.name);
            if (taken) return { kind: 'name-taken', tag: taken };
          }
          if (after.slug !== before.slug && !(await isFree(transaction, after.slug, id))) return { kind: 'slug-taken' };
          const [was, is] = [before, after].map((tag) => referencesOf(PICTURE_REFERENCES.tags, { ...tag }));
          const references = await pictures.move(transaction, { before: was ?? [], after: is ?? [] }, at);
          const isInternal = isInternalTag(after.name);
          const { slug, description, picture } = after;
          transaction.update(tags.doc(id), {
            ...{ ...namedTag(after.name, isInternal), slug, description, picture, pictures: is ?? [] },
          });
          if (slug !== before.slug) takeAddress(db, transaction, tagAddress(slug), { kind: 'tag', id });
          references.write();
          const fields = (tag: StoredTag) => Object.fromEntries(changed.map((field) => [field, tag[field]]));
          const entry = { actorId, action: 'tag.change', target: `tags/${id}`, name: after.name } as const;
          appendAudit(db, transaction, { ...entry, before: fields(before), after: fields(after) }, at);
          return { kind: 'changed', tag: { ...after, isInternal } };
        }),
      ),

    end: (id, into, job, { actorId, at }) =>
      runTransaction(db, async (transaction) => {
        const tag = decodeTag(await transaction.get(tags.doc(id)));
        const target = into === null ? tag : decodeTag(await transaction.get(tags.doc(into)));
        if (!tag || !target) return null;
        const isDone = into === null ? tag.isRemoved : tag.mergedInto === into;
        if (isDone) return target;
        if (!isThere(tag) || !isThere(target)) return null;
        const followers = await transaction.get(tags.where('mergedInto', '==', id).limit(FOLLOWERS).select());
        const shown = referencesOf(PICTURE_REFERENCES.tags, { ...tag });
        const references = await pictures.move(transaction, { before: shown, after: [] }, at);
        const ended = { isThere: false, mergedInto: into, description: null, picture: null, pictures: [] };
        transaction.update(tags.doc(id), ended);
        for (const { ref } of followers.docs) transaction.update(ref, { mergedInto: into });
        references.write();
        jobs.add(transaction, job, at);
        const entry = { actorId, action: into === null ? 'tag.delete' : 'tag.merge', target: `tags/${id}` } as const;
        const after = into === null ? null : { into, name: target.name };
        appendAudit(
          db,
          transaction,
          { ...entry, name: tag.name, before: { name: tag.name, slug: tag.slug }, after },
          at,
        );
        return target;
      }),
  };
}
