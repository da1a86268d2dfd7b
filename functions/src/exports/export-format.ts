import { EXPORTED_FIELDS, EXPORTED_PAGE_FIELDS, type PlainField } from '@inkwell/formats/exported-fields';
import { CategoryId } from '@inkwell/shared/categories';
import { CommentAccess, CommentState } from '@inkwell/shared/comments';
import { DocumentId, Instant } from '@inkwell/shared/fields';
import { Suppression } from '@inkwell/shared/mail';
import { NAMED_LIST_KINDS } from '@inkwell/shared/named-lists';
import { type ExportedField, type KindOf, POST_FIELDS } from '@inkwell/shared/post-fields';
import { PostStatus } from '@inkwell/shared/schedule';
import { SUBSCRIBER_LIMITS, SubscriberChoices } from '@inkwell/shared/subscribers';
import * as z from 'zod/mini';
import { CONSENT_SOURCES } from '../newsletter/consent.ts';
import { absentValue, type StoredPost } from '../posts/posts.converter.ts';

/*
 * The files of an export (docs/export.md): Markdown with front matter for texts, JSON for all else. The import reads them with the same schemas.
 * Front matter omits fields without a value. An author's key is the id of the account, or of the guest author without its prefix, so that an account
 * that becomes a guest author elsewhere keeps its key.
 */

export const EXPORT_FORMAT = { format: 'publication-export', version: 1 } as const;
export const ExportHead = z.object({ format: z.literal('publication-export'), version: z.literal(1) });

export const EXPORT_PATHS = {
  head: 'publication.json',
  authors: 'authors.json',
  categories: 'categories.json',
  tags: 'tags.json',
  series: 'series.json',
  settings: 'settings.json',
  menu: 'menu.json',
  /** Folders of files with one document per line. */
  redirects: 'redirects',
  addresses: 'addresses',
  comments: 'comments',
  pictureList: 'picture-list',
  subscribers: 'newsletter/subscribers',
  suppressions: 'newsletter/suppressions',
  /** Folders of files with front matter. */
  posts: 'posts',
  pages: 'pages',
  pictures: 'pictures',
} as const;

/** The path of a stored picture in texts. Files in the root omit the dots. */
export const picturePath = (name: string, isInFolder: boolean): string =>
  `${isInFolder ? '../' : ''}${EXPORT_PATHS.pictures}/${encodeURIComponent(name)}`;

const words = z.optional(z.string());
const instant = z.optional(Instant);

/** The schemas of front matter by kind of field. Ids are written as names, slugs or keys. */
const VALUES = {
  text: words,
  nullableText: words,
  categoryId: words,
  nullableId: words,
  ids: z.optional(z.array(z.string())),
  nullableCount: z.optional(z.int()),
  flag: z.optional(z.boolean()),
} as const satisfies Record<KindOf<ExportedField>, z.ZodMiniType>;

type NameOf<F extends ExportedField> = (typeof POST_FIELDS)[F]['exported'];
/** The values of some fields in the format of front matter, by field name. */
export const exportedAs = <F extends ExportedField>(
  fields: readonly F[],
  read: (field: F) => unknown,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(fields.map((field) => [POST_FIELDS[field].exported, read(field)]));

/** Reads the plain fields from front matter. */
export const plainValues = <F extends PlainField>(
  fields: readonly F[],
  header: Readonly<Record<string, unknown>>,
): Pick<StoredPost, F> =>
  Object.fromEntries(
    fields.map((field) => [field, header[POST_FIELDS[field].exported] ?? absentValue(field)]),
  ) as unknown as Pick<StoredPost, F>;

const schemasOf = <F extends ExportedField>(fields: readonly F[]) =>
  exportedAs(fields, (field) => VALUES[POST_FIELDS[field].stored]) as {
    readonly [K in F as NameOf<K>]: (typeof VALUES)[KindOf<K>];
  };

const text = {
  id: z.string(),
  status: PostStatus,
  /** The time of the first publication. */
  date: instant,
  created: Instant,
  updated: Instant,
  /** The time of the scheduled publication. */
  scheduled: instant,
  trashed: instant,
};

export const PageHeader = z.object({ ...schemasOf(EXPORTED_PAGE_FIELDS), ...text, title: z.string() });
export type PageHeader = z.infer<typeof PageHeader>;

export const PostHeader = z.object({
  ...schemasOf(EXPORTED_FIELDS),
  ...text,
  title: z.string(),
  /** Who may comment; absent if the settings decide. */
  comments: z.optional(CommentAccess),
});
export type PostHeader = z.infer<typeof PostHeader>;

const nullable = z.nullable(z.string());

export const AuthorEntry = z.object({
  key: DocumentId,
  name: z.string(),
  picture: nullable,
  text: nullable,
  website: nullable,
  handles: z.record(z.string(), z.string()),
});
export type AuthorEntry = z.infer<typeof AuthorEntry>;

export const CategoryEntry = z.object({
  id: CategoryId,
  name: z.string(),
  description: nullable,
  icon: nullable,
  color: nullable,
  order: z.int(),
});
export type CategoryEntry = z.infer<typeof CategoryEntry>;

/** A tag or a series. */
export const ListEntry = z.object({
  id: DocumentId,
  name: z.string(),
  slug: z.string(),
  description: nullable,
  picture: nullable,
});
export type ListEntry = z.infer<typeof ListEntry>;

export const CommentEntry = z.object({
  id: DocumentId,
  post: DocumentId,
  /** The first comment of its thread. */
  parent: z.nullable(DocumentId),
  /** The reply that it answers, within the thread. */
  answers: z.nullable(DocumentId),
  /** Empty for a deleted comment. */
  author: z.object({ key: z.union([z.literal(''), DocumentId]), name: z.string() }),
  text: z.string(),
  created: Instant,
  edited: z.nullable(Instant),
  state: CommentState,
  heldBy: nullable,
  reason: nullable,
});
export type CommentEntry = z.infer<typeof CommentEntry>;

export const RedirectEntry = z.object({
  from: z.string(),
  to: z.string(),
  status: z.literal([301, 302]),
});
export type RedirectEntry = z.infer<typeof RedirectEntry>;

/** An earlier address that leads to the current one. */
export const AddressEntry = z.object({ path: z.string(), kind: z.enum(['page', ...NAMED_LIST_KINDS]), id: DocumentId });
export type AddressEntry = z.infer<typeof AddressEntry>;

export const PictureEntry = z.object({
  name: z.string(),
  type: z.string(),
  fileName: z._default(nullable, null),
  description: z._default(nullable, null),
  uploaded: Instant,
  /** Whether it is an author's profile picture, which the picture library does not offer. */
  isOfProfile: z.boolean(),
});
export type PictureEntry = z.infer<typeof PictureEntry>;

/** The hash of an address (`addressIdOf`). Some documents have no other data about the person. */
const AddressId = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const lateInstant = z._default(z.nullable(Instant), null);

/**
 * A subscriber with evidence of consent: confirmed, unconfirmed, or unsubscribed (then without an address). Older exports have these fields and
 * others.
 */
export const SubscriberEntry = z.object({
  id: AddressId,
  email: z._default(nullable, null),
  isConfirmed: z.boolean(),
  subscribedAt: lateInstant,
  confirmedAt: lateInstant,
  wants: z._default(SubscriberChoices.shape.wants, ['newsletter']),
  /** Ids in `categories.json`. */
  categories: z._default(SubscriberChoices.shape.categories, null),
  labels: z._default(
    z
      .array(z.string().check(z.minLength(1), z.maxLength(SUBSCRIBER_LIMITS.label)))
      .check(z.maxLength(SUBSCRIBER_LIMITS.labels)),
    [],
  ),
  /** Oldest first. */
  consents: z._default(
    z
      .array(
        z.object({
          at: Instant,
          text: z.string().check(z.maxLength(SUBSCRIBER_LIMITS.consentText)),
          source: z.enum(CONSENT_SOURCES),
        }),
      )
      .check(z.maxLength(SUBSCRIBER_LIMITS.consents)),
    [],
  ),
  leftAt: lateInstant,
});
export type SubscriberEntry = z.infer<typeof SubscriberEntry>;

/** Why an address gets no email: it could not be reached, or it complained. Has no address if the account was deleted. */
export const SuppressionEntry = z.object({
  id: AddressId,
  email: z.string(),
  suppressedAt: lateInstant,
  reason: z._default(Suppression.shape.reason, null),
  source: z._default(Suppression.shape.source, null),
  remark: z._default(nullable, null),
  /** Newest first. */
  notes: z._default(Suppression.shape.notes, []),
  freedAt: lateInstant,
});
export type SuppressionEntry = z.infer<typeof SuppressionEntry>;

/** One file. */
export interface ExportFile {
  /** With slashes; no segment is `..`. */
  readonly path: string;
  readonly bytes: Buffer;
}
