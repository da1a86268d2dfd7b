import {
  type DiscardedDraft,
  type DiscardInput,
  DRAFT_LIMITS,
  type Draft,
  type DraftFields,
} from '@inkwell/shared/drafts';
import { previewOf } from '@inkwell/shared/plain-text';
import { isSameValue, isShort, POST_FIELDS, WRITTEN_FIELDS } from '@inkwell/shared/post-fields';
import { POST_LIMITS } from '@inkwell/shared/post-limits';
import { RESTORED_FIELDS } from '@inkwell/shared/revisions';
import { MAX_PICTURES } from '@inkwell/shared/storage';
import type { DocumentData, DocumentSnapshot } from 'firebase-admin/firestore';
import { idFromKey } from '../common/ids.ts';
import { PICTURE_REFERENCES, referencesOf } from '../pictures/references.ts';
import type { StoredPost } from '../posts/posts.converter.ts';

interface Shows {
  /** Names of the pictures in the draft. */
  readonly pictures: readonly string[];
}

/** As stored, but with times as strings. */
export type StoredDraft = Draft & Shows;
export type StoredDiscarded = DiscardedDraft & Shows;

/** A closed sitting, and the post that it was saved to, if any. */
export interface Closed {
  readonly sitting: string;
  readonly at: Date;
  readonly postId: string | null;
}

/** The document of a key. Without a draft it is a tombstone without `updatedAt`, which lists and counts exclude. */
export interface DraftDocument {
  readonly key: string;
  /** The version of the latest draft of this key. */
  readonly version: number;
  readonly draft: StoredDraft | null;
  readonly closed: readonly Closed[];
}

const MAX_CLOSED = 20;

const SHORT_FIELDS = WRITTEN_FIELDS.filter(isShort);
const ABOUT = ['baseUpdatedAt', 'device', 'preview', 'sitting'] as const;

/** The fields that lists read. */
export const CARD_FIELDS: readonly string[] = [...SHORT_FIELDS, ...ABOUT, 'version', 'createdAt', 'updatedAt'];
export const DISCARDED_CARD_FIELDS: readonly string[] = [
  ...[...SHORT_FIELDS, ...ABOUT, 'reason', 'draftKey', 'postId', 'discardedAt'],
];

/** The text fields; absent fields stay absent. */
const writtenOf = (source: Readonly<Record<string, unknown>>): Omit<DraftFields, 'baseUpdatedAt' | 'device'> =>
  Object.fromEntries(
    WRITTEN_FIELDS.filter((field) => source[field] !== undefined).map((field) => [field, source[field]]),
  );

/** The fields that drafts and discarded drafts have in common. */
const wordsOf = (fields: DraftFields, sitting: string) => {
  const written = writtenOf(fields);
  const { baseUpdatedAt = null, device = null } = fields;
  const { excerpt = null, content = '' } = written;
  return {
    ...written,
    baseUpdatedAt,
    device,
    sitting,
    preview: previewOf({ excerpt, content }, POST_LIMITS.previewChars),
    // A draft with too many pictures is accepted, because they can still be removed; a post could not show more.
    pictures: referencesOf(PICTURE_REFERENCES.drafts, written).slice(0, MAX_PICTURES),
  };
};

const storedWordsOf = (data: DocumentData) => ({
  ...writtenOf(data),
  baseUpdatedAt: data.baseUpdatedAt,
  device: data.device,
  preview: data.preview,
  sitting: data.sitting,
  pictures: data.pictures ?? [],
});

export function decodeDocument(snapshot: DocumentSnapshot): DraftDocument {
  const data = snapshot.data() ?? {};
  const closed: DocumentData[] = data.closed ?? [];
  return {
    key: snapshot.id,
    version: data.version ?? 0,
    draft: decodeDraft(snapshot),
    closed: closed.map(({ sitting, at, postId }) => ({ sitting, at: at.toDate(), postId })),
  };
}

/** Null if there is no draft. Without text if read with `CARD_FIELDS`. */
export function decodeDraft(snapshot: DocumentSnapshot): StoredDraft | null {
  const data = snapshot.data();
  if (!data?.updatedAt) return null;
  return {
    ...storedWordsOf(data),
    key: snapshot.id,
    version: data.version,
    createdAt: data.createdAt.toDate().toISOString(),
    updatedAt: data.updatedAt.toDate().toISOString(),
  };
}

/** The document after a sitting is closed by a save to `postId` or by a discard. */
export const closing = (
  document: DraftDocument,
  sitting: string,
  at: Date,
  postId: string | null = null,
): DraftDocument =>
  document.closed.some((one) => one.sitting === sitting)
    ? document
    : { ...document, closed: [...document.closed, { sitting, at, postId }] };

/** The stored form of a document; null to delete it. */
export function encodeDocument({ draft, version, closed }: DraftDocument, at: Date): DocumentData | null {
  const expireAt = new Date(at.getTime() + DRAFT_LIMITS.tombstoneMs);
  const recent = closed.filter((one) => at.getTime() - one.at.getTime() < DRAFT_LIMITS.tombstoneMs).slice(-MAX_CLOSED);
  if (!draft) return recent.length === 0 ? null : { closed: recent, version, expireAt, schemaVersion: 1 };
  const { key: _key, createdAt, updatedAt, ...rest } = draft;
  return {
    ...rest,
    createdAt: new Date(createdAt),
    updatedAt: new Date(updatedAt),
    closed: recent,
    schemaVersion: 1,
  };
}

/**
 * A draft with these fields that replaces `before`. Its version is a time, and greater than all earlier versions of the key, so that a device never
 * mistakes a later draft for a deleted one.
 */
export function withDraft(before: DraftDocument, fields: DraftFields, sitting: string, at: Date): StoredDraft {
  return {
    ...wordsOf(fields, sitting),
    key: before.key,
    version: Math.max(at.getTime(), before.version + 1),
    createdAt: before.draft?.createdAt ?? at.toISOString(),
    updatedAt: at.toISOString(),
  };
}

/** Whether the draft has exactly these fields, from any device. */
export const hasFields = (draft: StoredDraft, fields: DraftFields): boolean =>
  draft.baseUpdatedAt === (fields.baseUpdatedAt ?? null) &&
  WRITTEN_FIELDS.every((field) => isSameValue(draft[field], fields[field]));

/** Whether a post contains all fields of a draft, after validation (e.g. trimming). */
export const isSavedIn = (draft: StoredDraft, post: StoredPost): boolean =>
  RESTORED_FIELDS.every((field) => {
    if (draft[field] === undefined) return true;
    const saved = POST_FIELDS[field].change.safeParse(draft[field]);
    return saved.success && isSameValue(saved.data, post[field]);
  });

/** A draft or discarded draft as shown to its owner. */
export const toWhole = <D extends Shows>({ pictures: _, ...draft }: D) => draft;

/** The same for lists. */
export const toCard = <D extends Shows & DraftFields>({ pictures: _, ...draft }: D) => {
  const card = { ...draft };
  for (const field of WRITTEN_FIELDS) if (!isShort(field)) delete card[field];
  return card;
};

export function decodeDiscarded(snapshot: DocumentSnapshot): StoredDiscarded | null {
  const data = snapshot.data();
  if (!data) return null;
  const { reason, draftKey, postId } = data;
  return {
    ...storedWordsOf(data),
    id: snapshot.id,
    reason,
    draftKey,
    postId,
    discardedAt: data.discardedAt.toDate().toISOString(),
  };
}

export function encodeDiscarded({ id: _id, discardedAt, ...discarded }: StoredDiscarded): DocumentData {
  const at = new Date(discardedAt);
  const expireAt = new Date(at.getTime() + DRAFT_LIMITS.discardedMs);
  return { ...discarded, length: lengthOf(discarded), discardedAt: at, expireAt, schemaVersion: 1 };
}

/** The total length of the texts, in UTF-16 units. */
export const lengthOf = (fields: DraftFields): number =>
  Object.values(writtenOf(fields)).reduce<number>(
    (sum, value) => sum + (typeof value === 'string' ? value.length : 0),
    0,
  );

export function discardedOf(id: string, input: DiscardInput, at: Date): StoredDiscarded {
  const { reason, draftKey, sitting, postId = null } = input;
  return { ...wordsOf(input, sitting), id, reason, draftKey, postId, discardedAt: at.toISOString() };
}

/** The discarded draft for a replaced draft. It has the same id in each attempt of a transaction. */
export function replacedDraft(ownerId: string, draft: StoredDraft, at: Date): StoredDiscarded {
  const { key, version, sitting, baseUpdatedAt } = draft;
  const id = idFromKey('replaced draft', ownerId, `${key} ${version}`);
  const postId = baseUpdatedAt === null ? null : key;
  return discardedOf(id, { ...draft, reason: 'replaced', draftKey: key, sitting, postId }, at);
}
