import type { Viewer } from '@inkwell/shared/permissions';
import { isShort, WRITTEN_FIELDS, type WrittenField } from '@inkwell/shared/post-fields';
import type { Revision, RevisionCard, RevisionReason } from '@inkwell/shared/revisions';
import type { DocumentData, DocumentSnapshot } from 'firebase-admin/firestore';
import { PICTURE_REFERENCES, referencesOf } from '../pictures/references.ts';
import type { PostChange } from '../posts/post-history.repository.ts';
import type { StoredPost } from '../posts/posts.converter.ts';
import { type AuthorNames, toAuthor } from '../users/authors.ts';
import { changedWords } from './changed-words.ts';
import { firstLook } from './thinning.ts';

/** What an editor wrote into a post: all fields of it. */
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
export type StoredRevisionCard = Omit<StoredRevision, 'content'>;

const ABOUT = ['postId', 'reason', 'editorId', 'restoredId', 'wordsAdded', 'wordsRemoved', 'createdAt'] as const;

/** What lists read. */
export const CARD_FIELDS: readonly string[] = [...WRITTEN_FIELDS.filter(isShort), ...ABOUT];

const writtenOf = (post: Written): Written =>
  Object.fromEntries(WRITTEN_FIELDS.map((field) => [field, post[field]])) as Written;

/** The revision that a change makes. */
export function revisionOf({ before, after, reason, actorId, at, restoredId = null }: PostChange): StoredRevision {
  const isEdit = reason !== 'import';
  const { added, removed } = changedWords(before?.content ?? '', after.content);
  return {
    ...writtenOf(after),
    // Only edits move `updatedAt`, which is the id of their revision (`revisionIdOf`).
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

/** What was there before a post had revisions. */
export const foundRevision = (post: StoredPost): StoredRevision => ({
  ...writtenOf(post),
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

function decode(snapshot: DocumentSnapshot): StoredRevision | null {
  const data = snapshot.data();
  if (data === undefined) return null;
  const about = Object.fromEntries(ABOUT.map((field) => [field, data[field]]));
  const written = Object.fromEntries(WRITTEN_FIELDS.map((field) => [field, data[field] ?? null]));
  return { ...about, ...written, id: snapshot.id, createdAt: data.createdAt.toDate() } as StoredRevision;
}

/** Decodes a whole revision; null when there is none. */
export const decodeRevision = decode;

/** Decodes a revision that was read with `CARD_FIELDS`. */
export const decodeRevisionCard: (snapshot: DocumentSnapshot) => StoredRevisionCard | null = decode;

/** The viewer, and the name of the editor of a revision. */
export interface Presenting {
  readonly editor: AuthorNames | null | undefined;
  readonly viewer: Viewer;
}

export function toRevisionCard(revision: StoredRevisionCard, { editor, viewer }: Presenting): RevisionCard {
  const written = Object.fromEntries(WRITTEN_FIELDS.filter(isShort).map((field) => [field, revision[field]]));
  const { id, postId, editorId, reason, restoredId, wordsAdded, wordsRemoved, createdAt } = revision;
  return {
    ...(written as Omit<Written, 'content'>),
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
  content: revision.content,
});
