import * as z from 'zod/mini';
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
  form: KeptForm,
  image: DraftImage,
  base: z.nullable(DraftBase),
  /** The save under way or interrupted: repeating it must not create a second post. */
  submissionKey: z.string(),
  savedAtMs: z.number(),
});
export type Draft = z.infer<typeof Draft>;

/** Drafts nobody came back to for this long are forgotten. */
export const DRAFT_LIFE_MS = 90 * 24 * 60 * 60 * 1000;

export interface DraftStore {
  /** Keeps a draft in place of the earlier one with its id. Rejects when the browser refuses (storage off or full). */
  put(draft: Draft): Promise<void>;
  /** Drafts of a writer for a post, newest first; unreadable ones are left out. */
  list(userId: string, postId: string | null): Promise<Draft[]>;
  /** Forgets a draft; it is not an error if there is none. */
  remove(id: string): Promise<void>;
}

/** Reads what a store gave back, leaving out what is not (or no longer) a draft. */
export function readDrafts(records: readonly unknown[]): Draft[] {
  return records
    .flatMap((record) => {
      const read = Draft.safeParse(record);
      return read.success ? [read.data] : [];
    })
    .sort((a, b) => b.savedAtMs - a.savedAtMs);
}
