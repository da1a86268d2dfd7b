import * as z from 'zod/mini';
import { DocumentId } from './fields.ts';

/** The id of a post, or for a new post 20 letters and digits chosen by the client. */
export const DraftKey = DocumentId;

/** 0 if the server has acknowledged none. */
export const DraftVersion = z.int().check(z.minimum(0));

/** One editing of a draft, from its first word to its save or discard: 20 letters and digits chosen by the client. */
export const Sitting = z.string().check(z.regex(/^[A-Za-z0-9]{20}$/, 'A sitting has 20 letters and digits'));

/**
 * The draft behind a saved post. The save removes the draft and closes its sitting in the same transaction. Both stay if the stored draft is a newer
 * version of the sitting with text that the saved post does not contain.
 */
export const SavedDraft = z.object({ key: DraftKey, version: DraftVersion, sitting: Sitting });
export type SavedDraft = z.infer<typeof SavedDraft>;
