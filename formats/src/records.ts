import { CATEGORY_LIMITS } from '@inkwell/shared/categories';
import { COMMENT_LIMITS } from '@inkwell/shared/comments';
import { Instant } from '@inkwell/shared/fields';
import { HANDLE_NAMES, type HandleName } from '@inkwell/shared/handles';
import { ReportReason } from '@inkwell/shared/imports';
import { Menu } from '@inkwell/shared/menu';
import { NewsletterEmail } from '@inkwell/shared/newsletter';
import { shapeOf } from '@inkwell/shared/post-fields';
import { POST_DETAIL_LIMITS, POST_TEXT_LIMITS } from '@inkwell/shared/post-limits';
import { SERIES_LIMITS, SeriesPlace } from '@inkwell/shared/post-series';
import { ImportedRedirect as RedirectFields } from '@inkwell/shared/redirects';
import { SITE_PAGE_SLUG_LIMIT } from '@inkwell/shared/site-pages';
import { SUBSCRIBER_LIMITS } from '@inkwell/shared/subscribers';
import { SLUG, TAG_LIMITS } from '@inkwell/shared/tags';
import { AUTHORS_PER_POST, USER_LIMITS } from '@inkwell/shared/users';
import * as z from 'zod/mini';
import { EXPORTED_PAGE_FIELDS, PLAIN_FIELDS } from './exported-fields.ts';

/*
 * The output of all readers. Records are JSON; between the first pass and the import, Storage has one per line. Each has a `key`, which is unique
 * among the records of its kind in a file, and the same whenever the file is read again. Records refer to each other by key, in any order, and the
 * target may be missing. Values are within the limits of the contract; omissions are in the report.
 */

const Key = z.string().check(z.minLength(1), z.maxLength(400));
const text = (max: number) => z.string().check(z.minLength(1), z.maxLength(max));
const slugOf = (max: number) => z.string().check(z.maxLength(max), z.regex(SLUG));

/** An external picture, which the import downloads or finds in the folder of pictures. */
export const ImportedPicture = z.object({
  /** The address in the text, where it will be replaced. */
  address: text(POST_DETAIL_LIMITS.address),
  /** The download URL (http or https); null if the file does not contain it. */
  url: z.nullable(text(POST_DETAIL_LIMITS.address)),
  /** Its path below the folder of pictures, decoded and without dot segments; null if it has none. */
  path: z.nullable(text(1_024)),
  description: z.nullable(text(POST_DETAIL_LIMITS.coverDescription)),
});
export type ImportedPicture = z.infer<typeof ImportedPicture>;

const picture = z.nullable(ImportedPicture);

/** The old site. Links that begin with one of its addresses lead to imported texts. The first record. */
const Site = z.object({
  kind: z.literal('site'),
  /** Without a trailing slash: `https://old.example`, `https://old.example/blog`. In texts, such links are already paths: `/blog/hello/`. */
  addresses: z.array(text(POST_DETAIL_LIMITS.address)),
});

const Handles = z.object(
  Object.fromEntries(HANDLE_NAMES.map((name) => [name, z.optional(z.string())])) as Record<
    HandleName,
    z.ZodMiniOptional<z.ZodMiniString>
  >,
);

const ImportedAuthor = z.object({
  kind: z.literal('author'),
  key: Key,
  name: text(USER_LIMITS.name),
  /** Used to find the account; never public. */
  email: z.nullable(NewsletterEmail),
  text: z.nullable(text(USER_LIMITS.text)),
  website: z.nullable(text(USER_LIMITS.website)),
  handles: Handles,
  picture,
  /** Earlier paths of the author's page, decoded: `/author/ada`. */
  oldPaths: z.array(z.string()),
});

const ImportedCategory = z.object({
  kind: z.literal('category'),
  key: Key,
  name: text(CATEGORY_LIMITS.name),
  description: z.nullable(text(CATEGORY_LIMITS.description)),
  oldPaths: z.array(z.string()),
});

const namedList = {
  key: Key,
  slug: slugOf(TAG_LIMITS.slug),
  description: z.nullable(text(TAG_LIMITS.description)),
  picture,
  oldPaths: z.array(z.string()),
};

/** A name that begins with `#` is internal. */
const ImportedTag = z.object({ kind: z.literal('tag'), name: text(TAG_LIMITS.name), ...namedList });
const ImportedSeries = z.object({ kind: z.literal('series'), name: text(SERIES_LIMITS.name), ...namedList });

const written = {
  key: Key,
  /** Markdown. Addresses of the old site are paths (`/hello/`). Addresses of pictures are listed in `pictures`. */
  content: text(POST_TEXT_LIMITS.content),
  /** The distinct pictures in `content`. */
  pictures: z.array(ImportedPicture),
  /** `scheduled` requires `publishAt`; if that has passed at the time of the import, the text becomes a draft. Only `published` is public. */
  status: z.enum(['published', 'scheduled', 'draft', 'trash']),
  publishAt: z.nullable(Instant),
  /** The date for readers, which drafts keep for their publication; null for none. */
  publishedAt: z.nullable(Instant),
  createdAt: z.nullable(Instant),
  updatedAt: z.nullable(Instant),
  /** Earlier paths, decoded (`/2024/05/hello`), and queries (`/?p=12`), in the format of `redirectedAddress`. */
  oldPaths: z.array(z.string()),
};

const ImportedPost = z.object({
  kind: z.literal('post'),
  ...shapeOf('change', PLAIN_FIELDS),
  ...written,
  /** In byline order. */
  authors: z.array(Key).check(z.maxLength(AUTHORS_PER_POST)),
  category: z.nullable(Key),
  /** In the order of the post's tags. */
  tags: z.array(Key).check(z.maxLength(TAG_LIMITS.perPost)),
  series: z.nullable(Key),
  seriesPlace: z.nullable(SeriesPlace),
  cover: picture,
  cardPicture: picture,
  /** Whether the post is closed for comments. */
  isClosed: z.boolean(),
});

const ImportedPage = z.object({
  kind: z.literal('page'),
  ...shapeOf('change', EXPORTED_PAGE_FIELDS),
  ...written,
  slug: slugOf(SITE_PAGE_SLUG_LIMIT),
});

const ImportedComment = z.object({
  kind: z.literal('comment'),
  key: Key,
  post: Key,
  /** The parent comment; null for the first comment of a thread. */
  parent: z.nullable(Key),
  content: text(COMMENT_LIMITS.content),
  /** The writer: an author in the file, or a name and an address. */
  author: z.nullable(Key),
  name: z.nullable(text(USER_LIMITS.name)),
  email: z.nullable(NewsletterEmail),
  createdAt: z.nullable(Instant),
  state: z.enum(['visible', 'held']),
});

const ImportedSubscriber = z.object({
  kind: z.literal('subscriber'),
  key: Key,
  email: NewsletterEmail,
  name: z.nullable(text(USER_LIMITS.name)),
  /** `left`: unsubscribed; must never get email again without asking. `unconfirmed`: never confirmed. */
  state: z.enum(['subscribed', 'unconfirmed', 'left']),
  subscribedAt: z.nullable(Instant),
  labels: z.array(text(SUBSCRIBER_LIMITS.label)).check(z.maxLength(SUBSCRIBER_LIMITS.labels)),
});

/** An address that must not get email. */
const ImportedSuppression = z.object({
  kind: z.literal('suppression'),
  key: Key,
  email: NewsletterEmail,
  reason: z.enum(['bounce', 'complaint', 'unsubscribed', 'other']),
  since: z.nullable(Instant),
});

const ImportedRedirect = z.object({ kind: z.literal('redirect'), key: Key, ...RedirectFields.shape });

const ImportedMenu = z.object({ kind: z.literal('menu'), key: Key, menu: Menu });

/** A setting of the site. Owners choose whether to import it. */
const ImportedSetting = z.object({
  kind: z.literal('setting'),
  key: z.enum(['name', 'description', 'language', 'timeZone']),
  value: text(500),
});

export const ImportRecord = z.discriminatedUnion('kind', [
  Site,
  ImportedAuthor,
  ImportedCategory,
  ImportedTag,
  ImportedSeries,
  ImportedPost,
  ImportedPage,
  ImportedComment,
  ImportedSubscriber,
  ImportedSuppression,
  ImportedRedirect,
  ImportedMenu,
  ImportedSetting,
]);
export type ImportRecord = z.infer<typeof ImportRecord>;
export type RecordKind = ImportRecord['kind'];
export type RecordOf<K extends RecordKind> = Extract<ImportRecord, { kind: K }>;

/** A report line, which an owner should check. */
export const ReportLine = z.object({
  kind: z.literal('report'),
  reason: ReportReason,
  /** One sentence for the owner. */
  text: z.string().check(z.maxLength(1_000)),
  /** The subject: the title of a post, a name. */
  about: z.nullable(z.string().check(z.maxLength(300))),
  /** The record that the line refers to. */
  record: z.nullable(z.object({ kind: z.string(), key: Key })),
  /** The address that could not be converted (of a frame, a file, a product), or the old address of the text. */
  address: z.nullable(z.string().check(z.maxLength(POST_DETAIL_LIMITS.address))),
});
export type ReportLine = z.infer<typeof ReportLine>;

export type Imported = ImportRecord | ReportLine;

/** A file that can be read several times from the beginning, always with the same bytes. */
export interface ImportSource {
  /** The name for messages. */
  readonly name: string;
  open(): AsyncIterable<Uint8Array>;
}

/** A folder or a zip with files. Paths have slashes, no dot segments, and no leading or trailing slash. */
export interface ImportFolder {
  readonly name: string;
  /** All files in it, always in the same order. */
  paths(): AsyncIterable<string>;
  /** @throws ImportFault if the file is too large or damaged */
  open(path: string): AsyncIterable<Uint8Array>;
}

export const IMPORT_LIMITS = {
  /** The longest text of one post or comment before conversion, in UTF-16 units; the rest is omitted. Five posts can hold it. */
  sourceText: 1_000_000,
  /** The longest single value of a file, in bytes, including a line of CSV. Longer JSON strings are cut. */
  valueBytes: 8 * 1024 * 1024,
  /** Deepest nesting of JSON, XML and HTML. */
  depth: 100,
  /** The limits for a zip: number of files, length of paths, sizes. */
  files: 100_000,
  path: 1_024,
  fileBytes: 64 * 1024 * 1024,
  unpackedBytes: 4 * 1024 * 1024 * 1024,
} as const;

/** The position of a fault in a file. Lines and records are counted from 1. */
export interface FaultPlace {
  readonly file: string;
  readonly line?: number;
  readonly record?: number;
}

/** Ends the first pass at the first fault: the file is damaged, hostile, or not an export of that kind. The message is for the owner. */
export class ImportFault extends Error {
  readonly reason: string;
  readonly place: FaultPlace;

  constructor(reason: string, place: FaultPlace, options: ErrorOptions = {}) {
    const where = [
      place.file,
      ...(place.line === undefined ? [] : [`line ${place.line}`]),
      ...(place.record === undefined ? [] : [`record ${place.record}`]),
    ];
    super(`${where.join(', ')}: ${reason}`, options);
    this.name = 'ImportFault';
    this.reason = reason;
    this.place = place;
  }
}
