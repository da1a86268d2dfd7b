import { AppError } from '@inkwell/shared/errors';
import {
  type DocumentSnapshot,
  FieldPath,
  type Firestore,
  GrpcStatus,
  Timestamp,
  type Transaction,
} from 'firebase-admin/firestore';
import { grpcCodeOf, runTransaction } from '../firestore/transaction.ts';
import type { Upgrade } from '../jobs/data-version.ts';
import { documentUpgrade } from '../jobs/document-upgrade.repository.ts';
import { documentsShowing, REFERENCE_NAMES } from './documents-showing.repository.ts';
import { findablePicture, PICTURE_VERSION } from './pictures.converter.ts';

/** How long a picture is kept after its upload and after its last reference ends. Product §7. */
export const KEPT_MS = 30 * 24 * 3_600_000;

/** A stored picture; `name` is its object name without `images/`. */
export interface NewPicture {
  readonly name: string;
  /** Null if unknown. */
  readonly ownerId: string | null;
  readonly uploadedAt: Date;
  /** The name of the uploaded file. */
  readonly fileName?: string | null;
  /** Whether it is an account's profile picture, which the library does not offer. */
  readonly isOfProfile?: boolean;
  readonly description?: string | null;
  /** Identifies the source of an imported picture, so that a repeated import finds it. */
  readonly importKey?: string;
}

/** Where a page of an owner's pictures ends. */
export type PicturePosition = Pick<NewPicture, 'name' | 'uploadedAt'>;

export interface OwnedPicture extends PicturePosition {
  /** Whether its objects are being deleted, so that new references are refused. */
  readonly isBeingRemoved: boolean;
}

/**
 * One document for each stored picture, including its narrower copies. References are in the documents that show a picture
 * (`PICTURE_REFERENCES`).
 */
export interface PictureTable {
  /** Adds a picture before its objects are stored, unless it exists. Writes 1 document. */
  record(picture: NewPicture, at: Date): Promise<void>;
  /** The names of imported pictures that are not being removed, by import key; at most 30. Reads each, at least 1. */
  imported(importKeys: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** The owner's slot for this request, if it is still valid. Reads 1. */
  findSlot(ownerId: string, request: string, at: Date): Promise<Slot | null>;
  /**
   * Records a picture that its owner's browser will store, and writes its name to the owner's record: `storage.rules` allow only that name, and only
   * before `until`. A repeated `request` gets the same name. Reads 1 if there is a request, writes 2.
   */
  giveSlot(ownerId: string, slot: Slot & { readonly request: string | null }, at: Date): Promise<Slot>;
  /** Deletes the entry of a picture whose objects are deleted or were never stored. Safe to repeat. Writes 1. */
  forget(name: string): Promise<void>;
  /**
   * Moves the references of a document from the pictures in `before` to those in `after`, in the transaction that changes the document. Each added or
   * removed picture is kept for 30 days from `at`. Reads 1 document for each of them, and writes as many in `write`, which must follow all reads of
   * the transaction.
   * @throws AppError `bad-request` for a new reference to a picture that is being removed, unless `mayBeGone`
   */
  move(
    transaction: Transaction,
    change: { before: readonly string[]; after: readonly string[]; mayBeGone?: boolean },
    at: Date,
  ): Promise<{ write(): void }>;
  /**
   * A user's uploaded pictures, newest first, then by descending name, including pictures that are being removed or were never stored. Reads each.
   */
  ofOwner(ownerId: string, page: { limit: number; after: PicturePosition | null }): Promise<OwnedPicture[]>;
  /** Pictures that may be unused, longest due first. Reads each. */
  due(at: Date, limit: number): Promise<string[]>;
  /**
   * Starts the removal of an unused picture, in one transaction with the search for references. New references are refused from then on. A picture
   * with a reference is kept for 30 more days. Safe to repeat. Reads 1 document and 1 for each collection of `PICTURE_REFERENCES`, writes 1.
   * @returns whether to delete its objects
   */
  beginRemoval(name: string, at: Date): Promise<boolean>;
}

/** A name that a browser may store a picture under, and its expiry. */
export interface Slot {
  readonly name: string;
  readonly until: Date;
}

function slotOf(owner: DocumentSnapshot, request: string | null, at: Date): Slot | null {
  const slot: { name?: unknown; untilMs?: unknown; request?: unknown } | undefined = owner.get('pictureSlot');
  const isOfRequest = request !== null && slot?.request === request && Number(slot.untilMs) > at.getTime();
  return isOfRequest ? { name: String(slot?.name), until: new Date(Number(slot?.untilMs)) } : null;
}

export function createPictureTable(db: Firestore): PictureTable {
  const pictures = db.collection('pictures');
  const keptFrom = (at: Date) => new Date(at.getTime() + KEPT_MS);

  const encode = (picture: NewPicture, at: Date) => {
    const { name, ownerId, uploadedAt, fileName = null, isOfProfile = false, description = null, importKey } = picture;
    return {
      ...findablePicture({ name, fileName, description }),
      ...(isOfProfile && { isInLibrary: false }),
      ...(importKey !== undefined && { importKey }),
      ownerId,
      uploadedAt,
      keepUntil: keptFrom(at),
      removalBegunAt: null,
      schemaVersion: PICTURE_VERSION,
    };
  };

  return {
    async record(picture, at) {
      try {
        await pictures.doc(picture.name).create(encode(picture, at));
      } catch (error) {
        if (grpcCodeOf(error) !== GrpcStatus.ALREADY_EXISTS) throw error;
      }
    },

    async imported(importKeys) {
      if (importKeys.length === 0) return new Map();
      const { docs } = await pictures.where('importKey', 'in', importKeys).select('importKey', 'removalBegunAt').get();
      const there = docs.filter((picture) => picture.get('removalBegunAt') === null);
      return new Map(there.map((picture) => [String(picture.get('importKey')), picture.id]));
    },

    findSlot: async (ownerId, request, at) => slotOf(await db.collection('users').doc(ownerId).get(), request, at),

    giveSlot: (ownerId, { name, until, request }, at) =>
      runTransaction(db, async (transaction) => {
        const owner = db.collection('users').doc(ownerId);
        const earlier = request === null ? null : slotOf(await transaction.get(owner), request, at);
        if (earlier) return earlier;
        const pictureSlot = { name, untilMs: until.getTime(), ...(request !== null && { request }) };
        transaction.update(owner, { pictureSlot });
        transaction.create(pictures.doc(name), encode({ name, ownerId, uploadedAt: at }, at));
        return { name, until };
      }),

    async forget(name) {
      await pictures.doc(name).delete();
    },

    async move(transaction, { before, after, mayBeGone = false }, at) {
      const begun = after.filter((name) => !before.includes(name));
      const removed = before.filter((name) => !after.includes(name));
      const refs = [...begun, ...removed].map((name) => pictures.doc(name));
      const found = refs.length > 0 ? await transaction.getAll(...refs) : [];
      const isBeingRemoved = (picture: DocumentSnapshot) => picture.get('removalBegunAt') !== null;
      const known = found.filter((picture) => picture.exists && !(mayBeGone && isBeingRemoved(picture)));
      if (known.some((picture) => begun.includes(picture.id) && isBeingRemoved(picture)))
        throw new AppError('bad-request', 'A picture was removed meanwhile. Please upload it again.');
      return {
        // Also written for new references, so that this transaction conflicts with `beginRemoval`.
        write() {
          for (const { ref } of known) transaction.update(ref, { keepUntil: keptFrom(at) });
        },
      };
    },

    async ofOwner(ownerId, { limit, after }) {
      const all = pictures
        .where('ownerId', '==', ownerId)
        .orderBy('uploadedAt', 'desc')
        .orderBy(FieldPath.documentId(), 'desc');
      const rest = after ? all.startAfter(Timestamp.fromDate(after.uploadedAt), after.name) : all;
      const { docs } = await rest.limit(limit).select('uploadedAt', 'removalBegunAt').get();
      return docs.map((picture) => ({
        name: picture.id,
        uploadedAt: picture.get('uploadedAt').toDate(),
        isBeingRemoved: picture.get('removalBegunAt') !== null,
      }));
    },

    async due(at, limit) {
      const { docs } = await pictures.where('keepUntil', '<=', at).orderBy('keepUntil').limit(limit).select().get();
      return docs.map(({ id }) => id);
    },

    beginRemoval: (name, at) =>
      runTransaction(db, async (transaction) => {
        const ref = pictures.doc(name);
        const picture = await transaction.get(ref);
        if (!picture.exists) return false;
        if (picture.get('removalBegunAt') !== null) return true;
        // A reference was added or removed after the query.
        if (picture.get('keepUntil').toDate() > at) return false;

        const search = { names: [name], of: REFERENCE_NAMES, limit: 1, fieldsOf: () => [] };
        const isShown = (await documentsShowing(db, search, (query) => transaction.get(query))).length > 0;
        transaction.update(ref, isShown ? { keepUntil: keptFrom(at) } : { removalBegunAt: at, isInLibrary: false });
        return !isShown;
      }),
  };
}

/** Adds the search fields of the library to older pictures, except pictures that are being removed. */
export const pictureUpgrade = (db: Firestore): Upgrade =>
  documentUpgrade(db, {
    version: PICTURE_VERSION,
    about: 'Pictures can be found by name',
    collection: 'pictures',
    change({ fileName = null, description = null, removalBegunAt }, name) {
      const found = findablePicture({ name, fileName, description });
      return { ...found, isInLibrary: found.isInLibrary && removalBegunAt === null };
    },
  });
