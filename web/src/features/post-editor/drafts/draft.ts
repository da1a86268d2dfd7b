import * as z from 'zod/mini';
import { fingerprint } from '../../../lib/fingerprint.ts';
import { KeptForm } from '../post-form.ts';

/** What a post looked like when its editing began: what a conflict is judged by. */
const DraftBase = z.object({ form: KeptForm, image: z.nullable(z.string()), updatedAt: z.string() });
export type DraftBase = z.infer<typeof DraftBase>;

const DraftImage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('stored'), url: z.string() }),
  z.object({ kind: z.literal('file'), file: z.instanceof(File), before: z.nullable(z.string()) }),
]);

/** Unsaved work of one writer on one post (`postId` null: a new one), as it is kept in the browser. */
export const Draft = z.object({
  id: z.string(),
  userId: z.string(),
  postId: z.nullable(z.string()),
  /** The name that the server has it under, where that is neither `postId` nor `id`: it was begun on another device. */
  serverKey: z.optional(z.string()),
  form: KeptForm,
  image: DraftImage,
  base: z.nullable(DraftBase),
  /** The save under way or interrupted: repeating it must not create a second post. */
  submissionKey: z.string(),
  savedAtMs: z.number(),
  /** What the server has acknowledged of it, of which this is a later state. */
  synced: z.optional(z.object({ version: z.number(), form: KeptForm, image: z.nullable(z.string()) })),
  /** What was on its way to the server when this was kept: the server may have it. */
  sending: z.optional(z.object({ form: KeptForm, image: z.nullable(z.string()) })),
  /** Where the server has it beside what is written over it. */
  beside: z.optional(z.object({ key: z.string(), version: z.number() })),
  /** Set once the writer has thrown it away: it can be had back for `DISCARDED_LIFE_MS`. */
  discardedAtMs: z.optional(z.number()),
});
export type Draft = z.infer<typeof Draft>;

/** What of a draft changes while it is written. */
export type DraftContent = Pick<Draft, 'form' | 'image' | 'base' | 'submissionKey' | 'synced' | 'sending'>;

/** A state of a draft that the server has acknowledged. */
export type Synced = NonNullable<Draft['synced']>;

/** What was thrown away is forgotten after this time; what was not stays until its writer comes back. */
export const DISCARDED_LIFE_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * How much of a draft a store keeps, and how well: all of it or all but a chosen picture, whatever becomes of the browser; or the
 * words alone, for as long as the browser is not killed.
 */
export type Kept = 'all' | 'words' | 'for-now';

export interface DraftStore {
  /** Keeps a draft in place of the earlier one with its id. Rejects when the browser refuses (storage off or full). */
  put(draft: Draft): Promise<Kept>;
  /**
   * Keeps at once what may be kept while `put` is still under way; what the browser refuses here, `put` tells.
   * @param isLate whether `put` has to wait for an earlier one, in which time a page may be killed
   */
  jot?(draft: Draft, isLate: boolean): void;
  /** All drafts of a writer, newest first, with those that were thrown away; unreadable ones are left out. */
  list(userId: string): Promise<Draft[]>;
  /** Forgets a draft; it is not an error if there is none. */
  remove(id: string): Promise<void>;
}

const idChars = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** 20 letters and digits, as many as the id of a document has: the server keeps the draft of a new post under it. */
export function newDraftId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(20));
  return Array.from(bytes, (byte) => idChars[byte % idChars.length]).join('');
}

/** An id that is the same for the same words, on every device. */
export const draftIdFor = (words: string): string => `${fingerprint(words)}${fingerprint(`${words} `)}`.slice(0, 20);

/** The same words as a draft of their own: saved under one key, one would be taken for the other. */
export const apart = ({ synced: _, sending: __, serverKey: ___, ...draft }: Draft): Draft => ({
  ...draft,
  id: newDraftId(),
  submissionKey: crypto.randomUUID(),
});

/** A draft that is taken back: the server has none of it any more. */
export const takenBack = ({ discardedAtMs: _, synced: __, sending: ___, beside: ____, ...draft }: Draft): Draft =>
  draft;

/** The drafts that may be offered for a post; null: for a new one. */
export const offersFor = (drafts: readonly Draft[], postId: string | null): Draft[] =>
  drafts.filter((draft) => draft.postId === postId && draft.discardedAtMs === undefined);

/** A draft where chosen files cannot be kept: the picture that the post had before stands. */
export function withoutFile(draft: Draft): Draft {
  if (draft.image.kind !== 'file') return draft;
  const { before } = draft.image;
  return { ...draft, image: before === null ? { kind: 'none' } : { kind: 'stored', url: before } };
}

/** Reads what a store gave back, newest first, leaving out what is not (or no longer) a draft. */
export function readDrafts(records: readonly unknown[]): Draft[] {
  return records
    .flatMap((record) => {
      const read = Draft.safeParse(record);
      return read.success ? [read.data] : [];
    })
    .sort((a, b) => b.savedAtMs - a.savedAtMs);
}

/** Parts what may be shown from what was thrown away so long ago that it is to be forgotten. */
export function withoutOld(drafts: readonly Draft[], nowMs: number): { readonly live: Draft[]; readonly old: Draft[] } {
  const isOld = ({ discardedAtMs }: Draft) => discardedAtMs !== undefined && discardedAtMs <= nowMs - DISCARDED_LIFE_MS;
  return { live: drafts.filter((draft) => !isOld(draft)), old: drafts.filter(isOld) };
}
