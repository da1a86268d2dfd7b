import type { DraftFields, DraftPatch, Draft as ServerDraft } from '@inkwell/shared/drafts';
import { FORM_FIELDS } from '@inkwell/shared/post-fields';
import type { PostForm } from '@inkwell/shared/posts';
import { changedRange } from '../../../lib/changed-range.ts';
import { fingerprint } from '../../../lib/fingerprint.ts';
import type { ImageChoice } from '../featured-image.ts';
import { formOfPart, isSameForm, unfinishedFieldsOf } from '../post-form.ts';
import type { Synced } from './draft.ts';

/** What of an editor's work the server keeps: all but a chosen picture, for which the one that the post had before stands. */
export interface Words {
  readonly form: PostForm;
  readonly image: string | null;
  readonly baseUpdatedAt: string | null;
}

export const imageUrlOf = (image: ImageChoice): string | null =>
  image.kind === 'file' ? image.before : image.kind === 'stored' ? image.url : null;

export const isSameWords = (a: Pick<Words, 'form' | 'image'>, b: Pick<Words, 'form' | 'image'>): boolean =>
  isSameForm(a.form, b.form) && a.image === b.image;

/** What is known of what the server has of a draft. */
export interface Known {
  /** The version that it has acknowledged. */
  readonly synced: Pick<Synced, 'version'> | null;
  /** What it may have in the place of that: sent, and not answered yet. */
  readonly sent: readonly Pick<Words, 'form' | 'image'>[];
}

/** Short for words, to be known again by; those that `isSameWords` takes for the same have the same. */
export const printOf = ({ form, image }: Pick<Words, 'form' | 'image'>): string =>
  fingerprint(JSON.stringify([...FORM_FIELDS.map((field) => form[field] ?? ''), image]));

/** A draft of the server as the editor knows it. */
export const syncedOf = (draft: ServerDraft): Synced => ({
  version: draft.version,
  form: formOfPart(draft),
  image: draft.featuredImage ?? null,
});

/** A draft as a whole. */
export const wholeBody = ({ form, image, baseUpdatedAt }: Words, device: string): DraftFields => ({
  ...unfinishedFieldsOf(form),
  featuredImage: image,
  baseUpdatedAt,
  device,
});

/** What has changed since the server acknowledged a state: of the text the changed range alone, where that is shorter. */
export function changeBody(words: Words, synced: Synced, device: string): DraftPatch {
  const { content, ...rest } = unfinishedFieldsOf(words.form);
  const changed = FORM_FIELDS.filter((field) => (words.form[field] ?? '') !== (synced.form[field] ?? ''));
  const short = Object.fromEntries(Object.entries(rest).filter(([field]) => changed.some((name) => name === field)));
  const { start, remove, insert } = changedRange(synced.form.content, content);
  return {
    ...short,
    ...(words.image !== synced.image && { featuredImage: words.image }),
    ...(changed.includes('content') &&
      (insert.length < content.length
        ? { contentEdit: { from: start, to: start + remove, text: insert } }
        : { content })),
    baseUpdatedAt: words.baseUpdatedAt,
    device,
    version: synced.version,
  };
}
