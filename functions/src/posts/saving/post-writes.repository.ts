import { CONFLICT_MARKERS_LEFT, hasConflictMarkers } from '@inkwell/shared/conflict-markers';
import { AppError } from '@inkwell/shared/errors';
import type { Viewer } from '@inkwell/shared/permissions';
import { isSameValue, WRITTEN_FIELDS } from '@inkwell/shared/post-fields';
import { canPublishPost } from '@inkwell/shared/post-permissions';
import type { PostSource } from '@inkwell/shared/pushed-posts';
import { dateFault } from '@inkwell/shared/schedule';
import { TAG_LIMITS, TOO_MANY_TAGS } from '@inkwell/shared/tags';
import type { Firestore, Transaction } from 'firebase-admin/firestore';
import { appendAudit } from '../../audit/audit.repository.ts';
import { categoryForPost } from '../../categories/category-of-post.repository.ts';
import { createMutex } from '../../firestore/mutex.ts';
import { runTransaction } from '../../firestore/transaction.ts';
import type { PictureTable } from '../../pictures/pictures.repository.ts';
import { PICTURE_REFERENCES, referencesOf } from '../../pictures/references.ts';
import { tagsForPost } from '../../tags/tags-of-post.repository.ts';
import { actingAccount } from '../../users/acting-account.repository.ts';
import { authorsForPost } from '../../users/authors-of-post.repository.ts';
import { decodeUser } from '../../users/users.converter.ts';
import type { DraftOfSave, PostDrafts, PostHistory } from '../consequences.repository.ts';
import { type DecideChange, governed } from '../post-decisions.ts';
import { authorIdsOf, decodePost, encodeNewPost, isThere, type StoredPost } from '../posts.converter.ts';
import { placeInSeries } from '../series/place-in-series.repository.ts';
import {
  authoredBy,
  bringsConflictMarkers,
  type Changes,
  changesOf,
  datesOf,
  derivedFields,
  noted,
  planOf,
  reasonOf,
  type WrittenFields,
  withPlan,
  withTeaser,
} from './changed-posts.converter.ts';
import type { EditedCollection } from './edited-collection.repository.ts';
import { keepChange, undoOf } from './kept-changes.repository.ts';
import { endingStep, NO_REVIEW, noteEnd } from './review-of-post.repository.ts';
import { decodeSource, encodeSource, sourceAfter } from './source-of-post.converter.ts';

/** The fields that an editor may set. Omitted fields do not change. */
export interface PostFields extends WrittenFields {
  /** When to publish the post; null cancels. */
  readonly publishAt?: Date | null;
}

export type UpdateOutcome =
  | { readonly kind: 'updated'; readonly post: StoredPost; readonly before: StoredPost }
  | { readonly kind: 'conflict'; readonly post: StoredPost }
  | { readonly kind: 'not-found' }
  /** The change would show conflict markers to readers. */
  | { readonly kind: 'conflict-markers' };

/** The result for a due post. `withheld`: it stays unpublished. */
export type DueOutcome = 'published' | 'withheld' | 'nothing';

/** In the audit log: who published scheduled posts. */
export const SCHEDULER_ID = 'scheduler';

/** In the audit log, for a scheduled post that stays unpublished. */
const RIGHT_LOST = 'Its author may no longer publish';

/** Who changes a post, its earlier state, and the restored revision, if any. */
export interface Edit {
  readonly actorId: string;
  /** The `updatedAt` that the edit started from; null for any. */
  readonly base: Date | null;
  /** The publication time that the change started from; undefined for any. */
  readonly basePlan?: Date | null | undefined;
  /** Whether this edit undoes the edit that it started from. */
  readonly isUndo?: boolean | undefined;
  readonly restoredId: string | null;
  /** The draft behind the change. */
  readonly draft?: DraftOfSave | undefined;
  /** The pushed file behind the change. 1 more write if the stored data about it changes. */
  readonly source?: PostSource | undefined;
  /** Where to store how to undo the change (`keepChange`). */
  readonly keptIn?: string | undefined;
  /** The bulk action that includes the change, for the activity. */
  readonly runId?: string | undefined;
  /** Tags to add and remove, whatever other tags the post has; instead of `tagIds`. */
  readonly tagChange?: TagChange | undefined;
  /** Decides in the transaction, with the account's and post's current state; absent for staff, who may make any change. 1 more read. */
  readonly decide?: DecideChange | undefined;
  /** The tags of the post that the caller sees. Others stay, because the caller cannot have removed them on purpose. All by default. */
  readonly seenTagIds?: readonly string[] | undefined;
  readonly at: Date;
}

/** Ids of tags. */
export interface TagChange {
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

export interface CreateOptions {
  readonly draft?: DraftOfSave | undefined;
  /** The file that the post is pushed from. If the stored post has another file or hash, the result is null. */
  readonly source?: PostSource | undefined;
  /** Decides in the transaction with the account's current state, like `Edit.decide`. */
  readonly decide?: ((account: Viewer) => void) | undefined;
}

/**
 * Writes posts, or documents of another edited collection. In the same transaction, each change also writes its dependents
 * (`EditedCollection.follow`), and stores a revision.
 */
export interface PostWriter {
  /**
   * Stores a new post. If the id is already stored, returns the stored post and changes nothing, so a retry is safe. Null if the id belongs to a
   * deleted post. Reads 2 documents and 1 for each picture, writes 4 to 7 and 1 for each picture. Removing the draft behind the post
   * (`PostDrafts.close`) costs 1 more read and write.
   */
  create(post: StoredPost, options?: CreateOptions): Promise<StoredPost | null>;
  /**
   * Writes these fields. Changes nothing and returns the stored post if somebody has edited it since `base`, or if the change is to the schedule of a
   * published post. Also changes nothing if readers would see conflict markers (`bringsConflictMarkers`). Publishing clears the schedule. Changing a
   * published post's date moves it everywhere and notifies nobody. Changing only the schedule is not an edit: it stores no revision and does not
   * change `updatedAt`. Reads 1 or 2 documents, writes 0 to 9, 1 more for a post without revisions, 1 more when the time changes; and one of each for
   * every added or removed picture. The draft behind the change is removed like in `create`.
   */
  update(id: string, fields: PostFields, edit: Edit): Promise<UpdateOutcome>;
  /**
   * Publishes a scheduled post that is due, as an edit of the person who scheduled it. Returns `nothing` if the post is not due at `now`, or was
   * published, rescheduled, cancelled or deleted meanwhile, so repeats and parallel calls publish it once. A post with conflict markers stays
   * unpublished and loses its schedule, so that it does not stay due. Reads and writes like `update`.
   */
  publishDue(id: string, now: Date): Promise<DueOutcome>;
}

/** The pictures in the bucket that a post shows. */
const picturesOf = (post: StoredPost) => referencesOf(PICTURE_REFERENCES.posts, post);

export function createPostWriter(
  db: Firestore,
  {
    edited,
    pictures,
    history,
    drafts,
  }: {
    edited: EditedCollection;
    pictures: Pick<PictureTable, 'move'>;
    history: PostHistory;
    drafts: PostDrafts;
  },
): PostWriter {
  const { area } = edited;
  const posts = db.collection(edited.name);
  // All changes of posts update the same counts. Run one at a time, they never abort each other within an instance.
  const oneByOne = createMutex();

  return {
    create: (given, { draft, source, decide } = {}) =>
      oneByOne(() =>
        runTransaction(db, async (transaction) => {
          const ref = posts.doc(given.id);
          const snapshot = await transaction.get(ref);
          const existing = decodePost(snapshot);
          const isOther = source !== undefined && decodeSource(snapshot)?.hash !== source.hash;
          if (existing) return isThere(existing) && !isOther ? existing : null;
          const actorId = given.lastEditedBy ?? given.authorId;
          decide?.(await actingAccount(db, transaction, actorId));
          const tagIds = await tagsForPost(db, transaction, { before: [], wanted: given.tagIds });
          const categoryId = await categoryForPost(db, transaction, { before: null, wanted: given.categoryId });
          const authorIds = await authorsForPost(db, transaction, { before: [actorId], wanted: given.authorIds });
          const before = { seriesId: null, seriesPlace: null };
          const placed = await placeInSeries(db, transaction, { before, wanted: given });
          const assigned = { tagIds, categoryId, ...placed, ...authoredBy(authorIds) };
          const post = withTeaser({ ...given, ...assigned, hasRevisions: true });

          const following = await edited.follow(transaction, { before: null, after: post, at: post.createdAt });
          const after = picturesOf(post);
          const references = await pictures.move(transaction, { before: [], after }, post.createdAt);
          const closing = draft && (await drafts.close(transaction, draft, post, post.createdAt));
          const file = source && encodeSource(source, actorId);
          transaction.create(ref, { ...encodeNewPost(post, derivedFields(post, after)), ...file });
          references.write();
          closing?.write();
          following.write();
          if (post.publishAt) {
            notePlan(transaction, { ...post, publishAt: null }, post, { actorId, at: post.createdAt });
          }
          const reason = post.isPublished ? 'publish' : 'create';
          history.keep(transaction, { before: null, after: post, reason, actorId, at: post.createdAt });
          noteAct(transaction, { reason, actorId, before: null, after: post, at: post.createdAt });
          return post;
        }),
      ),

    update: (id, { publishAt, ...fields }, edit) =>
      oneByOne(() =>
        runTransaction(db, async (transaction): Promise<UpdateOutcome> => {
          const snapshot = await transaction.get(posts.doc(id));
          const before = decodePost(snapshot);
          if (!isThere(before)) return { kind: 'not-found' };
          const wanted = edit.tagChange
            ? withTags(before.tagIds, edit.tagChange)
            : fields.tagIds && withUnseen(fields.tagIds, before, edit);
          const tagIds = wanted && (await tagsForPost(db, transaction, { before: before.tagIds, wanted }));
          const categoryId = await newCategory(transaction, before, fields, edit);
          const authorIds = await newAuthors(transaction, before, fields, edit);
          const isPlaced = fields.seriesId !== undefined || fields.seriesPlace !== undefined;
          const placed = isPlaced && (await placeInSeries(db, transaction, { before, wanted: fields }));
          const assigned = {
            authorIds,
            ...placed,
            ...(tagIds && { tagIds }),
            ...(categoryId !== undefined && { categoryId }),
          };
          const changes = changesOf(before, { ...fields, ...assigned });
          const isEdit = Object.keys(changes).length > 0;
          const isToBePublished = changes.isPublished ?? before.isPublished;
          const plan = isToBePublished ? null : publishAt;
          const planned = plan === undefined ? before : withPlan(before, plan, edit.actorId);
          const account = edit.decide && (await actingAccount(db, transaction, edit.actorId));
          const changed = [...Object.keys(changes), ...(planned === before ? [] : ['publishAt'])];
          edit.decide?.(account ?? null, before, changed);
          const isRepeatedUndo = edit.isUndo && !isEdit && planned === before;
          if (isStale(before, edit) && !isRepeatedUndo) return { kind: 'conflict', post: before };
          // The caller assumes that the post is unpublished, but the schedule has published it.
          const isTooLate = publishAt !== undefined && before.isPublished && fields.isPublished === undefined;
          if (isTooLate) return { kind: 'conflict', post: before };
          if (changes.publishedAt !== undefined) {
            // Publishing a post without its former date uses the current date.
            const isPublished = before.isPublished && isToBePublished;
            const fault = dateFault(changes.publishedAt, { isPublished, now: edit.at });
            if (fault) throw new AppError('bad-request', fault);
          }

          if (bringsConflictMarkers(before, { ...planned, ...changes })) return { kind: 'conflict-markers' };
          const closing =
            edit.draft && (await drafts.close(transaction, edit.draft, { ...before, ...changes }, edit.at));
          const ending = endingStep(before, { ...planned, ...changes });
          const ended = ending ? { ...planned, ...NO_REVIEW } : planned;
          const post = isEdit ? await change(transaction, { before, planned: ended, changes, edit }) : ended;
          if (isEdit)
            noteAct(transaction, { ...edit, reason: reasonOf(changes, edit.restoredId), before, after: post });
          // A transaction must read before it writes, so this comes last.
          if (planned !== before) {
            notePlan(transaction, before, planned, edit);
            if (!isEdit) transaction.update(posts.doc(id), planOf(ended));
          }
          const file = sourceAfter(snapshot, { given: edit.source, accountId: edit.actorId, changes });
          if (file) transaction.update(posts.doc(id), file);
          if (ending) noteEnd(db, transaction, before, { ...edit, step: ending });
          closing?.write();
          keepChange(db, transaction, edit.keptIn, [id, undoOf(before, post)]);
          return { kind: 'updated', post, before };
        }),
      ),

    publishDue: (id, now) =>
      oneByOne(() =>
        runTransaction(db, async (transaction): Promise<DueOutcome> => {
          const before = decodePost(await transaction.get(posts.doc(id)));
          if (!isThere(before) || !before.publishAt || before.publishAt > now) return 'nothing';
          const actorId = before.scheduledBy ?? before.authorId;
          const planned = withPlan(before, null, actorId);
          if (before.isPublished) {
            // Published by hand, with the schedule left behind.
            transaction.update(posts.doc(id), planOf(planned));
            return 'nothing';
          }
          const entry = { actorId: SCHEDULER_ID, onBehalfOf: actorId, target: posts.doc(id).path, name: before.title };
          const reason = await reasonToWithhold(transaction, before);
          if (reason !== null) {
            transaction.update(posts.doc(id), planOf(planned));
            // Nobody waits for an answer, so the audit log gets the reason.
            const states = { before: { publishAt: before.publishAt }, after: { publishAt: null, reason } };
            appendAudit(db, transaction, { ...entry, action: `${area}.schedule`, ...states }, now);
            return 'withheld';
          }
          const edit = { actorId, base: null, restoredId: null, at: now };
          await change(transaction, { before, planned, changes: { isPublished: true }, edit });
          const [was, is] = [before, { ...planned, isPublished: true }].map(publishing);
          const states = { before: was ?? null, after: is ?? null };
          appendAudit(db, transaction, { ...entry, action: `${area}.publish`, ...states }, now);
          return 'published';
        }),
      ),
  };

  /**
   * Why a due post stays unpublished: conflict markers, or its author scheduled it and has lost the right since, before the job unscheduled it. Posts
   * that staff scheduled are published anyway. Reads 1 document if an author scheduled it.
   */
  async function reasonToWithhold(transaction: Transaction, post: StoredPost): Promise<string | null> {
    if (hasConflictMarkers(post.content)) return CONFLICT_MARKERS_LEFT;
    const { scheduledBy } = post;
    if (scheduledBy === null || !authorIdsOf(post).includes(scheduledBy)) return null;
    const account = decodeUser(await transaction.get(db.collection('users').doc(scheduledBy)));
    const isLost = account && (account.isBlocked || !canPublishPost(account, governed(post)));
    return isLost ? RIGHT_LOST : null;
  }

  async function newCategory(
    transaction: Transaction,
    { categoryId: before }: StoredPost,
    { categoryId: wanted }: Pick<PostFields, 'categoryId'>,
    { restoredId, isUndo = false }: Edit,
  ): Promise<number | null | undefined> {
    if (wanted === undefined) return undefined;
    return categoryForPost(db, transaction, { before, wanted, isEarlier: isUndo || restoredId !== null });
  }

  async function newAuthors(
    transaction: Transaction,
    before: StoredPost,
    { authorIds: wanted }: Pick<PostFields, 'authorIds'>,
    { restoredId, isUndo = false }: Edit,
  ): Promise<string[] | undefined> {
    if (!wanted?.length) return undefined;
    const isEarlier = isUndo || restoredId !== null;
    return authorsForPost(db, transaction, { before: authorIdsOf(before), wanted, isEarlier });
  }

  /** Writes changed fields with the dependent counts, index, references and revision. */
  async function change(
    transaction: Transaction,
    { before, planned, changes, edit }: { before: StoredPost; planned: StoredPost; changes: Changes; edit: Edit },
  ): Promise<StoredPost> {
    const { actorId, restoredId, at, isUndo = false } = edit;
    // Strictly later, so that two edits in the same millisecond differ.
    const changedAt = new Date(Math.max(at.getTime(), before.updatedAt.getTime() + 1));
    const after = withTeaser({
      ...planned,
      ...changes,
      ...authoredBy(changes.authorIds ?? authorIdsOf(before)),
      updatedAt: changedAt,
      ...datesOf(before, changes, { at: changedAt, isUndo }),
      lastEditedBy: actorId,
      hasRevisions: true,
    });

    const following = await edited.follow(transaction, { before, after, at: changedAt, changed: Object.keys(changes) });
    const shown = picturesOf(after);
    const references = await pictures.move(transaction, { before: picturesOf(before), after: shown }, at);
    const { authorId, authorIds, updatedAt, publishedAt, announcedAt, lastEditedBy, hasRevisions } = after;
    const dates = { updatedAt, publishedAt, announcedAt };
    const noted = { authorId, authorIds, ...dates, lastEditedBy, hasRevisions, ...planOf(after) };
    transaction.update(posts.doc(after.id), { ...changes, ...derivedFields(after, shown), ...noted });
    references.write();
    following.write();
    const reason = reasonOf(changes, restoredId);
    history.keep(transaction, { before, after, reason, actorId, at, restoredId });
    return after;
  }

  function notePlan(
    transaction: Transaction,
    before: StoredPost,
    planned: StoredPost,
    { actorId, at, runId }: Pick<Edit, 'actorId' | 'at' | 'runId'>,
  ): void {
    const target = posts.doc(before.id).path;
    const entry = { actorId, runId, action: `${area}.schedule`, target, name: planned.title } as const;
    const [was, is] = [before, planned].map(({ publishAt }) => ({ publishAt }));
    appendAudit(db, transaction, { ...entry, before: was ?? null, after: is ?? null }, at);
  }

  function noteAct(transaction: Transaction, { reason, actorId, runId, before, after, at }: Act): void {
    const was = before && { ...before, authorIds: authorIdsOf(before) };
    const changed = WRITTEN_FIELDS.filter((field) => !isSameValue(was?.[field], after[field]));
    const entry = {
      actorId,
      runId,
      action: `${area}.${ACTIONS[reason]}` as const,
      target: posts.doc(after.id).path,
      name: after.title,
    } as const;
    const states = { before: was && noted(was, changed), after: noted(after, changed) };
    appendAudit(db, transaction, { ...entry, ...states }, at);
  }
}

interface Act extends Pick<Edit, 'actorId' | 'runId'> {
  readonly reason: keyof typeof ACTIONS;
  readonly before: StoredPost | null;
  readonly after: StoredPost;
  readonly at: Date;
}

const ACTIONS = {
  create: 'create',
  save: 'edit',
  publish: 'publish',
  unpublish: 'unpublish',
  restore: 'restore',
} as const;

/** The requested tags, and the post's tags that the caller does not see. */
const withUnseen = (wanted: readonly string[], { tagIds }: StoredPost, { seenTagIds }: Edit): string[] => [
  ...wanted,
  ...(seenTagIds ? tagIds.filter((id) => !seenTagIds.includes(id) && !wanted.includes(id)) : []),
];

/** @throws AppError `bad-request` for more tags than a post can have */
function withTags(tagIds: readonly string[], { add, remove }: TagChange): string[] {
  const wanted = [...new Set([...tagIds.filter((id) => !remove.includes(id)), ...add])];
  if (wanted.length > Math.max(TAG_LIMITS.perPost, tagIds.length)) throw new AppError('bad-request', TOO_MANY_TAGS);
  return wanted;
}

const isStale = (before: StoredPost, { base, basePlan }: Edit): boolean =>
  (base !== null && before.updatedAt.getTime() !== base.getTime()) ||
  (basePlan !== undefined && before.publishAt?.getTime() !== basePlan?.getTime());

const publishing = ({ isPublished, publishAt }: StoredPost) => ({ isPublished, publishAt });
