import { CONFLICT_MARKERS_LEFT, hasConflictMarkers } from '@inkwell/shared/conflict-markers';
import { previewOf } from '@inkwell/shared/plain-text';
import { fieldsWith, isShort, WRITTEN_FIELDS, type WrittenField } from '@inkwell/shared/post-fields';
import { POST_LIMITS } from '@inkwell/shared/post-limits';
import type { PostPatch } from '@inkwell/shared/posts';
import { statusOf } from '@inkwell/shared/schedule';
import { textFacts } from '@inkwell/shared/text-facts';
import { type DocumentData, FieldValue, type Firestore, type Transaction } from 'firebase-admin/firestore';
import { appendAudit } from '../audit/audit.repository.ts';
import { createMutex } from '../firestore/mutex.ts';
import { runTransaction } from '../firestore/transaction.ts';
import type { PictureTable } from '../pictures/pictures.repository.ts';
import { PICTURE_REFERENCES, referencesOf } from '../pictures/references.ts';
import { isLocalImage } from '../uploads/image-url.ts';
import type { DraftOfSave, PostDrafts } from './post-drafts.repository.ts';
import type { PostHistory } from './post-history.repository.ts';
import type { PostIndex } from './post-index.repository.ts';
import { decodePost, encodeNewPost, findablePost, type StoredPost } from './posts.converter.ts';
import { postTotals } from './posts.repository.ts';

/** What an editor may set. A field that is left out stays as it is. */
export interface PostFields extends Pick<PostPatch, WrittenField> {
  /** When the post is to be published; null cancels. */
  readonly publishAt?: Date | null;
}

export type UpdateOutcome =
  | { readonly kind: 'updated'; readonly post: StoredPost }
  | { readonly kind: 'conflict'; readonly post: StoredPost }
  | { readonly kind: 'not-found' }
  /** The change would show conflict markers to readers. */
  | { readonly kind: 'conflict-markers' };

/** What became of a post that was due. `withheld`: it stays unpublished. */
export type DueOutcome = 'published' | 'withheld' | 'nothing';

/** In the audit log: who published what was scheduled. */
export const SCHEDULER_ID = 'scheduler';

/** Who changes a post, which state the change began with, and which revision it restores, if any. */
export interface Edit {
  readonly actorId: string;
  /** The `updatedAt` that the edit started from; null for any. */
  readonly base: Date | null;
  readonly restoredId: string | null;
  /** The draft that the change is made from. */
  readonly draft?: DraftOfSave | undefined;
  readonly at: Date;
}

/**
 * Writes posts. Each change also moves the counts and the search index and stores a revision of the post, in the same transaction.
 */
export interface PostWriter {
  /**
   * Stores a new post. If a post with that id is stored already, answers the stored one and changes nothing, so a retry is
   * safe. Null when the id belongs to a post that was deleted. Reads 2 documents and 1 for each picture, writes 4 to 6 and 1
   * for each picture. The draft that the post is made from is removed (`PostDrafts.close`): 1 read and 1 write more.
   */
  create(post: StoredPost, draft?: DraftOfSave): Promise<StoredPost | null>;
  /**
   * Writes the given fields. Changes nothing and answers the stored post if somebody edited it since `base`, or if the schedule of a post is
   * changed that has been published already. Changes nothing either if readers would see conflict markers (`bringsConflictMarkers`).
   * Publishing clears the schedule. A change of the schedule alone is no edit: it stores no revision and leaves `updatedAt` as it is.
   * Reads 1 or 2 documents, writes 0 to 7, 1 more for a post without revisions, 1 more when the time changes; and one of each for every
   * picture that comes or goes. The draft that the change is made from is removed as in `create`.
   */
  update(id: string, fields: PostFields, edit: Edit): Promise<UpdateOutcome>;
  /**
   * Publishes a scheduled post that is due, as an edit of the person who scheduled it. Answers `nothing` if the post is not due at `now`, or was
   * published, rescheduled, cancelled or deleted meanwhile; so repeats and parallel calls publish it once. A post with conflict markers
   * stays unpublished and loses its schedule, so that it is not due for ever. Reads and writes as `update`.
   */
  publishDue(id: string, now: Date): Promise<DueOutcome>;
}

/** Fields whose words are in the search index. */
const SEARCHED = fieldsWith('search');

/** The pictures of the bucket that a post shows. */
const picturesOf = (post: StoredPost) => referencesOf(PICTURE_REFERENCES.posts, post);

export function createPostWriter(
  db: Firestore,
  {
    searchIndex,
    pictures,
    history,
    drafts,
  }: { searchIndex: PostIndex; pictures: Pick<PictureTable, 'move'>; history: PostHistory; drafts: PostDrafts },
): PostWriter {
  const posts = db.collection('posts');
  // All changes of posts move the same counts. One at a time, they never abort each other within an instance.
  const oneByOne = createMutex();

  return {
    create: (given, draft) =>
      oneByOne(() =>
        runTransaction(db, async (transaction) => {
          const ref = posts.doc(given.id);
          const existing = decodePost(await transaction.get(ref));
          if (existing) return existing.deletedAt ? null : existing;
          const post = withTeaser({ ...given, hasRevisions: true });

          const index = post.isPublished ? await searchIndex.prepare(transaction, post) : null;
          const after = picturesOf(post);
          const references = await pictures.move(transaction, { before: [], after }, post.createdAt);
          const closing = draft && (await drafts.close(transaction, draft, post, post.createdAt));
          transaction.create(ref, encodeNewPost(post, derivedFields(post, after)));
          references.write();
          closing?.write();
          moveCounts(transaction, null, post);
          index?.write();
          if (post.publishAt) {
            notePlan(transaction, { ...post, publishAt: null }, post, { actorId: post.authorId, at: post.createdAt });
          }
          const reason = post.isPublished ? 'publish' : 'create';
          history.keep(transaction, { before: null, after: post, reason, actorId: post.authorId, at: post.createdAt });
          noteAct(transaction, { reason, actorId: post.authorId, before: null, after: post, at: post.createdAt });
          return post;
        }),
      ),

    update: (id, { publishAt, ...fields }, edit) =>
      oneByOne(() =>
        runTransaction(db, async (transaction): Promise<UpdateOutcome> => {
          const before = decodePost(await transaction.get(posts.doc(id)));
          if (!before || before.deletedAt) return { kind: 'not-found' };
          if (edit.base && before.updatedAt.getTime() !== edit.base.getTime())
            return { kind: 'conflict', post: before };
          // The caller takes the post for an unpublished one, but the schedule has published it.
          const isTooLate = publishAt !== undefined && before.isPublished && fields.isPublished === undefined;
          if (isTooLate) return { kind: 'conflict', post: before };

          const changes = changesOf(before, fields);
          const isToBePublished = changes.isPublished ?? before.isPublished;
          const plan = isToBePublished ? null : publishAt;
          const planned = plan === undefined ? before : withPlan(before, plan, edit.actorId);
          if (bringsConflictMarkers(before, { ...planned, ...changes })) return { kind: 'conflict-markers' };
          const isEdit = Object.keys(changes).length > 0;
          const closing =
            edit.draft && (await drafts.close(transaction, edit.draft, { ...before, ...changes }, edit.at));
          const post = isEdit ? await change(transaction, { before, planned, changes, edit }) : planned;
          if (isEdit)
            noteAct(transaction, { ...edit, reason: reasonOf(changes, edit.restoredId), before, after: post });
          // A transaction reads before it writes, so this comes last.
          if (planned !== before) {
            notePlan(transaction, before, planned, edit);
            if (!isEdit) transaction.update(posts.doc(id), planOf(planned));
          }
          closing?.write();
          return { kind: 'updated', post };
        }),
      ),

    publishDue: (id, now) =>
      oneByOne(() =>
        runTransaction(db, async (transaction): Promise<DueOutcome> => {
          const before = decodePost(await transaction.get(posts.doc(id)));
          if (!before?.publishAt || before.deletedAt || before.publishAt > now) return 'nothing';
          const actorId = before.scheduledBy ?? before.authorId;
          const planned = withPlan(before, null, actorId);
          if (before.isPublished) {
            // Published by hand; the schedule was left behind.
            transaction.update(posts.doc(id), planOf(planned));
            return 'nothing';
          }
          const entry = { actorId: SCHEDULER_ID, onBehalfOf: actorId, target: `posts/${id}`, name: before.title };
          if (hasConflictMarkers(before.content)) {
            transaction.update(posts.doc(id), planOf(planned));
            // Nobody is there to be answered, so the audit log gets the reason.
            const states = {
              before: { publishAt: before.publishAt },
              after: { publishAt: null, reason: CONFLICT_MARKERS_LEFT },
            };
            appendAudit(db, transaction, { ...entry, action: 'post.schedule', ...states }, now);
            return 'withheld';
          }
          const edit = { actorId, base: null, restoredId: null, at: now };
          await change(transaction, { before, planned, changes: { isPublished: true }, edit });
          const [was, is] = [before, { ...planned, isPublished: true }].map(publishing);
          const states = { before: was ?? null, after: is ?? null };
          appendAudit(db, transaction, { ...entry, action: 'post.publish', ...states }, now);
          return 'published';
        }),
      ),
  };

  /** Writes changed fields with the counts, the index, the references and the revision that depend on them. */
  async function change(
    transaction: Transaction,
    { before, planned, changes, edit }: { before: StoredPost; planned: StoredPost; changes: Changes; edit: Edit },
  ): Promise<StoredPost> {
    const { actorId, restoredId, at } = edit;
    const after = withTeaser({
      ...planned,
      ...changes,
      // Strictly later, so that two edits within one millisecond differ.
      updatedAt: new Date(Math.max(at.getTime(), before.updatedAt.getTime() + 1)),
      publishedAt: changes.isPublished && !before.publishedAt ? at : before.publishedAt,
      lastEditedBy: actorId,
      hasRevisions: true,
    });

    const index = await indexChange(transaction, before, after, changes);
    const shown = picturesOf(after);
    const references = await pictures.move(transaction, { before: picturesOf(before), after: shown }, at);
    const { updatedAt, publishedAt, lastEditedBy, hasRevisions } = after;
    const noted = { updatedAt, publishedAt, lastEditedBy, hasRevisions, ...planOf(after) };
    transaction.update(posts.doc(after.id), { ...changes, ...derivedFields(after, shown), ...noted });
    references.write();
    moveCounts(transaction, before, after);
    index?.write();
    const reason = reasonOf(changes, restoredId);
    history.keep(transaction, { before, after, reason, actorId, at, restoredId });
    return after;
  }

  function notePlan(
    transaction: Transaction,
    before: StoredPost,
    planned: StoredPost,
    { actorId, at }: Pick<Edit, 'actorId' | 'at'>,
  ): void {
    const entry = { actorId, action: 'post.schedule', target: `posts/${before.id}`, name: planned.title } as const;
    const [was, is] = [before, planned].map(({ publishAt }) => ({ publishAt }));
    appendAudit(db, transaction, { ...entry, before: was ?? null, after: is ?? null }, at);
  }

  async function indexChange(transaction: Transaction, before: StoredPost, after: StoredPost, changes: Changes) {
    if (!after.isPublished)
      return before.isPublished ? { write: () => searchIndex.remove(transaction, after.id) } : null;
    const isStale = !before.isPublished || SEARCHED.some((field) => field in changes);
    return isStale ? searchIndex.prepare(transaction, after) : null;
  }

  function noteAct(transaction: Transaction, { reason, actorId, before, after, at }: Act): void {
    const changed = WRITTEN_FIELDS.filter((field) => before?.[field] !== after[field]);
    const entry = { actorId, action: ACTIONS[reason], target: posts.doc(after.id).path, name: after.title } as const;
    const states = { before: before && noted(before, changed), after: noted(after, changed) };
    appendAudit(db, transaction, { ...entry, ...states }, at);
  }

  function moveCounts(transaction: Transaction, before: StoredPost | null, after: StoredPost): void {
    const totals = {
      total: before ? 0 : 1,
      published: Number(after.isPublished) - Number(before?.isPublished ?? false),
    };
    if (totals.total !== 0 || totals.published !== 0) {
      transaction.set(
        postTotals(db),
        { total: FieldValue.increment(totals.total), published: FieldValue.increment(totals.published) },
        { merge: true },
      );
    }
    movePostCounts(db, transaction, before, after);
  }
}

interface Act {
  readonly reason: keyof typeof ACTIONS;
  readonly actorId: string;
  readonly before: StoredPost | null;
  readonly after: StoredPost;
  readonly at: Date;
}

/** Longer values (texts, pictures in `data:` addresses) are noted by their length. */
const MAX_NOTED = 4_000;

const ACTIONS = {
  create: 'post.create',
  save: 'post.edit',
  publish: 'post.publish',
  unpublish: 'post.unpublish',
  restore: 'post.restore',
} as const;

/** Fields as the audit log has them; of the text its length alone, because revisions have the text. */
function noted(post: StoredPost, fields: readonly WrittenField[]): Record<string, unknown> {
  return Object.fromEntries(
    fields.map((field) => {
      const value = post[field];
      return isShort(field) && String(value).length <= MAX_NOTED
        ? [field, value]
        : [`${field}Length`, String(value).length];
    }),
  );
}

interface Counted {
  readonly isPublished: boolean;
  readonly categoryId: number | null;
}

/** Moves `postCount` of the categories that gain or lose a published post. */
export function movePostCounts(
  db: Firestore,
  transaction: Transaction,
  before: Counted | null,
  after: Counted | null,
): void {
  const from = before?.isPublished ? before.categoryId : null;
  const to = after?.isPublished ? after.categoryId : null;
  if (from === to) return;
  const move = (id: number, by: number) =>
    transaction.update(db.doc(`categories/${id}`), { postCount: FieldValue.increment(by) });
  if (from !== null) move(from, -1);
  if (to !== null) move(to, 1);
}

/** The post with this schedule; the same object if it has this schedule already. */
const withPlan = (post: StoredPost, publishAt: Date | null, actorId: string): StoredPost =>
  post.publishAt?.getTime() === publishAt?.getTime()
    ? post
    : { ...post, publishAt, scheduledBy: publishAt === null ? null : actorId };

/** The stored fields of a schedule. */
const planOf = (post: StoredPost): DocumentData => {
  const { publishAt, scheduledBy } = post;
  return { publishAt, scheduledBy, status: statusOf(post) };
};

/**
 * Whether a change would show conflict markers to readers, now or at a scheduled time. A post that shows them already may still
 * be changed in other ways; otherwise nobody could unpublish it.
 */
function bringsConflictMarkers(before: StoredPost, after: StoredPost): boolean {
  const isLater = after.publishAt !== null && after.publishAt.getTime() !== before.publishAt?.getTime();
  const isNew = after.content !== before.content || (after.isPublished && !before.isPublished) || isLater;
  return isNew && statusOf(after) !== 'draft' && hasConflictMarkers(after.content);
}

const publishing = ({ isPublished, publishAt }: StoredPost) => ({ isPublished, publishAt });

type Changes = Partial<Pick<StoredPost, WrittenField>>;

/** The fields that are given and differ. */
function changesOf(before: StoredPost, fields: Pick<PostFields, WrittenField>): Changes {
  const given = Object.entries(fields) as [WrittenField, unknown][];
  return Object.fromEntries(given.filter(([field, value]) => value !== undefined && before[field] !== value));
}

function reasonOf({ isPublished }: Changes, restoredId: string | null) {
  if (isPublished !== undefined) return isPublished ? 'publish' : 'unpublish';
  return restoredId === null ? 'save' : 'restore';
}

/** The post with its teaser and reading time. */
const withTeaser = (post: StoredPost): StoredPost => ({
  ...post,
  preview: previewOf(post, POST_LIMITS.previewChars),
  readingMinutes: textFacts(post.content).minutes,
});

/** Fields that are derived from others: lists read them in place of the text, and queries find the post by them. */
const derivedFields = (post: StoredPost, pictures: readonly string[]): DocumentData => ({
  ...findablePost(post),
  preview: post.preview,
  readingMinutes: post.readingMinutes,
  pictures,
  hasLocalImage: isLocalImage(post.featuredImage),
});
