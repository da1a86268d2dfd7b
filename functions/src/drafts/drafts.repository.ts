import { randomBytes } from 'node:crypto';
import { type DiscardInput, DRAFT_LIMITS, type DraftFields, type DraftPatch } from '@inkwell/shared/drafts';
import type {
  CollectionReference,
  DocumentSnapshot,
  Firestore,
  QueryDocumentSnapshot,
  Transaction,
} from 'firebase-admin/firestore';
import { clearExpired } from '../firestore/clear-expired.ts';
import { runTransaction } from '../firestore/transaction.ts';
import type { PictureTable } from '../pictures/pictures.repository.ts';
import { PICTURE_REFERENCES, referencesOf } from '../pictures/references.ts';
import type { PostDrafts } from '../posts/consequences.repository.ts';
import { edited } from './content-edit.ts';
import {
  CARD_FIELDS,
  type Closed,
  closing,
  DISCARDED_CARD_FIELDS,
  type DraftDocument,
  decodeDiscarded,
  decodeDocument,
  decodeDraft,
  discardedOf,
  encodeDiscarded,
  encodeDocument,
  hasFields,
  isSavedIn,
  lengthOf,
  replacedDraft,
  type StoredDiscarded,
  type StoredDraft,
  withDraft,
} from './drafts.converter.ts';

export type DraftOutcome =
  | { readonly kind: 'stored'; readonly draft: StoredDraft }
  /** Another version is stored. */
  | { readonly kind: 'conflict'; readonly draft: StoredDraft }
  /** The sitting was saved or discarded. */
  | { readonly kind: 'gone'; readonly closed: Closed }
  | { readonly kind: 'not-found' };

/** Writes a whole draft, or changes fields of a stored one (`isPatch`). */
export interface DraftChange extends DraftFields {
  readonly isPatch: boolean;
  readonly version: number | undefined;
  /** Absent to continue the stored draft's sitting, or to start a new one. */
  readonly sitting: string | undefined;
  readonly contentEdit?: DraftPatch['contentEdit'];
}

/**
 * Drafts and discarded drafts, in subcollections of their writer's document, so that nobody can address another person's. Deleting a post
 * keeps its drafts, which may contain the only copy of a text.
 */
export interface DraftRepository extends PostDrafts {
  /** Most recently changed first. Reads each. */
  list(ownerId: string): Promise<StoredDraft[]>;
  /** The draft, or the outcome of `sitting` if it was closed. Reads 1 document. */
  find(ownerId: string, key: string, sitting?: string): Promise<DraftOutcome>;
  /**
   * Stores a draft if `version` is the stored one, or if no version is given and no draft is stored. Equal fields in the same sitting are a
   * repeat and change nothing, whatever the version. A stored draft of another sitting becomes a discarded draft.
   * Reads 1 document, writes 0 or 1; 1 more read for a new draft; 1 more read and write for a discarded draft; 1 of each for each document
   * above the limits and each added or removed picture.
   * @throws AppError `bad-request` like `edited`
   */
  put(ownerId: string, key: string, change: DraftChange, at: Date): Promise<DraftOutcome>;
  /** Deletes a draft (only `version`, if given) and closes its sitting. Reads 1 document, writes 1 and 1 for each picture. */
  remove(ownerId: string, key: string, by: { version: number | undefined; at: Date }): Promise<DraftOutcome>;
  /** Most recently discarded first. Reads each. */
  listDiscarded(ownerId: string): Promise<StoredDiscarded[]>;
  /** Reads 1 document. */
  findDiscarded(ownerId: string, id: string): Promise<StoredDiscarded | null>;
  /**
   * Stores a discarded draft unless the id exists. For the reason `discarded`, closes the sitting and removes the draft if it has that
   * sitting or the given version; unless both match, the draft becomes a discarded draft too.
   * Reads 2 documents and 1 aggregation, writes 1 or 2; 1 of each for each document above the limits and each added or removed picture.
   */
  discard(ownerId: string, id: string, input: DiscardInput, at: Date): Promise<StoredDiscarded>;
  /** Reads 1 document, writes 1 and 1 for each picture. @returns whether it existed */
  removeDiscarded(ownerId: string, id: string, at: Date): Promise<boolean>;
  /** Deletes expired documents. Safe to repeat. @returns the number deleted */
  clearExpired(at: Date): Promise<number>;
}

/** A change of a key's document and of the discarded drafts. */
interface Change {
  readonly before?: DraftDocument;
  readonly after?: DraftDocument;
  readonly discarded?: readonly StoredDiscarded[];
  /** Discarded drafts to delete. */
  readonly outdated?: readonly DocumentSnapshot[];
  /** Pictures in the saved post. */
  readonly shown?: readonly string[];
}

const unique = (names: readonly string[]): string[] => [...new Set(names)];
const picturesOf = (shows: readonly (DraftDocument | undefined)[]) =>
  shows.flatMap((one) => one?.draft?.pictures ?? []);

export function createDraftRepository(db: Firestore, pictures: Pick<PictureTable, 'move'>): DraftRepository {
  const draftsOf = (ownerId: string) => db.collection('users').doc(ownerId).collection('drafts');
  const discardedDraftsOf = (ownerId: string) => db.collection('users').doc(ownerId).collection('discardedDrafts');
  const read = async (transaction: Transaction, ownerId: string, key: string) =>
    decodeDocument(await transaction.get(draftsOf(ownerId).doc(key)));

  /** The oldest documents, which `coming` new ones would push over the limit. Reads 1 aggregation and each document returned. */
  async function aboveLimit(
    transaction: Transaction,
    { of, by, limit, coming }: { of: CollectionReference; by: string; limit: number; coming: number },
  ): Promise<readonly QueryDocumentSnapshot[]> {
    if (coming <= 0) return [];
    const counted = await transaction.get(of.orderBy(by).count());
    const tooMany = counted.data().count + coming - limit;
    return tooMany > 0 ? (await transaction.get(of.orderBy(by).limit(tooMany))).docs : [];
  }

  /** The copies of a sitting that a new copy pushes over the limit: the shortest, but neither the longest nor the newest. */
  async function outdatedCopies(transaction: Transaction, ownerId: string, copy: StoredDiscarded) {
    const ofSitting = discardedDraftsOf(ownerId).where('sitting', '==', copy.sitting).where('reason', '==', 'emptied');
    const { docs } = await transaction.get(ofSitting.select('length', 'pictures'));
    const older = docs.toSorted((a, b) => a.get('length') - b.get('length'));
    if (older.length < DRAFT_LIMITS.emptiedPerSitting) return [];
    const isLongest = lengthOf(copy) >= older.at(-1)?.get('length');
    return (isLongest ? older : older.slice(0, -1)).slice(0, older.length + 1 - DRAFT_LIMITS.emptiedPerSitting);
  }

  /** How discarding changes the draft. If the discarded text may differ from the draft, the draft becomes a discarded draft too. */
  async function discardingChange(
    transaction: Transaction,
    ownerId: string,
    input: DiscardInput,
    at: Date,
  ): Promise<Change> {
    const { draftKey, draftVersion, sitting } = input;
    const before = await read(transaction, ownerId, draftKey);
    const { draft } = before;
    const isNamed = draft?.version === draftVersion;
    const isOfSitting = draft?.sitting === sitting;
    if (!draft || !(isNamed || isOfSitting)) return { before, after: closing(before, sitting, at) };
    const after = { ...closing(closing(before, draft.sitting, at), sitting, at), draft: null };
    const isInIt = (isNamed && isOfSitting) || hasFields(draft, input);
    return { before, after, discarded: isInIt ? [] : [replacedDraft(ownerId, draft, at)] };
  }

  /** Reads everything that a change needs, and returns a function that writes the change. */
  async function prepare(transaction: Transaction, ownerId: string, change: Change, at: Date) {
    const { before, after, shown = [], outdated: given = [] } = change;
    const [drafts, discardedDrafts] = [draftsOf(ownerId), discardedDraftsOf(ownerId)];
    const isNew = after?.draft && !before?.draft;
    const limit = { of: drafts, by: 'updatedAt', limit: DRAFT_LIMITS.perPerson, coming: isNew ? 1 : 0 };
    const oldest = (await aboveLimit(transaction, limit)).map(decodeDocument);
    const replaced = oldest.flatMap(({ draft }) => (draft ? [replacedDraft(ownerId, draft, at)] : []));
    const discarded = [...(change.discarded ?? []), ...replaced];
    const own = { of: discardedDrafts, by: 'discardedAt', limit: DRAFT_LIMITS.discardedPerPerson };
    const outdated = [
      ...given,
      ...(await aboveLimit(transaction, { ...own, coming: discarded.length - given.length })),
    ];
    const moved = {
      before: unique([...picturesOf([before, ...oldest]), ...outdated.flatMap((one) => one.get('pictures') ?? [])]),
      after: [...picturesOf([after]), ...discarded.flatMap((one) => one.pictures)],
      mayBeGone: true,
    };
    const stays = moved.before.filter((name) => shown.includes(name));
    const references = await pictures.move(transaction, { ...moved, after: unique([...moved.after, ...stays]) }, at);

    return {
      write(): void {
        for (const document of [...(after ? [after] : []), ...oldest.map((one) => ({ ...one, draft: null }))]) {
          const encoded = encodeDocument(document, at);
          if (encoded) transaction.set(drafts.doc(document.key), encoded);
          else transaction.delete(drafts.doc(document.key));
        }
        for (const { ref } of outdated) transaction.delete(ref);
        for (const one of discarded) transaction.set(discardedDrafts.doc(one.id), encodeDiscarded(one));
        references.write();
      },
    };
  }

  return {
    async list(ownerId) {
      const newest = draftsOf(ownerId).orderBy('updatedAt', 'desc').limit(DRAFT_LIMITS.perPerson);
      const { docs } = await newest.select(...CARD_FIELDS).get();
      return docs.map(decodeDraft).filter((draft) => draft !== null);
    },

    async find(ownerId, key, sitting) {
      const { draft, closed } = decodeDocument(await draftsOf(ownerId).doc(key).get());
      const end = closed.find((one) => one.sitting === sitting);
      if (end) return { kind: 'gone', closed: end };
      return draft ? { kind: 'stored', draft } : { kind: 'not-found' };
    },

    put(ownerId, key, { isPatch, version, sitting, contentEdit, ...given }, at) {
      const newSitting = randomBytes(10).toString('hex');
      return runTransaction(db, async (transaction): Promise<DraftOutcome> => {
        const before = await read(transaction, ownerId, key);
        const closed = before.closed.find((one) => one.sitting === sitting);
        if (closed) return { kind: 'gone', closed };
        const stored = before.draft;
        if (!stored && (isPatch || version)) return { kind: 'not-found' };
        const isStale = stored !== null && stored.version !== version;
        // The range refers to another version of the text.
        if (isStale && contentEdit) return { kind: 'conflict', draft: stored };
        const content = contentEdit ? { content: edited(stored?.content ?? '', contentEdit) } : {};
        const fields = isPatch ? { ...stored, ...given, ...content } : given;
        const draft = withDraft(before, fields, sitting ?? stored?.sitting ?? newSitting, at);
        const isSame = stored !== null && hasFields(stored, draft);
        const isSameSitting = stored?.sitting === draft.sitting;
        if (isSame && isSameSitting) return { kind: 'stored', draft: stored };
        if (isStale) return { kind: 'conflict', draft: stored };
        const discarded = stored && !isSame && !isSameSitting ? [replacedDraft(ownerId, stored, at)] : [];
        const after = { ...before, draft };
        (await prepare(transaction, ownerId, { before, after, discarded }, at)).write();
        return { kind: 'stored', draft };
      });
    },

    remove: (ownerId, key, { version, at }) =>
      runTransaction(db, async (transaction): Promise<DraftOutcome> => {
        const before = await read(transaction, ownerId, key);
        const { draft } = before;
        if (!draft) return { kind: 'not-found' };
        if (version !== undefined && version !== draft.version) return { kind: 'conflict', draft };
        const after = { ...closing(before, draft.sitting, at), draft: null };
        (await prepare(transaction, ownerId, { before, after }, at)).write();
        return { kind: 'stored', draft };
      }),

    async close(transaction, { ownerId, key, version, sitting }, post, at) {
      const before = await read(transaction, ownerId, key);
      const { draft } = before;
      const isOwn = draft?.sitting === sitting;
      if (isOwn && draft.version !== version && !isSavedIn(draft, post)) return { write: () => undefined };
      const after = { ...closing(before, sitting, at, post.id), draft: isOwn ? null : draft };
      const shown = referencesOf(PICTURE_REFERENCES.posts, post);
      return prepare(transaction, ownerId, { before, after, shown }, at);
    },

    async listDiscarded(ownerId) {
      const newest = discardedDraftsOf(ownerId).orderBy('discardedAt', 'desc').limit(DRAFT_LIMITS.discardedPerPerson);
      const { docs } = await newest.select(...DISCARDED_CARD_FIELDS).get();
      return docs.map(decodeDiscarded).filter((discarded) => discarded !== null);
    },

    findDiscarded: async (ownerId, id) => decodeDiscarded(await discardedDraftsOf(ownerId).doc(id).get()),

    discard: (ownerId, id, input, at) =>
      runTransaction(db, async (transaction) => {
        const stored = decodeDiscarded(await transaction.get(discardedDraftsOf(ownerId).doc(id)));
        if (stored) return stored;
        const discarded = discardedOf(id, input, at);
        const change = input.reason === 'discarded' ? await discardingChange(transaction, ownerId, input, at) : {};
        const outdated = input.reason === 'emptied' ? await outdatedCopies(transaction, ownerId, discarded) : [];
        const all = { ...change, outdated, discarded: [discarded, ...(change.discarded ?? [])] };
        (await prepare(transaction, ownerId, all, at)).write();
        return discarded;
      }),

    removeDiscarded: (ownerId, id, at) =>
      runTransaction(db, async (transaction) => {
        const snapshot = await transaction.get(discardedDraftsOf(ownerId).doc(id));
        if (!snapshot.exists) return false;
        (await prepare(transaction, ownerId, { outdated: [snapshot] }, at)).write();
        return true;
      }),

    async clearExpired(at) {
      const cleared = await Promise.all(
        ['drafts', 'discardedDrafts'].map((name) => clearExpired(db.collectionGroup(name), at)),
      );
      return cleared.reduce((sum, count) => sum + count, 0);
    },
  };
}
