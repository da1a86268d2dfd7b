import type { Draft, DraftCard, DraftFields } from '@inkwell/shared/drafts';
import { previewOf } from '@inkwell/shared/plain-text';
import { isShort, WRITTEN_FIELDS } from '@inkwell/shared/post-fields';
import { POST_LIMITS } from '@inkwell/shared/posts';
import { MAX_PICTURES } from '@inkwell/shared/storage';
import type { DocumentData, DocumentSnapshot } from 'firebase-admin/firestore';
import { heldBy, PICTURE_HOLDERS } from '../pictures/holders.ts';

/** Fields of a post that a draft holds, each only where its writer gave it. */
type Held = Omit<DraftFields, 'baseUpdatedAt' | 'device'>;

const ABOUT = ['baseUpdatedAt', 'device', 'preview', 'version', 'createdAt', 'updatedAt'] as const;

/** What lists read. */
export const CARD_FIELDS: readonly string[] = [...WRITTEN_FIELDS.filter(isShort), ...ABOUT];

/** What is stored of a draft; times are texts here, as in answers. */
export interface StoredDraft extends Omit<Draft, keyof Held>, Held {
  /** Names of the pictures that it holds. */
  readonly pictures: readonly string[];
}

/** Picks what an editor writes: absent stays absent. */
const heldOf = (source: Readonly<Record<string, unknown>>): Held =>
  Object.fromEntries(
    WRITTEN_FIELDS.filter((field) => source[field] !== undefined).map((field) => [field, source[field]]),
  );

/** Decodes a draft, or of one that was read with `CARD_FIELDS` its card; null when there is none. */
export function decodeDraft(snapshot: DocumentSnapshot): StoredDraft | null {
  const data = snapshot.data();
  if (data === undefined) return null;
  return {
    ...heldOf(data),
    key: snapshot.id,
    baseUpdatedAt: data.baseUpdatedAt,
    device: data.device,
    preview: data.preview,
    version: data.version,
    createdAt: data.createdAt.toDate().toISOString(),
    updatedAt: data.updatedAt.toDate().toISOString(),
    pictures: data.pictures ?? [],
  };
}

/**
 * A draft with these fields, in the place of `before`. Its version is a time that was never given to a draft of this key, so that one who
 * knew a draft that was deleted since never takes another one for it.
 */
export function nextDraft(key: string, fields: DraftFields, before: StoredDraft | null, at: Date): StoredDraft {
  const held = heldOf(fields);
  const { baseUpdatedAt = null, device = null } = fields;
  return {
    ...held,
    key,
    baseUpdatedAt,
    device,
    preview: previewOf({ excerpt: held.excerpt ?? null, content: held.content ?? '' }, POST_LIMITS.previewChars),
    version: Math.max(at.getTime(), (before?.version ?? 0) + 1),
    createdAt: before?.createdAt ?? at.toISOString(),
    updatedAt: at.toISOString(),
    // No post could show more; a draft is not refused for what can still be taken out of it.
    pictures: heldBy(PICTURE_HOLDERS.drafts, held).slice(0, MAX_PICTURES),
  };
}

export function encodeDraft({ key: _key, createdAt, updatedAt, ...draft }: StoredDraft): DocumentData {
  return { ...draft, createdAt: new Date(createdAt), updatedAt: new Date(updatedAt), schemaVersion: 1 };
}

/** Whether the draft holds what is to be kept already, whatever device it came from. */
export const holds = (draft: StoredDraft, fields: DraftFields): boolean =>
  draft.baseUpdatedAt === (fields.baseUpdatedAt ?? null) &&
  WRITTEN_FIELDS.every((field) => draft[field] === fields[field]);

export function toDraft({ pictures: _pictures, ...draft }: StoredDraft): Draft {
  return draft;
}

export function toDraftCard({ pictures: _pictures, content: _content, ...card }: StoredDraft): DraftCard {
  return card;
}
