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
import { PICTURE_REFERENCES, type ReferringCollection } from './references.ts';

/** How long a picture stays after its upload and after its last reference ended. Product §7. */
export const KEPT_MS = 30 * 24 * 3_600_000;

/** A picture of the bucket: `name` is the name of its object without `images/`. */
export interface NewPicture {
  readonly name: string;
  /** Null if unknown. */
  readonly ownerId: string | null;
  readonly uploadedAt: Date;
}

/** Where a page of somebody's pictures ended. */
export type PicturePosition = Pick<NewPicture, 'name' | 'uploadedAt'>;

export interface OwnedPicture extends PicturePosition {
  /** Whether its objects are being deleted; no new reference to it is accepted. */
  readonly isBeingRemoved: boolean;
}

/**
 * The table of pictures: one document for each picture of the bucket, its narrower copies included. References are stored in the documents that
 * show a picture (`PICTURE_REFERENCES`).
 */
export interface PictureTable {
  /** Notes a picture before its objects are stored, unless it is known. Writes 1. */
  record(picture: NewPicture, at: Date): Promise<void>;
  /**
   * Notes a picture that its owner's browser will store, and writes its name to the owner's record: `storage.rules` admits that name alone,
   * and only before `until`. Writes 2.
   */
  giveSlot(ownerId: string, name: string, times: { at: Date; until: Date }): Promise<void>;
  /** Deletes the entry of a picture whose objects are deleted or were never stored. Safe to repeat. Writes 1. */
  forget(name: string): Promise<void>;
  /**
   * Moves the references of a document that shows the pictures `before` and will show `after`, within the transaction that changes it. Each
   * picture whose reference begins or ends stays for another 30 days from `at`. Reads one document for each of them and writes as many
   * in `write`, to be called after the last read of the transaction.
   * @throws AppError `bad-request` when a reference begins to a picture that is being removed, unless `mayBeGone`
   */
  move(
    transaction: Transaction,
    change: { before: readonly string[]; after: readonly string[]; mayBeGone?: boolean },
    at: Date,
  ): Promise<{ write(): void }>;
  /**
   * Pictures that somebody uploaded, newest first, then by descending name: `limit` entries after `after`, including pictures that are being
   * removed or were never stored. Reads as many.
   */
  ofOwner(ownerId: string, page: { limit: number; after: PicturePosition | null }): Promise<OwnedPicture[]>;
  /** Pictures that may have no reference any more, the longest due first. Reads as many. */
  due(at: Date, limit: number): Promise<string[]>;
  /**
   * Begins to remove a picture that has no reference, in one transaction with the search for references; from then on no new reference is
   * accepted. A picture with a reference stays for 30 more days. A repeat answers the same. Reads 1 document and one for each collection of
   * `PICTURE_REFERENCES`, writes 1.
   * @returns whether its objects are to be deleted
   */
  beginRemoval(name: string, at: Date): Promise<boolean>;
}

export function createPictureTable(db: Firestore): PictureTable {
  const pictures = db.collection('pictures');
  const keptFrom = (at: Date) => new Date(at.getTime() + KEPT_MS);

  const encode = ({ ownerId, uploadedAt }: NewPicture, at: Date) => ({
    ownerId,
    uploadedAt,
    keepUntil: keptFrom(at),
    removalBegunAt: null,
    schemaVersion: 1,
  });

  return {
    async record(picture, at) {
      try {
        await pictures.doc(picture.name).create(encode(picture, at));
      } catch (error) {
        if (grpcCodeOf(error) !== GrpcStatus.ALREADY_EXISTS) throw error;
      }
    },

    async giveSlot(ownerId, name, { at, until }) {
      const slot = { name, untilMs: until.getTime() };
      await db
        .batch()
        .update(db.collection('users').doc(ownerId), { pictureSlot: slot })
        .create(pictures.doc(name), encode({ name, ownerId, uploadedAt: at }, at))
        .commit();
    },

    async forget(name) {
      await pictures.doc(name).delete();
    },

    async move(transaction, { before, after, mayBeGone = false }, at) {
      const begun = after.filter((name) => !before.includes(name));
      const ended = before.filter((name) => !after.includes(name));
      const refs = [...begun, ...ended].map((name) => pictures.doc(name));
      const found = refs.length > 0 ? await transaction.getAll(...refs) : [];
      const isBeingRemoved = (picture: DocumentSnapshot) => picture.get('removalBegunAt') !== null;
      const known = found.filter((picture) => picture.exists && !(mayBeGone && isBeingRemoved(picture)));
      if (known.some((picture) => begun.includes(picture.id) && isBeingRemoved(picture)))
        throw new AppError('bad-request', 'A picture was removed meanwhile. Please upload it again.');
      return {
        // Written for references that begin too: so this transaction and `beginRemoval` exclude each other.
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
        // A reference began or ended since the picture was found to be due.
        if (picture.get('keepUntil').toDate() > at) return false;

        const showing = await Promise.all(
          Object.values<ReferringCollection>(PICTURE_REFERENCES).map(({ collection, within }) => {
            const all = within === undefined ? db.collection(collection) : db.collectionGroup(collection);
            return transaction.get(all.where('pictures', 'array-contains', name).limit(1).select());
          }),
        );
        const isShown = showing.some(({ empty }) => !empty);
        transaction.update(ref, isShown ? { keepUntil: keptFrom(at) } : { removalBegunAt: at });
        return !isShown;
      }),
  };
}
