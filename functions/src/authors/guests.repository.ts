import type { GuestInput, GuestPatch } from '@inkwell/shared/authors';
import { type DocumentData, type Firestore, GrpcStatus, type Query } from 'firebase-admin/firestore';
import { type Act, appendAudit } from '../audit/audit.repository.ts';
import type { PageOfMany, PageRequest } from '../common/paging.ts';
import { parseWordSearch } from '../common/word-prefixes.ts';
import { type Order, readFiltered, readIndexed } from '../firestore/list-pages.ts';
import { grpcCodeOf, runTransaction } from '../firestore/transaction.ts';
import type { NewJob } from '../jobs/job.ts';
import type { JobTable } from '../jobs/jobs.repository.ts';
import type { PictureTable } from '../pictures/pictures.repository.ts';
import { PICTURE_REFERENCES, referencesOf } from '../pictures/references.ts';
import { isGuestId } from '../users/authors.ts';
import { decodeUser, type StoredUser } from '../users/users.converter.ts';
import { decodeGuest, GUEST_VERSION, namedGuest, type StoredGuest } from './guests.converter.ts';

export type JoinOutcome = 'joined' | 'not-found' | 'unknown-account' | 'joined-to-another';

/** Guest authors, and each author's number of published posts, both in `authors/{id}`. */
export interface GuestRepository {
  /**
   * Guest authors that were neither joined nor deleted, by name. With `q`, every word of the query must begin a word of the name. Reads the page and
   * 1 for each 1,000, or at most 204 with several words.
   */
  list(q: string | undefined, page: PageRequest): Promise<PageOfMany<StoredGuest>>;
  /** The number of an author's published posts. Reads 1 document. */
  postCount(id: string): Promise<number>;
  /** The authors with the most published posts. Reads `limit` documents. */
  withPosts(limit: number): Promise<string[]>;
  /** Accounts of staff and of people with a right to write, at most 100 of each, without blocked ones. Reads each, at least 2. */
  writers(): Promise<StoredUser[]>;
  /** Stores a new guest author; a repeated id returns the stored one. Reads 1 document and 1 for a picture, writes 2 and 1. */
  create(id: string, input: GuestInput, act: Act): Promise<StoredGuest>;
  /** Stores the name of a commenter without an account, who is in no list of authors. A repeated id changes nothing. Writes 1 document. */
  nameOnly(id: string, name: string, at: Date): Promise<void>;
  /**
   * Changes a guest author, with the job that `jobFor` creates for a new name. Null if there is no such author. Reads and writes like `create`, and 1
   * more for the job.
   */
  update(id: string, patch: GuestPatch, renamed: NewJob | null, act: Act): Promise<StoredGuest | null>;
  /** Deletes a guest author whom no post names, including posts in the trash. Safe to repeat. Reads 1 or 2 documents, writes 2. */
  remove(id: string, act: Act): Promise<'removed' | 'not-found' | 'has-posts' | 'joined'>;
  /** Joins a guest author to an account permanently, and stores the job that moves their posts. Safe to repeat. Reads 2 documents, writes 3. */
  join(id: string, userId: string, job: NewJob, act: Act): Promise<JoinOutcome>;
}

const BY_NAME: Order = { field: 'sortName', holds: 'text', direction: 'asc' };
const MAX_WRITERS = 100;

/** What remains of a guest author who is no longer shown, without any data about the person. */
const GONE = { displayName: null, profileImageUrl: null, text: null, website: null, handles: {} } as const;
const UNLISTED = { ...GONE, isListed: false, pictures: [], wordPrefixes: [], sortName: '' } as const;

const shownBy = (guest: DocumentData): string[] => referencesOf(PICTURE_REFERENCES.authors, guest);

export function createGuestRepository(
  db: Firestore,
  { pictures, jobs }: { pictures: Pick<PictureTable, 'move'>; jobs: Pick<JobTable, 'add'> },
): GuestRepository {
  const authors = db.collection('authors');
  const listed = authors.where('isListed', '==', true);

  const page = (query: Query, request: PageRequest) =>
    readIndexed({ query, order: BY_NAME, page: request, decode: decodeGuest });

  return {
    async list(q, request) {
      const search = parseWordSearch(q ?? '');
      const [prefix] = search.prefixes;
      if (!q?.trim()) return page(listed, request);
      if (prefix === undefined) return { items: [], total: 0, next: null, documents: 0 };
      const query = listed.where('wordPrefixes', 'array-contains', prefix);
      if (search.isDecidedByIndex) return page(query, request);
      const isMatch = ({ displayName }: StoredGuest) => search.matches(displayName ?? '');
      return readFiltered({ query, order: BY_NAME, page: request, decode: decodeGuest, isMatch });
    },

    postCount: async (id) => Number((await authors.doc(id).get()).get('postCount') ?? 0),

    async withPosts(limit) {
      const { docs } = await authors
        .where('postCount', '>', 0)
        .orderBy('postCount', 'desc')
        .limit(limit)
        .select()
        .get();
      return docs.map(({ id }) => id);
    },

    async writers() {
      const users = db.collection('users');
      const [staff, others] = await Promise.all([
        users.where('role', 'in', ['admin', 'moderator']).limit(MAX_WRITERS).get(),
        users.where('writing', 'in', ['contributor', 'author']).limit(MAX_WRITERS).get(),
      ]);
      const found = [...staff.docs, ...others.docs].map(decodeUser);
      const active = found.filter((user) => user !== null && !user.isBlocked) as StoredUser[];
      // Staff may also have a right to write.
      return [...new Map(active.map((user) => [user.id, user])).values()];
    },

    create: (id, { name, ...input }, { actorId, at }) =>
      runTransaction(db, async (transaction) => {
        const existing = decodeGuest(await transaction.get(authors.doc(id)));
        if (existing) return existing;
        const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
        const shown = { ...GONE, ...given, displayName: name };
        const references = await pictures.move(transaction, { before: [], after: shownBy(shown) }, at);
        const state = { postCount: 0, isGuest: true, isListed: true, isRemoved: false, joinedTo: null };
        transaction.create(authors.doc(id), {
          ...shown,
          ...namedGuest(name),
          ...state,
          pictures: shownBy(shown),
          createdAt: at,
          schemaVersion: GUEST_VERSION,
        });
        references.write();
        const entry = { actorId, action: 'author.create', target: `authors/${id}`, name } as const;
        appendAudit(db, transaction, { ...entry, before: null, after: { name, ...given } }, at);
        return {
          ...shown,
          id,
          firstName: null,
          email: null,
          joinedTo: null,
          isRemoved: false,
          postCount: 0,
          createdAt: at,
        };
      }),

    async nameOnly(id, name, at) {
      const state = { postCount: 0, isGuest: true, isRemoved: false, joinedTo: null };
      try {
        await authors.doc(id).create({
          ...UNLISTED,
          ...state,
          displayName: name,
          createdAt: at,
          schemaVersion: GUEST_VERSION,
        });
      } catch (error) {
        if (grpcCodeOf(error) !== GrpcStatus.ALREADY_EXISTS) throw error;
      }
    },

    update: (id, { name, ...patch }, renamed, { actorId, at }) =>
      runTransaction(db, async (transaction) => {
        const before = decodeGuest(await transaction.get(authors.doc(id)));
        if (!before || before.isRemoved || before.joinedTo !== null) return null;
        const given = Object.entries({ ...patch, displayName: name }).filter(
          ([field, value]) =>
            value !== undefined && JSON.stringify(value) !== JSON.stringify(before[field as keyof StoredGuest]),
        );
        if (given.length === 0) return before;
        const changes = Object.fromEntries(given);
        const after: StoredGuest = { ...before, ...changes };
        const move = { before: shownBy(before), after: shownBy(after) };
        const references = await pictures.move(transaction, move, at);
        const named = after.displayName === before.displayName ? {} : namedGuest(after.displayName ?? '');
        transaction.update(authors.doc(id), { ...changes, ...named, pictures: shownBy(after) });
        references.write();
        if (renamed && after.displayName !== before.displayName) jobs.add(transaction, renamed, at);
        const fields = (guest: StoredGuest) =>
          Object.fromEntries(
            given.map(([field]) => [field === 'displayName' ? 'name' : field, guest[field as keyof StoredGuest]]),
          );
        const entry = {
          actorId,
          action: 'author.change',
          target: `authors/${id}`,
          name: after.displayName ?? '',
        } as const;
        appendAudit(db, transaction, { ...entry, before: fields(before), after: fields(after) }, at);
        return after;
      }),

    remove: (id, { actorId, at }) =>
      runTransaction(db, async (transaction) => {
        const guest = decodeGuest(await transaction.get(authors.doc(id)));
        if (!guest) return 'not-found';
        if (guest.joinedTo !== null) return 'joined';
        if (guest.isRemoved) return 'removed';
        const named = db.collection('posts').where('authorIds', 'array-contains', id).limit(1).select();
        if (!(await transaction.get(named)).empty) return 'has-posts';
        const references = await pictures.move(transaction, { before: shownBy(guest), after: [] }, at);
        transaction.update(authors.doc(id), { ...UNLISTED, isRemoved: true });
        references.write();
        const name = guest.displayName ?? '';
        const entry = { actorId, action: 'author.delete', target: `authors/${id}`, name } as const;
        appendAudit(db, transaction, { ...entry, before: { name }, after: null }, at);
        return 'removed';
      }),

    join: (id, userId, job, { actorId, at }) =>
      runTransaction(db, async (transaction): Promise<JoinOutcome> => {
        const guest = decodeGuest(await transaction.get(authors.doc(id)));
        if (!guest || guest.isRemoved) return 'not-found';
        if (guest.joinedTo !== null) return guest.joinedTo === userId ? 'joined' : 'joined-to-another';
        if (isGuestId(userId)) return 'unknown-account';
        const account = decodeUser(await transaction.get(db.collection('users').doc(userId)));
        if (!account) return 'unknown-account';
        const references = await pictures.move(transaction, { before: shownBy(guest), after: [] }, at);
        transaction.update(authors.doc(id), { ...UNLISTED, joinedTo: userId });
        references.write();
        jobs.add(transaction, job, at);
        const name = guest.displayName ?? '';
        const entry = { actorId, action: 'author.join', target: `authors/${id}`, name } as const;
        appendAudit(db, transaction, { ...entry, before: { name }, after: { account: userId } }, at);
        return 'joined';
      }),
  };
}
