import * as z from 'zod/mini';
import { DocumentId } from './fields.ts';

/** Of a post: its id. Of a new post: 20 letters and digits, made by whoever writes it. */
export const DraftKey = DocumentId.check(
  // Firestore keeps such ids to itself.
  z.refine((key) => !/^__.*__$/.test(key), 'Invalid key'),
);

/** 0: none that the server acknowledged. */
export const DraftVersion = z.int().check(z.minimum(0));

/** One editing of a draft, from its first word to its save or discard: 20 letters and digits, made by whoever writes. */
export const Sitting = z.string().check(z.regex(/^[A-Za-z0-9]{20}$/, 'A sitting has 20 letters and digits'));

/**
 * The draft that a save is made from. The save removes it in the same transaction and closes its sitting, unless newer words are stored:
 * words of that sitting, of another version, that the saved post does not have. Those stay, and so does their sitting.
 */
export const SavedDraft = z.object({ key: DraftKey, version: DraftVersion, sitting: Sitting });
export type SavedDraft = z.infer<typeof SavedDraft>;
