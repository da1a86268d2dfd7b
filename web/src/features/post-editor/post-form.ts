import { FORM_FIELDS, type FormField, type KindOf, POST_FIELDS, type WrittenField } from '@inkwell/shared/post-fields';
import { type Post, type PostBody, PostForm } from '@inkwell/shared/posts';
import * as z from 'zod/mini';
import { newPostsHaveMath } from '../../lib/site.ts';

/** Labels of the fields in banners and comparisons. */
export const FIELD_LABELS: Readonly<Record<FormField, string>> = {
  title: 'Title',
  content: 'Content',
  excerpt: 'Excerpt',
  categoryId: 'Category',
  tagIds: 'Tags',
  seriesId: 'Series',
  seriesPlace: 'Place in the series',
  authorIds: 'Authors',
  isPublished: 'Status',
  slug: 'Address',
  language: 'Language',
  isFeatured: 'Shown first',
  searchTitle: 'Title for search engines',
  searchDescription: 'Description for search engines',
  canonicalUrl: 'Address of the original',
  math: 'Formulas',
  isHiddenFromSearch: 'Left out by search engines',
  cardTitle: 'Title of the card',
  cardText: 'Text of the card',
  cardPicture: 'Image of the card',
  coverDescription: 'Description of the image',
  coverCaption: 'Caption of the image',
  publishedAt: 'Published on',
};

/** Fields about the post, besides its text and settings. */
export type DetailField = Exclude<
  FormField,
  | 'title'
  | 'content'
  | 'excerpt'
  | 'categoryId'
  | 'tagIds'
  | 'seriesId'
  | 'seriesPlace'
  | 'authorIds'
  | 'isPublished'
  | 'math'
>;

export const WRITTEN_LABELS: Readonly<Record<WrittenField, string>> = {
  ...FIELD_LABELS,
  featuredImage: 'Featured image',
};

/** How the form represents a value. */
interface FormValue<Value, Shown> {
  /** The schema for drafts, which accepts invalid values. Its default is the value of a new post, also for drafts older than the field. */
  readonly kept: z.ZodMiniType<Shown>;
  readonly show: (value: Value) => Shown;
  /** The value to send. */
  readonly send: (shown: Shown) => Value;
}

/** A post without a date. An empty text comes from drafts that are older than the field; their post keeps its date. */
export const NO_DATE = 'none';

type FormKind = KindOf<FormField>;
type FieldOfKind<K> = { [F in FormField]: KindOf<F> extends K ? F : never }[FormField];

const FORM_VALUES: { readonly [K in FormKind]: FormValue<Post[FieldOfKind<K>], PostForm[FieldOfKind<K>]> } = {
  text: { kept: z._default(z.string(), ''), show: (text) => text, send: (text) => text },
  nullableText: { kept: z._default(z.nullable(z.string()), ''), show: (text) => text ?? '', send: (text) => text },
  categoryId: {
    kept: z._default(z.string(), ''),
    show: (id) => (id === null ? '' : String(id)),
    send: (text) => (text === '' ? null : Number.parseInt(text, 10)),
  },
  ids: {
    kept: z._default(z.string(), ''),
    // Missing in an answer that an older version of the app stored.
    show: (ids: readonly string[] | undefined) => (ids ?? []).join(','),
    send: (text) => (text === '' ? [] : text.split(',')),
  },
  nullableId: {
    kept: z._default(z.string(), ''),
    // Missing for the same reason.
    show: (id: string | null | undefined) => id ?? '',
    send: (text) => text || null,
  },
  nullableCount: {
    kept: z._default(z.string(), ''),
    show: (count: number | null | undefined) => (count == null ? '' : String(count)),
    send: (text) => (/^\d+$/.test(text.trim()) ? Number.parseInt(text, 10) : null),
  },
  flag: { kept: z._default(z.boolean(), false), show: (isOn) => isOn, send: (isOn) => isOn },
  nullableInstant: {
    kept: z._default(z.string(), ''),
    show: (time) => time ?? NO_DATE,
    send: (text) => (text === NO_DATE ? null : text || null),
  },
};

/** The table above has one entry per kind, for all fields of the kind. */
const formValueOf = <F extends FormField>(field: F) =>
  FORM_VALUES[POST_FIELDS[field].stored] as unknown as FormValue<Post[F], PostForm[F]>;

/** Calls `make` for every field of the form, in order. */
function forEveryField<T extends Record<FormField, unknown>>(make: <F extends FormField>(field: F) => T[F]): T {
  return Object.fromEntries(FORM_FIELDS.map((field) => [field, make(field)])) as T;
}

export const formWith = forEveryField<PostForm>;

type KeptShape = { [F in FormField]: z.ZodMiniType<PostForm[F]> };

/** The form in a draft. Fields newer than the draft get defaults. */
export const KeptForm: z.ZodMiniType<PostForm> = z.object(
  Object.fromEntries(FORM_FIELDS.map((field) => [field, formValueOf(field).kept])) as KeptShape,
);

export const EMPTY_POST: PostForm = {
  ...z.parse(KeptForm, {}),
  publishedAt: NO_DATE,
  /** From the current settings of the site. */
  get math() {
    return newPostsHaveMath();
  },
};

/** The part of a post that the editor needs. */
export type EditedPost = Pick<Post, FormField | 'id' | 'featuredImage' | 'updatedAt'> & {
  /** The scheduled time; null or absent without a schedule. */
  readonly publishAt?: string | null | undefined;
  /** The tags of `tagIds`, in the same order. */
  readonly tags?: readonly { readonly name: string }[] | undefined;
};

/** The form of a stored post. */
export const formOf = (post: Pick<Post, FormField>): PostForm =>
  formWith((field) => formValueOf(field).show(post[field] as Post[typeof field]));

/** A form with these fields and the defaults of a new post. */
export const formOfPart = (part: { readonly [F in FormField]?: PostBody[F] | undefined }): PostForm =>
  formWith((field) => {
    const value = part[field];
    if (value === undefined && field === 'publishedAt') return '' as PostForm[typeof field];
    return value === undefined ? EMPTY_POST[field] : formValueOf(field).show(value as Post[typeof field]);
  });

/** Omitted fields stay unchanged. */
type OptionalField = 'authorIds' | 'publishedAt';

/** The fields that a form sends. */
export type SentFields = Omit<Pick<PostBody, FormField>, OptionalField> & Partial<Pick<PostBody, OptionalField>>;

/**
 * The fields to send, valid or not. If no authors are selected, a new post gets its creator and an older draft changes none; the same is true of the
 * date.
 */
export const unfinishedFieldsOf = (form: PostForm): SentFields => {
  const { authorIds, publishedAt, ...others } = forEveryField<Pick<PostBody, FormField>>((field) =>
    formValueOf(field).send(form[field]),
  );
  return {
    ...others,
    ...(authorIds.length > 0 && { authorIds }),
    ...(form.publishedAt !== '' && { publishedAt }),
  };
};

/** The fields to send from a valid form, trimmed as on the server. Product §7. */
export const bodyOf = (form: PostForm): SentFields => unfinishedFieldsOf(z.parse(PostForm, form));

/** The fields that contain the post's texts. */
export const TEXT_FIELDS = FORM_FIELDS.filter((field) => isText(POST_FIELDS[field].stored)) as TextField[];
export type TextField = FieldOfKind<'text' | 'nullableText'>;
function isText(kind: FormKind): boolean {
  return kind === 'text' || kind === 'nullableText';
}

export const textIn = (form: PostForm, field: TextField): string => form[field] ?? '';

const trimmed = (form: PostForm): PostForm => ({
  ...form,
  ...Object.fromEntries(TEXT_FIELDS.map((field) => [field, textIn(form, field).trim()])),
});

/** Whether a post was saved from a form. Saving trims texts. */
export const isSavedAs = (saved: PostForm, form: PostForm): boolean => isSameForm(trimmed(saved), trimmed(form));

/** Whether two forms would save the same. Missing and empty texts are equal. */
export const isSameForm = (a: PostForm, b: PostForm): boolean =>
  FORM_FIELDS.every((field) => (a[field] ?? '') === (b[field] ?? '') || isUnchosen(field, a, b));

/**
 * A form without selected authors saves no other authors, and one without a place in its series keeps or gets one. The same is true of a form without
 * a date, if it is from an older draft or publishes.
 */
function isUnchosen(field: FormField, a: PostForm, b: PostForm): boolean {
  const hasNone = (none: string) => a[field] === none || b[field] === none;
  if (field === 'publishedAt') return hasNone('') || (hasNone(NO_DATE) && a.isPublished && b.isPublished);
  return (field === 'authorIds' || field === 'seriesPlace') && hasNone('');
}
