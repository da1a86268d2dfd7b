import type { Viewer } from '@inkwell/shared/permissions';
import { type FieldWith, isShort, WRITTEN_FIELDS, type WrittenField } from '@inkwell/shared/post-fields';
import type { Revision, RevisionCard, RevisionReason } from '@inkwell/shared/revisions';
import { type DocumentData, type DocumentSnapshot, Timestamp } from 'firebase-admin/firestore';
import { PICTURE_REFERENCES, referencesOf } from '../pictures/references.ts';
import type { PostChange } from '../posts/consequences.repository.ts';
import { absentValue, authorIdsOf, type StoredPost } from '../posts/posts.converter.ts';
import { type AuthorNames, toAuthor } from '../users/authors.ts';
import { changedWords } from './changed-words.ts';
import { firstLook } from './thinning.ts';

type Written = Pick<StoredPost, WrittenField>;

interface About {
  readonly id: string;
  readonly postId: string;
  readonly reason: RevisionReason;
  /** Null if unknown. */
  readonly editorId: string | null;
  readonly restoredId: string | null;
  readonly wordsAdded: number;
  readonly wordsRemoved: number;
  readonly createdAt: Date;
}

export type StoredRevision = About & Written;
export type StoredRevisionCard = Omit<StoredRevision, FieldWith<'isLong'>>;

const ABOUT = ['postId', 'reason', 'editorId', 'restoredId', 'wordsAdded', 'wordsRemoved', 'createdAt'] as const;

/** The fields that lists read. */
export const CARD_FIELDS: readonly string[] = [...WRITTEN_FIELDS.filter(isShort), ...ABOUT];

const writtenOf = (post: Written): Written =>
  Object.fromEntries(WRITTEN_FIELDS.map((field) => [field, post[field]])) as Written;

export function revisionOf({ before, after, reason, actorId, at, restoredId = null }: PostChange): StoredRevision {
  const isEdit = reason !== 'import';
  const { added, removed } = changedWords(before?.content ?? '', after.content);
  return {
    ...writtenOf(after),
    // Only edits change `updatedAt`, which then becomes the id of their revision (`revisionIdOf`).
    id: isEdit ? String(after.updatedAt.getTime()) : `${at.getTime()}-${reason}`,
    postId: after.id,
    reason,
    editorId: actorId,
    restoredId,
    wordsAdded: added,
    wordsRemoved: removed,
    createdAt: isEdit ? after.updatedAt : at,
  };
}

/** The state of a post before it had revisions. */
export const foundRevision = (post: StoredPost): StoredRevision => ({
  ...writtenOf({ ...post, authorIds: authorIdsOf(post) }),
  id: String(post.updatedAt.getTime()),
  postId: post.id,
  reason: 'found',
  editorId: post.lastEditedBy,
  restoredId: null,
  wordsAdded: changedWords('', post.content).added,
  wordsRemoved: 0,
  createdAt: post.updatedAt,
});

export function encodeRevision(
  { id: _id, ...revision }: StoredRevision,
  { isFirst }: { isFirst: boolean },
): DocumentData {
  return {
    ...revision,
    thinAt: firstLook(revision.createdAt, revision.reason, isFirst),
    pictures: referencesOf(PICTURE_REFERENCES.revisions, revision),
    schemaVersion: 1,
  };
}

const momentOf = (value: unknown) => (value instanceof Timestamp ? value.toDate() : value);

function decode(snapshot: DocumentSnapshot): StoredRevision | null {
  const data = snapshot.data();
  if (data === undefined) return null;
  const about = Object.fromEntries(ABOUT.map((field) => [field, data[field]]));
  // Revisions that are older than a field lack it. Restoring them does not change the field.
  const written = Object.fromEntries(
    WRITTEN_FIELDS.filter((field) => field in data).map((field) => [field, momentOf(data[field])]),
  );
  return { ...about, ...written, id: snapshot.id, createdAt: data.createdAt.toDate() } as StoredRevision;
}

export const decodeRevision = decode;

/** For revisions read with `CARD_FIELDS`. */
export const decodeRevisionCard: (snapshot: DocumentSnapshot) => StoredRevisionCard | null = decode;

/** The data for presenting a revision: its viewer, and the names of its editor. */
export interface Presenting {
  readonly editor: AuthorNames | null | undefined;
  /** The current category, after merges; null if there is none or it was deleted. */
  readonly categoryId: number | null;
  readonly viewer: Viewer;
}

/** The text fields of an answer. Fields that are newer than the revision have their default. */
const shownOf = <F extends WrittenField>(revision: Partial<Written>, fields: readonly F[]): Pick<Revision, F> =>
  Object.fromEntries(
    fields.map((field) => {
      const value = revision[field] ?? absentValue(field);
      return [field, value instanceof Date ? value.toISOString() : value];
    }),
  ) as unknown as Pick<Revision, F>;

export function toRevisionCard(revision: StoredRevisionCard, { editor, categoryId, viewer }: Presenting): RevisionCard {
  const { id, postId, editorId, reason, restoredId, wordsAdded, wordsRemoved, createdAt } = revision;
  return {
    ...shownOf(revision, WRITTEN_FIELDS.filter(isShort)),
    categoryId,
    id,
    postId,
    reason,
    editor: editorId === null ? null : toAuthor(editorId, editor, viewer),
    restoredId,
    wordsAdded,
    wordsRemoved,
    createdAt: createdAt.toISOString(),
  };
}

export const toRevision = (revision: StoredRevision, presenting: Presenting): Revision => ({
  ...toRevisionCard(revision, presenting),
  ...shownOf(revision, WRITTEN_FIELDS),
  categoryId: presenting.categoryId,
});
