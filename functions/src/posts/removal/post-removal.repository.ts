import type { Viewer } from '@inkwell/shared/permissions';
import { TRASH_MS } from '@inkwell/shared/posts';
import { statusOf } from '@inkwell/shared/schedule';
import type { Firestore } from 'firebase-admin/firestore';
import { appendAudit } from '../../audit/audit.repository.ts';
import { deleteAll } from '../../firestore/delete-all.ts';
import { runTransaction } from '../../firestore/transaction.ts';
import type { Upgrade } from '../../jobs/data-version.ts';
import { documentUpgrade } from '../../jobs/document-upgrade.repository.ts';
import type { PictureTable } from '../../pictures/pictures.repository.ts';
import { PICTURE_REFERENCES, referencesOf } from '../../pictures/references.ts';
import { actingAccount } from '../../users/acting-account.repository.ts';
import type { PostHistory } from '../consequences.repository.ts';
import { decodePost, firstSeen, isStored, isThere, type StoredPost } from '../posts.converter.ts';
import type { EditedCollection } from '../saving/edited-collection.repository.ts';
import { keepChange } from '../saving/kept-changes.repository.ts';
import { NO_REVIEW, noteEnd } from '../saving/review-of-post.repository.ts';

/** Moves posts, or documents of another edited collection, to the trash and back, and removes them when their time there has ended. */
export interface PostRemover {
  /**
   * Removes the post, in one transaction, from lists, counts, search and the schedule, and ends its preview link and editing leases. Its comments,
   * likes, revisions and pictures stay. A post that is already in the trash, or was edited since `base`, does not change. Reads 1 document, writes 5,
   * and 2 more for a published post.
   */
  trash(id: string, actorId: string, at: Date, options?: Removing & { readonly base?: Date }): Promise<TrashOutcome>;
  /**
   * Restores a post from the trash, unpublished, as an edit with a revision. A post that is not in the trash does not change. Reads 1 document,
   * writes 4.
   * @returns null if there is no such post
   */
  undelete(id: string, actorId: string, at: Date, options?: Removing): Promise<StoredPost | null>;
  /**
   * Removes posts whose time in the trash has ended, with their comments, likes, revisions and picture references, longest in the trash first.
   * Removes at most 100, and stops once `isOver`. An interruption after any step is harmless: `finishAll` continues. @returns how many
   * @throws AggregateError if some could not be removed
   */
  removeOverdue(at: Date, isOver?: () => boolean): Promise<number>;
  /** Finishes interrupted removals. @returns how many */
  finishAll(): Promise<number>;
}

/** How a text is moved to the trash or back. */
export interface Removing {
  /** Where to store how to undo the change (`keepChange`). */
  readonly keptIn?: string | undefined;
  /** The bulk action that includes the change, for the activity. */
  readonly runId?: string | undefined;
  /** Decides in the transaction with the account's current state; absent for staff. 1 more read. @throws AppError if refused */
  readonly decide?: ((account: Viewer, post: StoredPost) => void) | undefined;
}

export type TrashOutcome = 'trashed' | 'not-found' | 'edited-since';

interface Options {
  readonly edited: EditedCollection;
  readonly pictures: Pick<PictureTable, 'move'>;
  readonly history: PostHistory;
}

/** The number of posts that one call removes. */
const PER_CALL = 100;

/** Posts moved to the trash at this time or earlier are removed. */
const lastOverdue = (at: Date): Date => new Date(at.getTime() - TRASH_MS);

export function createPostRemover(db: Firestore, { edited, pictures, history }: Options): PostRemover {
  const { area } = edited;
  const posts = db.collection(edited.name);
  const comments = db.collection('comments');
  const commentsOf = (id: string) => comments.where('onPostId', '==', id);
  const likesOf = (id: string) => posts.doc(id).collection('likes');
  const revisionsOf = (id: string) => posts.doc(id).collection('revisions');

  /** Returns false if there is nothing to remove: the post was restored, or removed by another run. */
  const beginRemoval = (id: string, at: Date) =>
    runTransaction(db, async (transaction) => {
      const ref = posts.doc(id);
      const snapshot = await transaction.get(ref);
      const post = decodePost(snapshot);
      if (!post?.trashedAt || post.trashedAt > lastOverdue(at)) return false;
      if (post.isPublished) {
        // A version without a trash treated the post as a draft and published it (docs/operations.md, rollback), so the post leaves the trash.
        transaction.update(ref, { trashedAt: null, status: statusOf({ ...post, trashedAt: null }) });
        edited.leftTrash?.(transaction, post);
        return false;
      }
      if (post.deletedAt) return true;
      const before = referencesOf(PICTURE_REFERENCES.posts, snapshot.data() ?? {});
      const references = await pictures.move(transaction, { before, after: [] }, at);
      transaction.update(ref, { deletedAt: at, pictures: [] });
      references.write();
      return true;
    });

  /**
   * Removes the post unless a like or comment arrived meanwhile. Likes and comments first check that the post exists, then write: after
   * this transaction, their update of the post's counters fails, and so does the rest of their transaction. A like of a crowded post
   * writes to a shard instead; the next fold finds no post and removes the like.
   */
  const removeEmptied = (id: string) =>
    runTransaction(db, async (transaction) => {
      const ref = posts.doc(id);
      const left = await Promise.all(
        [commentsOf(id), likesOf(id)].map((query) => transaction.get(query.limit(1).select())),
      );
      if (left.some(({ empty }) => !empty)) return false;
      transaction.delete(ref);
      return true;
    });

  const finish = async (id: string): Promise<void> => {
    // From now on no change can add a revision, because each checks in its transaction that the post exists.
    await deleteAll(db, revisionsOf(id));
    await edited.remove?.(id);
    do {
      for (const query of [commentsOf(id), likesOf(id)]) await deleteAll(db, query);
    } while (!(await removeEmptied(id)));
  };

  return {
    trash: (id, actorId, at, { keptIn, runId, base, decide } = {}) =>
      runTransaction(db, async (transaction): Promise<TrashOutcome> => {
        const ref = posts.doc(id);
        const post = decodePost(await transaction.get(ref));
        if (!post) return 'not-found';
        decide?.(await actingAccount(db, transaction, actorId), post);
        if (!isThere(post)) return 'trashed';
        if (base && post.updatedAt.getTime() !== base.getTime()) return 'edited-since';

        const following = await edited.follow(transaction, { before: post, after: null, at });
        const trashed = { trashedAt: at, isPublished: false, publishAt: null, scheduledBy: null };
        const announcedAt = post.isPublished ? firstSeen(post) : post.announcedAt;
        transaction.update(ref, { ...trashed, announcedAt, ...NO_REVIEW, status: statusOf(trashed) });
        noteEnd(db, transaction, post, { step: 'end', actorId, at });
        transaction.delete(db.doc(`previews/${id}`));
        // Editors that have the post open are told within half a minute.
        transaction.delete(db.doc(`editing/${id}`));
        following.write();
        const before = { title: post.title, authorId: post.authorId, isPublished: post.isPublished };
        const entry = { actorId, runId, action: `${area}.delete`, target: ref.path, name: post.title } as const;
        appendAudit(db, transaction, { ...entry, before, after: null }, at);
        keepChange(db, transaction, keptIn, [id, { baseUpdatedAt: post.updatedAt.toISOString() }]);
        return 'trashed';
      }),

    undelete: (id, actorId, at, { keptIn, runId, decide } = {}) =>
      runTransaction(db, async (transaction) => {
        const ref = posts.doc(id);
        const before = decodePost(await transaction.get(ref));
        if (!isStored(before)) return null;
        decide?.(await actingAccount(db, transaction, actorId), before);
        if (!before.trashedAt) return before;

        // Strictly later, like every edit, so that an open editor learns that the post is now unpublished.
        const updatedAt = new Date(Math.max(at.getTime(), before.updatedAt.getTime() + 1));
        const restored = { trashedAt: null, updatedAt, lastEditedBy: actorId, hasRevisions: true };
        const after = { ...before, ...restored };
        const following = await edited.follow(transaction, { before: null, after, at: updatedAt });
        transaction.update(ref, { ...restored, status: statusOf(after) });
        following.write();
        history.keep(transaction, { before, after, reason: 'undelete', actorId, at });
        const entry = { actorId, runId, action: `${area}.undelete`, target: ref.path, name: after.title } as const;
        appendAudit(db, transaction, { ...entry, before: null, after: { title: after.title, isPublished: false } }, at);
        keepChange(db, transaction, keptIn, [id, { baseUpdatedAt: updatedAt.toISOString() }]);
        return after;
      }),

    async removeOverdue(at, isOver = () => false) {
      const overdue = posts.where('trashedAt', '<=', lastOverdue(at));
      const { docs } = await overdue.orderBy('trashedAt').limit(PER_CALL).select().get();
      const failures: unknown[] = [];
      let removed = 0;
      for (const { id } of docs) {
        if (isOver()) break;
        try {
          if (!(await beginRemoval(id, at))) continue;
          await finish(id);
          removed += 1;
        } catch (error) {
          failures.push(error);
        }
      }
      if (failures.length > 0) throw new AggregateError(failures, `${failures.length} posts could not be removed`);
      return removed;
    },

    async finishAll() {
      const { docs } = await posts.where('deletedAt', '>', new Date(0)).select().get();
      for (const { id } of docs) await finish(id);
      return docs.length;
    },
  };
}

/** Adds `trashedAt` to older posts: null, unless the post was moved to the trash meanwhile. */
export const trashUpgrade = (db: Firestore): Upgrade =>
  documentUpgrade(db, {
    version: 2,
    about: 'Posts get a place for the time of their deletion',
    collection: 'posts',
    change: ({ trashedAt = null }) => ({ trashedAt }),
  });
