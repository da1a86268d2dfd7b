import {
  type DiscardedDraft,
  type DiscardedDraftCard,
  type DiscardInput,
  DRAFT_LIMITS,
  type Draft,
  type DraftCard,
  type DraftFields,
} from '@inkwell/shared/drafts';
import { previewOf } from '@inkwell/shared/plain-text';
import { isShort, POST_FIELDS, WRITTEN_FIELDS } from '@inkwell/shared/post-fields';
import { POST_LIMITS } from '@inkwell/shared/post-limits';
import { RESTORED_FIELDS } from '@inkwell/shared/revisions';
import { MAX_PICTURES } from '@inkwell/shared/storage';
import type { DocumentData, DocumentSnapshot } from 'firebase-admin/firestore';
import { idFromKey } from '../common/ids.ts';
import { PICTURE_REFERENCES, referencesOf } from '../pictures/references.ts';
import type { StoredPost } from '../posts/posts.converter.ts';

interface Shows {
  /** Names of the pictures that it shows. */
  readonly pictures: readonly string[];
}

/** As stored; times are texts here, as in answers. */
export type StoredDraft = Draft & Shows;
export type StoredDiscarded = DiscardedDraft & Shows;

/** A sitting that takes no more writes, and the post that its words were saved to. */
export interface Closed {
  readonly sitting: string;
  readonly at: Date;
  readonly postId: string | null;
}

/** The document of a key. Without a draft it is a tombstone, which has no `updatedAt`: lists and counts go by that. */
export interface DraftDocument {
  readonly key: string;
  /** The version of the last draft of this key. */
  readonly version: number;
  readonly draft: StoredDraft | null;
  readonly closed: readonly Closed[];
}

const MAX_CLOSED = 20;

const SHORT_FIELDS = WRITTEN_FIELDS.filter(isShort);
const ABOUT = ['baseUpdatedAt', 'device', 'preview', 'sitting'] as const;

/** What lists read. */
export const CARD_FIELDS: readonly string[] = [...SHORT_FIELDS, ...ABOUT, 'version', 'createdAt', 'updatedAt'];
export const DISCARDED_CARD_FIELDS: readonly string[] = [
  ...[...SHORT_FIELDS, ...ABOUT, 'reason', 'draftKey', 'postId', 'discardedAt'],
];

/** Picks what an editor writes: absent stays absent. */
const writtenOf = (source: Readonly<Record<string, unknown>>): Omit<DraftFields, 'baseUpdatedAt' | 'device'> =>
  Object.fromEntries(
    WRITTEN_FIELDS.filter((field) => source[field] !== undefined).map((field) => [field, source[field]]),
  );

/** What a draft and a discarded draft have in common. */
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
    // No post could show more; a draft is not refused for what can still be taken out of it.
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

/** Decodes a draft, without its text if it was read with `CARD_FIELDS`; null if there is none. */
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

/** The document with a sitting closed: by a save to `postId`, or by a discard. */
export const closing = (
  document: DraftDocument,
  sitting: string,
  at: Date,
  postId: string | null = null,
): DraftDocument =>
  document.closed.some((one) => one.sitting === sitting)
    ? document
    : { ...document, closed: [...document.closed, { sitting, at, postId }] };

/** The stored form of a document; null if it is to be deleted. */
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
 * A draft of these fields in place of `before`. Its version is a time, and greater than all versions of the key so far: a device that knew a
 * deleted draft never takes a later one for it.
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

/** Whether the draft has these fields already, from whatever device. */
export const hasFields = (draft: StoredDraft, fields: DraftFields): boolean =>
  draft.baseUpdatedAt === (fields.baseUpdatedAt ?? null) &&
  WRITTEN_FIELDS.every((field) => draft[field] === fields[field]);

/** Whether a post has all words of a draft, as the rules of posts leave them (trimmed, for instance). */
export const isSavedIn = (draft: StoredDraft, post: StoredPost): boolean =>
  RESTORED_FIELDS.every((field) => {
    if (draft[field] === undefined) return true;
    const saved = POST_FIELDS[field].change.safeParse(draft[field]);
    return saved.success && saved.data === post[field];
  });

export function toDraft({ pictures: _pictures, ...draft }: StoredDraft): Draft {
  return draft;
}

export function toDraftCard({ pictures: _pictures, content: _content, ...card }: StoredDraft): DraftCard {
  return card;
}

export function decodeDiscarded(snapshot: DocumentSnapshot): StoredDiscarded | null {
  const data = snapshot.data();
  if (!data) return null;
  const { reason, draftKey, postId } = data;
  return {
    ...storedWordsOf(data),
    ...{ id: snapshot.id, reason, draftKey, postId },
    discardedAt: data.discardedAt.toDate().toISOString(),
  };
}

export function encodeDiscarded({ id: _id, discardedAt, ...discarded }: StoredDiscarded): DocumentData {
  const at = new Date(discardedAt);
  const expireAt = new Date(at.getTime() + DRAFT_LIMITS.discardedMs);
  return { ...discarded, length: lengthOf(discarded), discardedAt: at, expireAt, schemaVersion: 1 };
}

/** The length of all texts, in UTF-16 units. */
export const lengthOf = (fields: DraftFields): number =>
  Object.values(writtenOf(fields)).reduce<number>(
    (sum, value) => sum + (typeof value === 'string' ? value.length : 0),
    0,
  );

export function discardedOf(id: string, input: DiscardInput, at: Date): StoredDiscarded {
  const { reason, draftKey, sitting, postId = null } = input;
  return { ...wordsOf(input, sitting), id, reason, draftKey, postId, discardedAt: at.toISOString() };
}

/** The discarded draft that a replaced draft becomes; the same for each attempt of a transaction. */
export function replacedDraft(ownerId: string, draft: StoredDraft, at: Date): StoredDiscarded {
  const { key, version, sitting, baseUpdatedAt } = draft;
  const id = idFromKey('replaced draft', ownerId, `${key} ${version}`);
  const postId = baseUpdatedAt === null ? null : key;
  return discardedOf(id, { ...draft, reason: 'replaced', draftKey: key, sitting, postId }, at);
}

export function toDiscarded({ pictures: _pictures, ...discarded }: StoredDiscarded): DiscardedDraft {
  return discarded;
}

export function toDiscardedCard({ pictures: _, content: _content, ...card }: StoredDiscarded): DiscardedDraftCard {
  return card;
}
