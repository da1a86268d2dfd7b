import * as z from 'zod/mini';
import { CategoryId, CategoryRef } from './categories.ts';
import { DocumentId, ImageUrlInput, Instant, InstantInput, optionalText, requiredText, wellFormed } from './fields.ts';
import { DRAFT_TEXT_LIMITS, POST_DETAIL_LIMITS, POST_TEXT_LIMITS } from './post-limits.ts';
import { PLACE_TEXT, PostSeries, SeriesPlace } from './post-series.ts';
import { SLUG, SLUG_TEXT, TAG_LIMITS, TagRef, TOO_MANY_TAGS } from './tags.ts';
import { AUTHORS_PER_POST, Author } from './users.ts';

export const Title = requiredText(POST_TEXT_LIMITS.title, { required: 'Title is required', tooLong: 'Title too long' });
export const Content = requiredText(POST_TEXT_LIMITS.content, {
  required: 'Content is required',
  tooLong: 'Content too long',
});
export const Excerpt = optionalText(POST_TEXT_LIMITS.excerpt, { tooLong: 'Excerpt too long' });

/** A text of a draft: stored as typed, not trimmed, possibly empty. */
const unfinished = (maxUnits: number, tooLong: string) => z.string().check(wellFormed, z.maxLength(maxUnits, tooLong));

export const DraftContent = unfinished(DRAFT_TEXT_LIMITS.content, 'Content too long');

/** How a value is stored, and the schema of its answer. Converters and forms handle each kind in one way. */
const text = { stored: 'text', answer: z.string() } as const;
const nullableText = { stored: 'nullableText', answer: z.nullable(z.string()) } as const;
const categoryId = { stored: 'categoryId', answer: z.nullable(CategoryId) } as const;
const nullableId = { stored: 'nullableId', answer: z.nullable(DocumentId) } as const;
const flag = { stored: 'flag', answer: z.boolean() } as const;
const count = { stored: 'count', answer: z.int() } as const;
const nullableCount = { stored: 'nullableCount', answer: z.nullable(z.int()) } as const;
const instant = { stored: 'instant', answer: Instant } as const;
const nullableInstant = { stored: 'nullableInstant', answer: z.nullable(Instant) } as const;

/** Distinct ids of other documents, in order. */
const idList = (max: number, tooMany: string) =>
  z.array(DocumentId).check(
    z.maxLength(max, tooMany),
    z.refine((ids) => new Set(ids).size === ids.length, 'Given twice'),
  );

export type StoredKind =
  | 'text'
  | 'nullableText'
  | 'categoryId'
  | 'ids'
  | 'nullableId'
  | 'flag'
  | 'count'
  | 'nullableCount'
  | 'instant'
  | 'nullableInstant';

const TagIds = idList(TAG_LIMITS.perPost, TOO_MANY_TAGS);
const AuthorIds = idList(AUTHORS_PER_POST, `At most ${AUTHORS_PER_POST} authors`);

/** A field that editors must send; drafts have a looser rule. */
const required = <S extends z.ZodMiniType, D extends z.ZodMiniType>(rule: S, draft: D) => ({
  create: rule,
  change: rule,
  draft,
});
/** A field that editors may omit. */
const optional = <S extends z.ZodMiniType, D extends z.ZodMiniType>(rule: S, draft: D) => ({
  create: z.optional(rule),
  change: rule,
  draft,
});

/** An optional text about the post. Readers get it only with the whole post. */
function detail(max: number, tooLong: string) {
  const rule = optionalText(max, { tooLong });
  return {
    ...nullableText,
    ...optional(rule, z.nullable(unfinished(2 * max, tooLong))),
    form: rule,
    ...({ isLong: true, isApart: true } as const),
  };
}

/** Trimmed text of a certain form; null and '' mean none. */
const formed = (form: RegExp, max: number, text: string) =>
  z.pipe(
    z.nullable(
      z.string().check(
        z.trim(),
        z.maxLength(max, text),
        z.refine((value) => value === '' || form.test(value), text),
      ),
    ),
    z.transform((value) => value || null),
  );

/** Letters and digits of any script in lower case, joined by hyphens, as created by `slugify`. */
const PostSlug = formed(SLUG, POST_DETAIL_LIMITS.slug, SLUG_TEXT);

/** A language tag (BCP 47), e.g. `de` or `pt-BR`. */
const Language = formed(/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/, 40, 'Unknown language');

/** The address of the original elsewhere. */
const CanonicalUrl = formed(
  /^https:\/\/(?![^/?#]*@)[^\s/\\"'<>]+\.[^\s\\"'<>]+$/u,
  POST_DETAIL_LIMITS.address,
  'The address must begin with https://',
);

/** A text of a certain form about the post. */
const formedDetail = <S extends z.ZodMiniType>(rule: S, max: number) => ({
  ...nullableText,
  ...optional(rule, z.nullable(unfinished(2 * max, 'Too long'))),
  form: rule,
  ...({ isApart: true } as const),
});

const choice = {
  ...flag,
  create: z.optional(z.boolean()),
  change: z.boolean(),
  draft: z.boolean(),
  form: z.boolean(),
} as const;

interface FieldParts {
  /** Absent: not stored but computed for each answer. */
  readonly stored?: StoredKind;
  /** Absent: not in answers. */
  readonly answer?: z.ZodMiniType;
  /** Read and answered only for a single post, not in lists. */
  readonly isLong?: true;
  /** Rules for creating and changing a post; absent if editors cannot write the field. */
  readonly create?: z.ZodMiniType;
  readonly change?: z.ZodMiniType;
  /** The rule for drafts. */
  readonly draft?: z.ZodMiniType;
  /** The field has its own place where readers see the post, or none. */
  readonly isApart?: true;
  /** Restoring a revision does not change the field. */
  readonly staysOnRestore?: true;
  /** The field is the address of a picture, or Markdown that may contain pictures. */
  readonly pictures?: true;
  /** The value in the editor's form; absent if the form does not have the field. Selects use strings. */
  readonly form?: z.ZodMiniType;
  /** The part of the search index with the field's words; `names` means the names of the category, tags or authors. */
  readonly search?: 'title' | 'head' | 'body' | 'names';
  /** The name in the front matter of an export (docs/export.md); null if the file has the value elsewhere. */
  readonly exported?: string | null;
}

/** All fields that editors write are exported. */
type PostField = FieldParts & ({ readonly change?: never } | { readonly exported: string | null });

/**
 * Every field of a post, in the order of answers and forms. All other lists of fields derive from this table: the editor's input, the form
 * and its drafts, merging, storage, search and answers. Whatever cannot be derived (how a field is edited) does not compile until the field
 * is handled. How to add a field: CONTRIBUTING.md.
 */
export const POST_FIELDS = {
  title: {
    ...text,
    ...required(Title, unfinished(DRAFT_TEXT_LIMITS.title, 'Title too long')),
    form: Title,
    search: 'title',
    exported: 'title',
  },
  content: {
    ...text,
    ...required(Content, DraftContent),
    form: Content,
    search: 'body',
    isLong: true,
    isApart: true,
    pictures: true,
    exported: null,
  },
  excerpt: {
    ...nullableText,
    ...optional(Excerpt, z.nullable(unfinished(DRAFT_TEXT_LIMITS.excerpt, 'Excerpt too long'))),
    form: Excerpt,
    search: 'head',
    exported: 'excerpt',
  },
  /** The excerpt, else the beginning of the text. */
  preview: text,
  /** In whole minutes; 0 if not computed yet. */
  readingMinutes: count,
  /** Chosen and uploaded outside the form. */
  featuredImage: {
    ...nullableText,
    ...optional(ImageUrlInput, ImageUrlInput),
    pictures: true,
    isApart: true,
    exported: 'cover',
  },
  category: { answer: z.nullable(CategoryRef) },
  /** Null removes the post from its category. */
  categoryId: {
    ...categoryId,
    ...optional(z.nullable(CategoryId), z.nullable(CategoryId)),
    form: z.string().check(z.regex(/^\d*$/, 'Invalid input')),
    search: 'names',
    isApart: true,
    exported: 'category',
  },
  /** In the post's order; staff also see internal ones. */
  tags: { answer: z.array(TagRef) },
  tagIds: {
    stored: 'ids',
    answer: z.array(DocumentId),
    ...optional(TagIds, TagIds),
    form: z.string(),
    search: 'names',
    isApart: true,
    exported: 'tags',
  },
  /** The series that the post belongs to; null removes it from there. */
  seriesId: {
    ...nullableId,
    ...optional(z.nullable(DocumentId), z.nullable(DocumentId)),
    form: z.string(),
    isApart: true,
    exported: 'series',
  },
  /** The place in the series; without one, the post comes last. */
  seriesPlace: {
    ...nullableCount,
    ...optional(z.nullable(SeriesPlace), z.nullable(SeriesPlace)),
    form: z.string().check(z.trim(), z.regex(/^(?:[1-9]\d{0,3})?$/, PLACE_TEXT)),
    isApart: true,
    exported: 'seriesPlace',
  },
  /** Null for a post without a series. */
  series: { answer: z.nullable(PostSeries), isLong: true },
  author: { answer: Author },
  /** The first author. */
  authorId: text,
  /** In the order of the byline. A new post without any gets its creator. */
  authors: { answer: z.array(Author) },
  /** The beginning of each author's biography, without Markdown; null without one. */
  authorBios: { answer: z.array(z.nullable(z.string())), isLong: true },
  authorIds: {
    stored: 'ids',
    answer: z.array(DocumentId),
    create: z.optional(AuthorIds),
    change: AuthorIds.check(z.minLength(1, 'A post needs an author')),
    draft: AuthorIds,
    form: z.string(),
    search: 'names',
    isApart: true,
    exported: 'authors',
  },
  isPublished: {
    ...flag,
    create: z._default(z.boolean(), false),
    change: z.boolean(),
    draft: z.boolean(),
    form: z.boolean(),
    staysOnRestore: true,
    isApart: true,
    exported: null,
  },
  /** The readable end of the address; null to derive it from the title. It need not be unique, because the id identifies the post. */
  slug: { ...formedDetail(PostSlug, POST_DETAIL_LIMITS.slug), exported: 'slug' },
  /** The language of the texts, if it differs from the publication's. */
  language: { ...formedDetail(Language, 40), exported: 'language' },
  /** Shown first on the pages of its category, tags and authors. */
  isFeatured: { ...choice, staysOnRestore: true, isApart: true, exported: 'featured' },
  /** Replaces the title for search engines. */
  searchTitle: {
    ...detail(POST_DETAIL_LIMITS.searchTitle, 'Title for search engines too long'),
    exported: 'searchTitle',
  },
  searchDescription: {
    ...detail(POST_DETAIL_LIMITS.searchDescription, 'Description for search engines too long'),
    exported: 'searchDescription',
  },
  /** The address of the original, if it is elsewhere. */
  canonicalUrl: {
    ...formedDetail(CanonicalUrl, POST_DETAIL_LIMITS.address),
    isLong: true,
    exported: 'canonicalUrl',
  },
  /** Whether TeX between dollar signs is shown as formulas (markdown/formula-syntax.ts). The default for new posts is in the settings. */
  math: { ...choice, isLong: true, isApart: true, exported: 'math' },
  /** Whether to exclude the post from search engines (`noindex`). */
  isHiddenFromSearch: { ...choice, isLong: true, isApart: true, exported: 'hiddenFromSearch' },
  /** Shown by chats and networks under a link, instead of title, description and cover. */
  cardTitle: { ...detail(POST_DETAIL_LIMITS.cardTitle, 'Title of the card too long'), exported: 'cardTitle' },
  cardText: { ...detail(POST_DETAIL_LIMITS.cardText, 'Text of the card too long'), exported: 'cardText' },
  cardPicture: {
    ...nullableText,
    ...optional(ImageUrlInput, ImageUrlInput),
    form: ImageUrlInput,
    pictures: true,
    isLong: true,
    isApart: true,
    exported: 'cardPicture',
  },
  /** A description of the cover for people who do not see it. */
  coverDescription: {
    ...detail(POST_DETAIL_LIMITS.coverDescription, 'Description of the cover too long'),
    exported: 'coverDescription',
  },
  coverCaption: {
    ...detail(POST_DETAIL_LIMITS.coverCaption, 'Caption of the cover too long'),
    exported: 'coverCaption',
  },
  views: count,
  /** Equal to `views`; sent under both names. Product §3. */
  viewCount: { answer: z.int() },
  likesCount: count,
  commentsCount: count,
  createdAt: instant,
  updatedAt: instant,
  /**
   * The date that readers see and that public lists are sorted by: the first publication, or an earlier time that somebody chose. Null makes the
   * next publication the first one.
   */
  publishedAt: {
    ...nullableInstant,
    ...optional(z.nullable(InstantInput), z.nullable(Instant)),
    form: z.string(),
    staysOnRestore: true,
    isApart: true,
    exported: null,
  },
  /** When readers first saw a post that was later unpublished or got another date. Nobody is notified of it again. */
  announcedAt: { stored: 'nullableInstant' },
  /** When the post will be published; null without a schedule. Only staff see it (shared/src/schedule.ts). */
  publishAt: { stored: 'nullableInstant' },
  /** Who set `publishAt`. */
  scheduledBy: { stored: 'nullableText' },
  /** Who saved the post last; null if unknown. */
  lastEditedBy: { stored: 'nullableText' },
  /** Whether every change adds a revision; posts created before revisions existed begin with their next change. */
  hasRevisions: { stored: 'flag' },
  /** When the post was deleted; null for posts that are not in the trash. Only staff see it. */
  trashedAt: { stored: 'nullableInstant' },
  /** Set at the beginning of the removal; from then on the post is treated as removed. */
  deletedAt: { stored: 'nullableInstant' },
  /** When the post was submitted for review; null for posts that are not in review. */
  inReviewSince: { stored: 'nullableInstant' },
  /** Who submitted the post in review. */
  submittedBy: { stored: 'nullableText' },
  /** Which member of staff reviews it. */
  reviewTakenBy: { stored: 'nullableText' },
  /** When staff returned the post to its authors; null once it is submitted again, published, scheduled or deleted. */
  returnedAt: { stored: 'nullableInstant' },
  /** Who may comment on this post (`CommentAccess`); null: the settings of the publication apply. */
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
/** The written fields whose words are shown between category and author wherever a post is shown. */
export type WordsField = Exclude<WrittenField, FieldWith<'isApart'>>;
export type KindOf<F extends StoredField> = Table[F]['stored'];
/** The fields that have a name in the front matter of an export. */
export type ExportedField = {
  [F in keyof Table]: Table[F] extends { readonly exported: string } ? F : never;
}[keyof Table];

/** The fields that have a property, in the order of the table. */
export function fieldsWith<P extends keyof PostField>(property: P): readonly FieldWith<P>[] {
  const has = (field: keyof Table): field is FieldWith<P> => property in POST_FIELDS[field];
  return (Object.keys(POST_FIELDS) as (keyof Table)[]).filter(has);
}

/** Whether lists contain the field. */
export const isShort = <F extends keyof Table>(field: F): field is Exclude<F, FieldWith<'isLong'>> =>
  !('isLong' in POST_FIELDS[field]);

/** Whether two values of a field are equal. Lists are compared by their items, times by their instants. */
export function isSameValue(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, n) => item === b[n]);
  return a instanceof Date && b instanceof Date ? a.getTime() === b.getTime() : a === b;
}

export const WRITTEN_FIELDS = fieldsWith('change');
/** The fields of the editor's form, in its order. */
export const FORM_FIELDS = fieldsWith('form');

type Shape<P extends keyof PostField, F extends keyof Table> = {
  [K in F]: Table[K] extends Readonly<Record<P, infer S>> ? S : never;
};

/** The schemas that `fields` have under `property`, as the shape of an object. */
export function shapeOf<P extends 'answer' | 'create' | 'change' | 'draft' | 'form', F extends FieldWith<P>>(
  property: P,
  fields: readonly F[],
): Shape<P, F> {
  const schemaOf = (field: PostField) => field[property];
  return Object.fromEntries(fields.map((field) => [field, schemaOf(POST_FIELDS[field])])) as Shape<P, F>;
}
