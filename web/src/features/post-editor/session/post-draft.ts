import type { DiscardedDraft, DraftFields, DraftPatch, Draft as ServerDraft } from '@inkwell/shared/drafts';
import { FORM_FIELDS } from '@inkwell/shared/post-fields';
import type { PostForm } from '@inkwell/shared/posts';
import * as z from 'zod/mini';
import type { AutosaveRecord, Kind } from '../../../lib/autosave/record.ts';
import { changedRange } from '../../../lib/changed-range.ts';
import { type EditedKind, editedId, storedId } from '../edited-kind.ts';
import { type ImageChoice, storedImage } from '../featured-image.ts';
import {
  type EditedPost,
  EMPTY_POST,
  formOf,
  formOfPart,
  isSameForm,
  isSavedAs,
  KeptForm,
  TEXT_FIELDS,
  unfinishedFieldsOf,
} from '../post-form.ts';

/** The part of a draft that the server stores. It has the post's earlier picture instead of a selected file. */
const Words = z.object({ form: KeptForm, image: z.nullable(z.string()) });
export type Words = z.infer<typeof Words>;

/** The defaults of a new post. */
export const NO_WORDS: Words = { form: EMPTY_POST, image: null };

/** The post when editing began, which is the base of a merge. */
const DraftBase = z.extend(Words, { updatedAt: z.string() });
export type DraftBase = z.infer<typeof DraftBase>;

/** A state of a draft that the server has acknowledged. */
const Acked = z.extend(Words, { version: z.number() });
export type Acked = z.infer<typeof Acked>;

const DraftImage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('stored'), url: z.string() }),
  /** The file itself is in the record, outside its fields. */
  z.object({ kind: z.literal('file'), before: z.nullable(z.string()) }),
]);

const Reason = z.enum(['discarded', 'replaced', 'emptied']);
export type DiscardReason = z.infer<typeof Reason>;

/** The fields of a draft's record in this browser. */
export const PostDraft = z.object({
  /** Its name on the server: the id of the post, or 20 letters and digits. */
  key: z.string(),
  sitting: z.string(),
  form: KeptForm,
  image: DraftImage,
  base: z.nullable(DraftBase),
  /** The `Idempotency-Key` of its save, so that repeating an interrupted save does not create a second post. */
  submissionKey: z.string(),
  acked: z.nullable(Acked),
  /** Text that was being sent when the record was stored; the server may have it. */
  sending: z.nullable(Words),
  /** Why it was discarded. Present until the server has acknowledged the discard. */
  reason: z.optional(Reason),
});
export type PostDraft = z.infer<typeof PostDraft>;

export const postDraftKind: Kind<PostDraft> = { name: 'post-draft', schema: PostDraft };
export type DraftRecord = AutosaveRecord<PostDraft>;

/** No post id looks like this. */
const NEW = '*new*';
export const placeOf = (postId: string | null, kind: EditedKind = 'post'): string => postId ?? editedId(kind, NEW);
export const postIdOf = ({ place }: Pick<DraftRecord, 'place'>): string | null =>
  storedId(place) === NEW ? null : place;

/** The picture of a record; the post's earlier picture if the browser could not store a selected file. */
export function imageOf({ fields: { image }, file }: Pick<DraftRecord, 'fields' | 'file'>): ImageChoice {
  if (image.kind !== 'file') return image;
  return file ? { kind: 'file', file, before: image.before } : storedImage(image.before);
}

/** A picture as stored in records. */
export const keptImage = (image: ImageChoice): Pick<DraftRecord, 'file'> & Pick<PostDraft, 'image'> =>
  image.kind === 'file' ? { image: { kind: 'file', before: image.before }, file: image.file } : { image };

/** The address of a picture; for a selected file that is not uploaded yet, the address of the earlier picture. */
export const imageUrlOf = (image: PostDraft['image']): string | null =>
  image.kind === 'file' ? image.before : image.kind === 'stored' ? image.url : null;

export const wordsOf = ({ form, image }: Pick<PostDraft, 'form' | 'image'>): Words => ({
  form,
  image: imageUrlOf(image),
});

export const wordsOfPost = (post: EditedPost): Words => ({ form: formOf(post), image: post.featuredImage });

export const isSameWords = (a: Words, b: Words): boolean => isSameForm(a.form, b.form) && a.image === b.image;

/** Whether a post has exactly this text, apart from trimming. */
export const isSavedIn = (post: EditedPost | null, words: Words): boolean =>
  post !== null && isSavedAs(formOf(post), words.form) && words.image === post.featuredImage;

/** Whether the current text contains all of an earlier one: since then, text was inserted at one place only. */
function isLater(base: string, before: string, now: string): boolean {
  if (changedRange(before, now).remove > 0) return false;
  // Text that was deleted from the base must not be back.
  const [part, whole] = [changedRange(base, before), changedRange(base, now)];
  return whole.start <= part.start && part.start + part.remove <= whole.start + whole.remove;
}

/**
 * Whether a post lacks nothing of a draft: it has each value that the draft changes in its base, and each text may have grown since.
 * @param base null if unknown: the post must have exactly this text
 */
export function isContainedIn(post: EditedPost | null, words: Words, base: Words | null): boolean {
  if (post === null || base === null) return isSavedIn(post, words);
  const now = formOf(post);
  const isThere = (field: (typeof FORM_FIELDS)[number]) => {
    const [began, drafted, stored] = [base.form, words.form, now].map((form) => form[field] ?? '');
    const isOlder = field === 'publishedAt' && drafted === '';
    if (isOlder || drafted === began || drafted === stored) return true;
    const [from, before, after] = [began, drafted, stored].map((value) => String(value).trim()) as [
      string,
      string,
      string,
    ];
    return before === after || (TEXT_FIELDS.some((name) => name === field) && isLater(from, before, after));
  };
  return FORM_FIELDS.every(isThere) && [base.image, post.featuredImage].includes(words.image);
}

/** Converts a server draft for the editor. */
export const wordsOfServer = (draft: ServerDraft | DiscardedDraft): Words => ({
  form: formOfPart(draft),
  image: draft.featuredImage ?? null,
});
export const ackedOf = (draft: ServerDraft): Acked => ({ ...wordsOfServer(draft), version: draft.version });

export interface About {
  readonly baseUpdatedAt: string | null;
  readonly device: string;
}

/** A complete draft. */
export const wholeBody = ({ form, image }: Words, about: About): DraftFields => ({
  ...unfinishedFieldsOf(form),
  featuredImage: image,
  ...about,
});

/** The changes since the server acknowledged a state. For the text, only the changed range, if that is shorter. */
export function changeBody(words: Words, acked: Acked, about: About): Omit<DraftPatch, 'sitting'> {
  const { content, ...rest } = unfinishedFieldsOf(words.form);
  const valueIn = (form: PostForm, field: (typeof FORM_FIELDS)[number]) => form[field] ?? '';
  const changed = FORM_FIELDS.filter((field) => valueIn(words.form, field) !== valueIn(acked.form, field));
  const short = Object.fromEntries(Object.entries(rest).filter(([field]) => changed.some((name) => name === field)));
  const { start, remove, insert } = changedRange(acked.form.content, content);
  return {
    ...short,
    ...(words.image !== acked.image && { featuredImage: words.image }),
    ...(changed.includes('content') &&
      (insert.length < content.length
        ? { contentEdit: { from: start, to: start + remove, text: insert } }
        : { content })),
    ...about,
    version: acked.version,
  };
}
