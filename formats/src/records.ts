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
 * What the readers of all formats yield. Records are JSON: one a line in Storage between the first pass and the import. Each has a `key`,
 * which is unique among the records of its kind in one file and the same whenever the file is read again. Records name each other by key,
 * in any order, and the named one may be missing. Values have the limits of the contract already; what did not fit is in the report.
 */

const Key = z.string().check(z.minLength(1), z.maxLength(400));
const text = (max: number) => z.string().check(z.minLength(1), z.maxLength(max));
const slugOf = (max: number) => z.string().check(z.maxLength(max), z.regex(SLUG));

/** A picture outside, which the import fetches or finds in the folder of pictures. */
export const ImportedPicture = z.object({
  /** As the text has it: what is replaced there. */
  address: text(POST_DETAIL_LIMITS.address),
  /** Where it can be fetched (http or https); null if the file does not say. */
  url: z.nullable(text(POST_DETAIL_LIMITS.address)),
  /** Its path below the folder of pictures, decoded and without dot segments; null if it has none. */
  path: z.nullable(text(1_024)),
  description: z.nullable(text(POST_DETAIL_LIMITS.coverDescription)),
});
export type ImportedPicture = z.infer<typeof ImportedPicture>;

const picture = z.nullable(ImportedPicture);

/** The old site: links that begin with one of its addresses lead to imported texts. Comes first. */
const Site = z.object({
  kind: z.literal('site'),
  /** Without a slash at the end: `https://old.example`, `https://old.example/blog`. In texts such links are paths already: `/blog/hello/`. */
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
  /** Finds the account; never public. */
  email: z.nullable(NewsletterEmail),
  text: z.nullable(text(USER_LIMITS.text)),
  website: z.nullable(text(USER_LIMITS.website)),
  handles: Handles,
  picture,
  /** Earlier paths of its page, decoded: `/author/ada`. */
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
  /** Markdown. Addresses of the old site are paths (`/hello/`), those of pictures are listed in `pictures`. */
  content: text(POST_TEXT_LIMITS.content),
  /** Every picture of `content`, each once. */
  pictures: z.array(ImportedPicture),
  /** `scheduled` has a `publishAt`; one that has passed by the time of the import makes a draft. Only `published` is public at once. */
  status: z.enum(['published', 'scheduled', 'draft', 'trash']),
  publishAt: z.nullable(Instant),
  /** The date that readers see; null if it was never public. */
  publishedAt: z.nullable(Instant),
  createdAt: z.nullable(Instant),
  updatedAt: z.nullable(Instant),
  /** Earlier paths, decoded (`/2024/05/hello`), and queries (`/?p=12`), each as `redirectedAddress` takes it. */
  oldPaths: z.array(z.string()),
};

const ImportedPost = z.object({
  kind: z.literal('post'),
  ...shapeOf('change', PLAIN_FIELDS),
  ...written,
  /** In the order of the byline. */
  authors: z.array(Key).check(z.maxLength(AUTHORS_PER_POST)),
  category: z.nullable(Key),
  /** In the order of the post. */
  tags: z.array(Key).check(z.maxLength(TAG_LIMITS.perPost)),
  series: z.nullable(Key),
  seriesPlace: z.nullable(SeriesPlace),
  cover: picture,
  cardPicture: picture,
  /** Whether comments are closed on it. */
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
  /** The comment that it answers; null for the first of a thread. */
  parent: z.nullable(Key),
  content: text(COMMENT_LIMITS.content),
  /** Who wrote it: a person of the file, or a name and an address. */
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
  /** `left`: unsubscribed, and must never be mailed again unless they ask. `unconfirmed`: never confirmed. */
  state: z.enum(['subscribed', 'unconfirmed', 'left']),
  subscribedAt: z.nullable(Instant),
  labels: z.array(text(SUBSCRIBER_LIMITS.label)).check(z.maxLength(SUBSCRIBER_LIMITS.labels)),
});

/** An address that must not be mailed. */
const ImportedSuppression = z.object({
  kind: z.literal('suppression'),
  key: Key,
  email: NewsletterEmail,
  reason: z.enum(['bounce', 'complaint', 'unsubscribed', 'other']),
  since: z.nullable(Instant),
});

const ImportedRedirect = z.object({ kind: z.literal('redirect'), key: Key, ...RedirectFields.shape });

const ImportedMenu = z.object({ kind: z.literal('menu'), key: Key, menu: Menu });

/** Words of the site. Owners choose whether to take them. */
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

/** A line of the report: what an owner has to look at. */
export const ReportLine = z.object({
  kind: z.literal('report'),
  reason: ReportReason,
  /** One sentence, in words for the owner. */
  text: z.string().check(z.maxLength(1_000)),
  /** What it is about: the title of a post, a name. */
  about: z.nullable(z.string().check(z.maxLength(300))),
  /** The record that it is about. */
  record: z.nullable(z.object({ kind: z.string(), key: Key })),
  /** The address that has no equal here (of a frame, a file, a product), or the old address of the text. */
  address: z.nullable(z.string().check(z.maxLength(POST_DETAIL_LIMITS.address))),
});
export type ReportLine = z.infer<typeof ReportLine>;

export type Imported = ImportRecord | ReportLine;

/** A file that can be read from its beginning more than once, each time with the same bytes. */
export interface ImportSource {
  /** For messages. */
  readonly name: string;
  open(): AsyncIterable<Uint8Array>;
}

/** A folder or a zip with files. Paths have slashes, no dot segments, and no slash at either end. */
export interface ImportFolder {
  readonly name: string;
  /** Every file below, in an order that stays the same. */
  paths(): AsyncIterable<string>;
  /** @throws ImportFault for a file that is too large or damaged */
  open(path: string): AsyncIterable<Uint8Array>;
}

export const IMPORT_LIMITS = {
  /** The longest text of one post or comment before it becomes Markdown, in UTF-16 units; the rest is left out. Five posts hold it. */
  sourceText: 1_000_000,
  /** The longest single value of a file, in bytes; a line of CSV too. Longer strings of JSON are cut. */
  valueBytes: 8 * 1024 * 1024,
  /** Deepest nesting of JSON, XML and HTML. */
  depth: 100,
  /** Files in a zip, what they may contain, and how long their paths are. */
  files: 100_000,
  path: 1_024,
  fileBytes: 64 * 1024 * 1024,
  unpackedBytes: 4 * 1024 * 1024 * 1024,
} as const;

/** Where in a file a fault is. Lines and records are counted from 1. */
export interface FaultPlace {
  readonly file: string;
  readonly line?: number;
  readonly record?: number;
}

/** What ends the first pass: the file is damaged, hostile, or no export of that kind. The message is for the owner. */
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

/** Every reader has this form: it reads its source in a stream, and ends with an `ImportFault` at the first fault. */
export type ReadImport<Input> = (input: Input) => AsyncIterable<Imported>;
