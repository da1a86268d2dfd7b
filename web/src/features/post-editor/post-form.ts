import { FORM_FIELDS, type FormField, type KindOf, POST_FIELDS, type WrittenField } from '@inkwell/shared/post-fields';
import { type Post, type PostBody, PostForm } from '@inkwell/shared/posts';
import * as z from 'zod/mini';

/** What the fields are called in banners and comparisons. */
export const FIELD_LABELS: Readonly<Record<FormField, string>> = {
  title: 'Title',
  content: 'Content',
  excerpt: 'Excerpt',
  categoryId: 'Category',
  isPublished: 'Status',
};

export const WRITTEN_LABELS: Readonly<Record<WrittenField, string>> = {
  ...FIELD_LABELS,
  featuredImage: 'Featured image',
};

/** How the form holds a value. */
interface FormValue<Value, Shown> {
  /** The value as drafts keep it, valid or not. Its default is what a new post has, and a draft older than the field. */
  readonly kept: z.ZodMiniType<Shown>;
  readonly show: (value: Value) => Shown;
  /** What is sent of a valid value. */
  readonly send: (shown: Shown) => Value;
}

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
  flag: { kept: z._default(z.boolean(), false), show: (isOn) => isOn, send: (isOn) => isOn },
};

/** The table above has for each kind what fits all fields of the kind. */
const formValueOf = <F extends FormField>(field: F) =>
  FORM_VALUES[POST_FIELDS[field].stored] as unknown as FormValue<Post[F], PostForm[F]>;

/** Makes something for every field of the form, in its order. */
function forEveryField<T extends Record<FormField, unknown>>(make: <F extends FormField>(field: F) => T[F]): T {
  return Object.fromEntries(FORM_FIELDS.map((field) => [field, make(field)])) as T;
}

export const formWith = forEveryField<PostForm>;

type KeptShape = { [F in FormField]: z.ZodMiniType<PostForm[F]> };

/** The form as drafts keep it. One from before a field existed is a draft all the same. */
export const KeptForm: z.ZodMiniType<PostForm> = z.object(
  Object.fromEntries(FORM_FIELDS.map((field) => [field, formValueOf(field).kept])) as KeptShape,
);

export const EMPTY_POST = z.parse(KeptForm, {});

/** What the editor has to know of the post that it changes. */
export type EditedPost = Pick<Post, FormField | 'id' | 'featuredImage' | 'updatedAt'>;

/** The form's fields of a stored post. */
export const formOf = (post: Pick<Post, FormField>): PostForm =>
  formWith((field) => formValueOf(field).show(post[field] as Post[typeof field]));

/** The form of whatever fields are there; the others are as in a new post. */
export const formOfPart = (part: { readonly [F in FormField]?: PostBody[F] | undefined }): PostForm =>
  formWith((field) => {
    const value = part[field];
    return value === undefined ? EMPTY_POST[field] : formValueOf(field).show(value as Post[typeof field]);
  });

/** The fields of a form as they are sent, valid or not. */
export const unfinishedFieldsOf = (form: PostForm): Pick<PostBody, FormField> =>
  forEveryField<Pick<PostBody, FormField>>((field) => formValueOf(field).send(form[field]));

/** What create and update send of a valid form, texts trimmed as the server does it. Product §7. */
export const bodyOf = (form: PostForm): Pick<PostBody, FormField> => unfinishedFieldsOf(z.parse(PostForm, form));

/** The fields whose values are texts of the post. */
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

/** Whether a post is saved as a form says, which loses the blanks around its texts on the way. */
export const isSavedAs = (saved: PostForm, form: PostForm): boolean => isSameForm(trimmed(saved), trimmed(form));

/** Whether two forms would save the same; absent and empty texts are one. */
export const isSameForm = (a: PostForm, b: PostForm): boolean =>
  FORM_FIELDS.every((field) => (a[field] ?? '') === (b[field] ?? ''));
