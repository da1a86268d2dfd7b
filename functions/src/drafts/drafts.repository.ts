import { DRAFT_LIMITS, type DraftFields, type DraftPatch } from '@inkwell/shared/drafts';
import type { Firestore, Transaction } from 'firebase-admin/firestore';
import { runTransaction } from '../firestore/transaction.ts';
import type { PictureTable } from '../pictures/pictures.repository.ts';
import { edited } from './content-edit.ts';
import { CARD_FIELDS, decodeDraft, encodeDraft, holds, nextDraft, type StoredDraft } from './drafts.converter.ts';

export type DraftOutcome =
  | { readonly kind: 'kept'; readonly draft: StoredDraft }
  /** Another version is stored. */
  | { readonly kind: 'conflict'; readonly draft: StoredDraft }
  | { readonly kind: 'not-found' }
  /** The person has as many drafts as can be kept. */
  | { readonly kind: 'too-many' };

/**
 * Drafts, below the record of whoever writes them: nobody else's can be named. Deleting a post leaves the drafts of it, which may be all
 * that is left of somebody's words.
 */
export interface DraftRepository {
  /** Changed last first. Reads as many as there are. */
  list(ownerId: string): Promise<StoredDraft[]>;
  /** Reads 1 document. */
  find(ownerId: string, key: string): Promise<StoredDraft | null>;
  /**
   * Keeps a draft as a whole if `version` is the stored one (0 for none; undefined for any). What is stored already is kept, whatever the
   * version: that is how a repeat looks. Reads 1 document, 1 more for a new draft, writes 0 or 1; and one of each for every
   * picture that comes or goes.
   */
  put(
    ownerId: string,
    key: string,
    fields: DraftFields,
    by: { version: number | undefined; at: Date },
  ): Promise<DraftOutcome>;
  /** Changes a stored draft if `version` is the stored one. Costs the same. @throws AppError `bad-request` as `edited` does */
  patch(ownerId: string, key: string, patch: DraftPatch, at: Date): Promise<DraftOutcome>;
  /** Deletes a draft, if `version` is given that version only. Reads 1 document, writes 1 and 1 for each picture. */
  remove(ownerId: string, key: string, by: { version: number | undefined; at: Date }): Promise<DraftOutcome>;
}

export function createDraftRepository(db: Firestore, pictures: Pick<PictureTable, 'move'>): DraftRepository {
  const draftsOf = (ownerId: string) => db.collection('users').doc(ownerId).collection('drafts');

  /** Writes a draft, or deletes it (`after` null), and lets the table of pictures follow. */
  async function write(
    transaction: Transaction,
    ownerId: string,
    { before, after }: { before: StoredDraft | null; after: StoredDraft | null },
    at: Date,
  ): Promise<void> {
    const key = (after ?? before)?.key;
    if (key === undefined) return;
    const ref = draftsOf(ownerId).doc(key);
    const shown = { before: before?.pictures ?? [], after: after?.pictures ?? [], mayBeGone: true };
    const references = await pictures.move(transaction, shown, at);
    if (after) transaction.set(ref, encodeDraft(after));
    else transaction.delete(ref);
    references.write();
  }

  return {
    async list(ownerId) {
      const newest = draftsOf(ownerId).orderBy('updatedAt', 'desc').limit(DRAFT_LIMITS.perPerson);
      const { docs } = await newest.select(...CARD_FIELDS).get();
      return docs.map(decodeDraft).filter((draft) => draft !== null);
    },

    find: async (ownerId, key) => decodeDraft(await draftsOf(ownerId).doc(key).get()),

    put: (ownerId, key, fields, { version, at }) =>
      runTransaction(db, async (transaction): Promise<DraftOutcome> => {
        const before = decodeDraft(await transaction.get(draftsOf(ownerId).doc(key)));
        if (before && holds(before, fields)) return { kind: 'kept', draft: before };
        if (before && version !== undefined && version !== before.version) return { kind: 'conflict', draft: before };
        if (!before && version) return { kind: 'not-found' };
        if (!before) {
          const counted = await transaction.get(draftsOf(ownerId).count());
          if (counted.data().count >= DRAFT_LIMITS.perPerson) return { kind: 'too-many' };
        }
        const after = nextDraft(key, fields, before, at);
        await write(transaction, ownerId, { before, after }, at);
        return { kind: 'kept', draft: after };
      }),

    patch: (ownerId, key, { version, contentEdit, ...given }, at) =>
      runTransaction(db, async (transaction): Promise<DraftOutcome> => {
        const before = decodeDraft(await transaction.get(draftsOf(ownerId).doc(key)));
        if (!before) return { kind: 'not-found' };
        if (version !== before.version) return { kind: 'conflict', draft: before };
        const content = contentEdit ? { content: edited(before.content ?? '', contentEdit) } : {};
        const after = nextDraft(key, { ...before, ...given, ...content }, before, at);
        if (holds(before, after) && before.device === after.device) return { kind: 'kept', draft: before };
        await write(transaction, ownerId, { before, after }, at);
        return { kind: 'kept', draft: after };
      }),

    remove: (ownerId, key, { version, at }) =>
      runTransaction(db, async (transaction): Promise<DraftOutcome> => {
        const before = decodeDraft(await transaction.get(draftsOf(ownerId).doc(key)));
        if (!before) return { kind: 'not-found' };
        if (version !== undefined && version !== before.version) return { kind: 'conflict', draft: before };
        await write(transaction, ownerId, { before, after: null }, at);
        return { kind: 'kept', draft: before };
      }),
  };
}
