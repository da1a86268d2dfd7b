import * as z from 'zod/mini';
import { CategoryId, CategoryRef } from './categories.ts';
import { ImageUrlInput, Instant, optionalText, requiredText, wellFormed } from './fields.ts';
import { DRAFT_TEXT_LIMITS, POST_TEXT_LIMITS } from './post-limits.ts';
import { Author } from './users.ts';

export const Title = requiredText(POST_TEXT_LIMITS.title, { required: 'Title is required', tooLong: 'Title too long' });
export const Content = requiredText(POST_TEXT_LIMITS.content, {
  required: 'Content is required',
  tooLong: 'Content too long',
});
export const Excerpt = optionalText(POST_TEXT_LIMITS.excerpt, { tooLong: 'Excerpt too long' });

/** A text of a draft: kept as it was typed, neither trimmed nor refused for being empty. */
const unfinished = (maxUnits: number, tooLong: string) => z.string().check(wellFormed, z.maxLength(maxUnits, tooLong));

export const DraftContent = unfinished(DRAFT_TEXT_LIMITS.content, 'Content too long');

/** How a value is stored, with what answers show of it. Converters and forms have one way of handling each kind. */
const text = { stored: 'text', answer: z.string() } as const;
const nullableText = { stored: 'nullableText', answer: z.nullable(z.string()) } as const;
const categoryId = { stored: 'categoryId', answer: z.nullable(CategoryId) } as const;
const flag = { stored: 'flag', answer: z.boolean() } as const;
const count = { stored: 'count', answer: z.int() } as const;
const instant = { stored: 'instant', answer: Instant } as const;
const nullableInstant = { stored: 'nullableInstant', answer: z.nullable(Instant) } as const;

export type StoredKind = 'text' | 'nullableText' | 'categoryId' | 'flag' | 'count' | 'instant' | 'nullableInstant';

/** An editor has to give the field; a draft may hold less of it. */
const required = <S extends z.ZodMiniType, D extends z.ZodMiniType>(rule: S, draft: D) => ({
  ...{ create: rule, change: rule, draft },
});
/** An editor may leave the field out. */
const optional = <S extends z.ZodMiniType, D extends z.ZodMiniType>(rule: S, draft: D) => ({
  ...{ create: z.optional(rule), change: rule, draft },
});

interface PostField {
  /** Absent: not stored, but made for each answer. */
  readonly stored?: StoredKind;
  /** Absent: never leaves the server. */
  readonly answer?: z.ZodMiniType;
  /** Only the post's own page reads and answers it; lists do not. */
  readonly isLong?: true;
  /** What an editor may send with a new post and with a change; absent: not for editors. */
  readonly create?: z.ZodMiniType;
  readonly change?: z.ZodMiniType;
  /** What a draft may hold of it. */
  readonly draft?: z.ZodMiniType;
  /** It says what becomes of the post, and a restored revision leaves it as it is. */
  readonly staysOnRestore?: true;
  /** An address of a picture, or Markdown that may have some. */
  readonly pictures?: true;
  /** The value as the editor's form holds it; absent: the form does not. Selects hold texts. */
  readonly form?: z.ZodMiniType;
  /** Where its words stand in the search index; `names`: those of the category it refers to. */
  readonly search?: 'title' | 'head' | 'body' | 'names';
}

/**
 * Every field of a post, in the order of answers and forms. Everything that names the fields derives from this table: what
 * editors send, the form and its drafts, merging, what is stored, read and indexed, and answers. What cannot be derived (how
 * a field is edited) does not compile without it. How to add a field: CONTRIBUTING.md.
 */
export const POST_FIELDS = {
  title: {
    ...text,
    ...required(Title, unfinished(DRAFT_TEXT_LIMITS.title, 'Title too long')),
    ...{ form: Title, search: 'title' },
  },
  content: {
    ...text,
    ...required(Content, DraftContent),
    ...{ form: Content, search: 'body', isLong: true, pictures: true },
  },
  excerpt: {
    ...nullableText,
    ...optional(Excerpt, z.nullable(unfinished(DRAFT_TEXT_LIMITS.excerpt, 'Excerpt too long'))),
    ...{ form: Excerpt, search: 'head' },
  },
  /** The excerpt, else the beginning of the text. */
  preview: text,
  /** How long readers take, in whole minutes; 0 where nobody has counted yet. */
  readingMinutes: count,
  /** Chosen and uploaded beside the form. */
  featuredImage: { ...nullableText, ...optional(ImageUrlInput, ImageUrlInput), pictures: true },
  category: { answer: z.nullable(CategoryRef) },
  /** Null takes the post out of its category. */
  categoryId: {
    ...categoryId,
    ...optional(z.nullable(CategoryId), z.nullable(CategoryId)),
    form: z.string().check(z.regex(/^\d*$/, 'Invalid input')),
    search: 'names',
  },
  author: { answer: Author },
  authorId: text,
  isPublished: {
    ...flag,
    create: z._default(z.boolean(), false),
    change: z.boolean(),
    draft: z.boolean(),
    form: z.boolean(),
    staysOnRestore: true,
  },
  views: count,
  /** The same number as `views`, sent under both names. Product §3. */
  viewCount: { answer: z.int() },
  likesCount: count,
  commentsCount: count,
  createdAt: instant,
  updatedAt: instant,
  /** When it was published first: what readers see as its date, and what public lists go by. */
  publishedAt: nullableInstant,
  /** When it is to be published; null for not by itself. Only staff are told (shared/src/schedule.ts). */
  publishAt: { stored: 'nullableInstant' },
  /** Who set that time. */
  scheduledBy: { stored: 'nullableText' },
  /** Who saved it last; null where nobody noted it. */
  lastEditedBy: { stored: 'nullableText' },
  /** Whether what it was is kept with each change; of older posts it is from their next change on. */
  hasRevisions: { stored: 'flag' },
  /** Set once somebody deletes the post; from then on it exists for nobody. */
  deletedAt: { stored: 'nullableInstant' },
  /** Who may comment, as staff chose for this post (`CommentAccess`); null: as the settings of the publication say. */
  commentsAccess: { stored: 'nullableText' },
} as const satisfies Record<string, PostField>;

type Table = typeof POST_FIELDS;

/** The fields that have a property. */
export type FieldWith<P extends keyof PostField> = {
  [F in keyof Table]: Table[F] extends Record<P, unknown> ? F : never;
}[keyof Table];

export type StoredField = FieldWith<'stored'>;
export type WrittenField = FieldWith<'change'>;
export type FormField = FieldWith<'form'>;
export type KindOf<F extends StoredField> = Table[F]['stored'];

/** The names of these fields, in the order of the table. */
export function fieldsWith<P extends keyof PostField>(property: P): readonly FieldWith<P>[] {
  const has = (field: keyof Table): field is FieldWith<P> => property in POST_FIELDS[field];
  return (Object.keys(POST_FIELDS) as (keyof Table)[]).filter(has);
}

/** Whether lists carry the field. */
export const isShort = <F extends keyof Table>(field: F): field is Exclude<F, FieldWith<'isLong'>> =>
  !('isLong' in POST_FIELDS[field]);

/** What an editor may write. */
export const WRITTEN_FIELDS = fieldsWith('change');
/** What the editor's form holds, in its order. */
export const FORM_FIELDS = fieldsWith('form');

type Shape<P extends keyof PostField, F extends keyof Table> = {
  [K in F]: Table[K] extends Readonly<Record<P, infer S>> ? S : never;
};

/** The schemas that some fields have under a property, as the shape of an object. */
export function shapeOf<P extends 'answer' | 'create' | 'change' | 'draft' | 'form', F extends FieldWith<P>>(
  property: P,
  fields: readonly F[],
): Shape<P, F> {
  const schemaOf = (field: PostField) => field[property];
  return Object.fromEntries(fields.map((field) => [field, schemaOf(POST_FIELDS[field])])) as Shape<P, F>;
}
