import { AppError } from '@inkwell/shared/errors';
import { PICTURE_LIBRARY } from '@inkwell/shared/picture-library';
import type { Firestore } from 'firebase-admin/firestore';
import { appendAudit } from '../audit/audit.repository.ts';
import type { PageOfMany, PageRequest, Position } from '../common/paging.ts';
import { parseWordSearch } from '../common/word-prefixes.ts';
import { type Order, readFiltered, readIndexed } from '../firestore/list-pages.ts';
import { isMissing, runTransaction } from '../firestore/transaction.ts';
import { documentsShowing, REFERENCE_NAMES } from '../pictures/documents-showing.repository.ts';
import { findablePicture } from '../pictures/pictures.converter.ts';
import { KEPT_MS } from '../pictures/pictures.repository.ts';
import { decodePicture, type StoredPicture } from './picture-library.converter.ts';
import { fieldsOfRow, type Use } from './places.converter.ts';

export interface LibraryFilter {
  readonly q: string | undefined;
  /** The owner; null for all. */
  readonly ownerId: string | null;
  readonly isUndescribed: boolean;
}

/** Who acts on a picture, when, and the required owner; null for any owner. */
interface Act {
  readonly actorId: string;
  readonly at: Date;
  readonly ownerId: string | null;
}

type Deletion =
  | { readonly kind: 'begun' }
  | { readonly kind: 'not-found' }
  | { readonly kind: 'used'; readonly use: Use };

/** The reusable pictures, in the collection `pictures`. */
export interface PictureLibrary {
  /**
   * Pictures, newest first. With `q`, every word of the query must begin a word of the file name or description. Reads the page and 1 for each 1,000;
   * at most 204 with several words or for pictures without a description.
   */
  list(filter: LibraryFilter, page: PageRequest): Promise<PageOfMany<StoredPicture>>;
  /** Describes a picture; an unchanged description writes nothing. Null if the picture does not exist. Reads 1 document, writes 2. */
  describe(name: string, description: string | null, act: Act): Promise<StoredPicture | null>;
  /**
   * Starts deleting an unused picture, in one transaction with the search for its uses. From then on nothing can use it, and the sweep finishes an
   * interrupted deletion. Safe to repeat. Reads 1 document, at most 11 of each row of the table of references and at least 1, writes 2.
   */
  beginDeletion(name: string, act: Act): Promise<Deletion>;
  /** Keeps the entry of a deleted picture for 30 days, so that editors that are still open cannot save it. Writes 1 document. */
  noteDeleted(name: string, at: Date): Promise<void>;
}

const NEWEST: Order = { field: 'uploadedAt', holds: 'time', direction: 'desc' };

/** Picture names contain a dot, which ids in positions cannot. */
export const positionOfPicture = (uploadedAtMs: number, name: string): Position => ({
  createdAtMs: uploadedAtMs,
  id: 'picture',
  text: name,
});

function innerPosition(after: Position | null): Position | null {
  if (after === null) return null;
  if (!after.text || after.text.includes('/')) throw new AppError('bad-request', 'Invalid cursor');
  return { createdAtMs: after.createdAtMs, id: after.text };
}

const NOTHING = { items: [], total: 0, next: null, documents: 0 };

export function createPictureLibrary(db: Firestore): PictureLibrary {
  const pictures = db.collection('pictures');

  function read({ q, ownerId, isUndescribed }: LibraryFilter, page: PageRequest): Promise<PageOfMany<StoredPicture>> {
    const all = pictures.where('isInLibrary', '==', true);
    const whose = ownerId === null ? all : all.where('ownerId', '==', ownerId);
    const search = q?.trim() ? parseWordSearch(q) : null;
    const prefix = search?.prefixes[0];
    if (search && prefix === undefined) return Promise.resolve(NOTHING);
    const query = prefix === undefined ? whose : whose.where('wordPrefixes', 'array-contains', prefix);
    const list = { query, order: NEWEST, page, decode: decodePicture };
    if (!isUndescribed && (search?.isDecidedByIndex ?? true)) return readIndexed(list);
    const isMatch = ({ fileName, description }: StoredPicture) =>
      !(isUndescribed && description !== null) && (search?.matches(fileName, description) ?? true);
    return readFiltered({ ...list, isMatch });
  }

  return {
    async list(filter, { limit, after }) {
      const page = await read(filter, { limit, after: innerPosition(after) });
      return { ...page, next: page.next && positionOfPicture(page.next.createdAtMs, page.next.id) };
    },

    describe: (name, description, { actorId, at, ownerId }) =>
      runTransaction(db, async (transaction) => {
        const ref = pictures.doc(name);
        const picture = decodePicture(await transaction.get(ref));
        if (!picture || (ownerId !== null && picture.ownerId !== ownerId)) return null;
        if (picture.description === description) return picture;
        const { fileName } = picture;
        transaction.update(ref, findablePicture({ name, fileName, description }));
        const entry = { actorId, action: 'picture.describe', target: ref.path, name: fileName } as const;
        const before = { description: picture.description };
        appendAudit(db, transaction, { ...entry, before, after: { description } }, at);
        return { ...picture, description };
      }),

    beginDeletion: (name, { actorId, at, ownerId }) =>
      runTransaction(db, async (transaction): Promise<Deletion> => {
        const ref = pictures.doc(name);
        const snapshot = await transaction.get(ref);
        if (!snapshot.exists || (ownerId !== null && snapshot.get('ownerId') !== ownerId)) return { kind: 'not-found' };
        if (snapshot.get('removalBegunAt') !== null) return { kind: 'begun' };
        const picture = decodePicture(snapshot);
        if (!picture) return { kind: 'not-found' };

        const limit = PICTURE_LIBRARY.places + 1;
        const wanted = { names: [name], of: REFERENCE_NAMES, limit, fieldsOf: fieldsOfRow };
        const showing = await documentsShowing(db, wanted, (query) => transaction.get(query));
        if (showing.length > 0) return { kind: 'used', use: { showing, isCut: false } };

        // Due at once, so that the next sweep finds an interrupted deletion.
        transaction.update(ref, { removalBegunAt: at, keepUntil: at, isInLibrary: false });
        const { fileName, description } = picture;
        const entry = { actorId, action: 'picture.delete', target: ref.path, name: fileName } as const;
        appendAudit(db, transaction, { ...entry, before: { fileName, description }, after: null }, at);
        return { kind: 'begun' };
      }),

    async noteDeleted(name, at) {
      const keepUntil = new Date(at.getTime() + KEPT_MS);
      await pictures
        .doc(name)
        .update({ keepUntil })
        .catch((error: unknown) => {
          // A concurrent sweep has deleted the entry.
          if (!isMissing(error)) throw error;
        });
    },
  };
}
