import { isStaff, type Viewer } from '@inkwell/shared/permissions';
import { cut, plainText } from '@inkwell/shared/plain-text';
import {
  type FieldWith,
  fieldsWith,
  isShort,
  type KindOf,
  POST_FIELDS,
  type StoredField,
  type StoredKind,
  WRITTEN_FIELDS,
  type WrittenField,
} from '@inkwell/shared/post-fields';
import type { PostSeries } from '@inkwell/shared/post-series';
import { Post, PostCard, type PostInput, StaffPost, StaffPostCard } from '@inkwell/shared/posts';
import { statusOf } from '@inkwell/shared/schedule';
import type { Author } from '@inkwell/shared/users';
import { type DocumentData, type DocumentSnapshot, Timestamp } from 'firebase-admin/firestore';
import type { CategoryNames } from '../categories/category-names.ts';
import { FINDABLE_VERSION, findableWords } from '../common/text-search.ts';
import type { StoredTag } from '../tags/tags.converter.ts';
import { type AuthorNames, toAuthor } from '../users/authors.ts';

interface Part<Source, Context> {
  readonly key: string;
  /** The source property of `value`; null if the value depends on the whole source. */
  readonly of: string | null;
  readonly by: (value: unknown, source: Source, context: Context) => unknown;
}

/**
 * Creates the function that builds an object of these parts, in order. Decoding and presenting 15 cards takes 0.04 ms of the 3 ms of a
 * list; generated code would take half of it.
 */
const flat =
  <Source extends object, Context, To>(parts: readonly Part<Source, Context>[]) =>
  (source: Source, context: Context): To => {
    const values = source as Readonly<Record<string, unknown>>;
    const made: Record<string, unknown> = {};
    for (const { key, of, by } of parts) made[key] = by(of === null ? undefined : values[of], source, context);
    return made as To;
  };

const STORED_FIELDS = fieldsWith('stored');

/** The type of each kind of stored value in memory: times are dates. */
interface Held {
  text: string;
  nullableText: string | null;
  categoryId: number | null;
  ids: string[];
  nullableId: string | null;
  flag: boolean;
  count: number;
  nullableCount: number | null;
  instant: Date;
  nullableInstant: Date | null;
}

/** The fields read from a post. */
export type PickedPost<F extends StoredField> = {
  readonly [K in F | 'id']: K extends StoredField ? Held[KindOf<K>] : string;
};

export type StoredPost = PickedPost<StoredField>;

/** A stored post without its text. Staff lists read no more than this. */
export type StoredCard = PickedPost<Exclude<StoredField, FieldWith<'isLong'>>>;

/** The fields of a post that public lists read and show. */
export type ShownCard = PickedPost<ShownField>;
type ShownField = Exclude<StoredField & keyof PostCard, FieldWith<'isLong'>>;

const dateOf = (value: unknown): Date | null => (value instanceof Timestamp ? value.toDate() : null);

/** Decodes stored values. A document that is older than a field lacks it: `undefined` decodes to the default. */
const DECODERS: { readonly [K in StoredKind]: (value: unknown) => Held[K] } = {
  text: (value) => String(value ?? ''),
  nullableText: (value) => (typeof value === 'string' ? value : null),
  categoryId: (value) => (typeof value === 'number' ? value : null),
  ids: (value) => (Array.isArray(value) ? value.map(String) : []),
  nullableId: (value) => (typeof value === 'string' ? value : null),
  flag: (value) => value === true,
  count: (value) => Number(value ?? 0),
  nullableCount: (value) => (typeof value === 'number' ? value : null),
  instant: (value) => dateOf(value) ?? new Date(0),
  nullableInstant: dateOf,
};

/** A field mask, and the decoder for documents read with it. */
export interface PostMask<F extends StoredField> {
  readonly fields: F[];
  /** Decodes a post read with at least these fields; null if there is no document. */
  decode(snapshot: DocumentSnapshot): PickedPost<F> | null;
}

/** A mask of some fields. A decoded post has only these fields, so a field that was not read cannot be used. */
export function postMask<F extends StoredField>(...fields: F[]): PostMask<F> {
  const id: Part<DocumentData, DocumentSnapshot> = { key: 'id', of: null, by: (_value, _data, { id }) => id };
  const values = fields.map((field) => ({ key: field, of: field, by: DECODERS[POST_FIELDS[field].stored] }));
  const decode = flat<DocumentData, DocumentSnapshot, PickedPost<F>>([id, ...values]);
  return {
    fields,
    decode(snapshot) {
      const data = snapshot.data();
      return data === undefined ? null : decode(data, snapshot);
    },
  };
}

/** The fields that staff lists read. `popularity` is omitted: queries sort by it, and nobody reads it. */
export const cardMask = postMask(...STORED_FIELDS.filter(isShort));

const isShown = (field: StoredField): field is ShownField => field in PostCard.shape;

/** The fields that public lists read. Each additional field costs 2 % of their time. */
export const shownMask = postMask(...STORED_FIELDS.filter(isShown));

export const decodeCard = cardMask.decode;

/** The fields read of a whole post: all except its search words for staff, which may be as long as its text. */
export const wholeMask = postMask(...STORED_FIELDS);

/** Decodes a whole post; null if there is no document. */
export const decodePost = wholeMask.decode;

/** Whether a post was found and its removal has not begun; it may be in the trash. */
export const isStored = <T extends PickedPost<'deletedAt'>>(post: T | null): post is T => post?.deletedAt === null;

/** Whether a post was found and is not in the trash. Published posts never are, because deleting unpublishes them. */
export const isThere = <T extends PickedPost<'trashedAt' | 'deletedAt'>>(post: T | null): post is T =>
  isStored(post) && post.trashedAt === null;

/** The value of the field in documents that lack it. */
export const absentValue = <F extends StoredField>(field: F): Held[KindOf<F>] =>
  DECODERS[POST_FIELDS[field].stored](undefined) as Held[KindOf<F>];

/** A new post, before anybody has read, liked or commented on it. */
export function newPost(
  input: PostInput,
  { id, authorId, at }: { id: string; authorId: string; at: Date },
): StoredPost {
  const blank = Object.fromEntries(STORED_FIELDS.map((field) => [field, absentValue(field)]));
  const written = Object.fromEntries(WRITTEN_FIELDS.map((field) => [field, input[field] ?? absentValue(field)]));
  return {
    ...(blank as Omit<StoredPost, 'id'>),
    ...(written as Pick<StoredPost, WrittenField>),
    id,
    authorId: input.authorIds?.[0] ?? authorId,
    authorIds: input.authorIds?.length ? input.authorIds : [authorId],
    lastEditedBy: authorId,
    createdAt: at,
    updatedAt: at,
    publishedAt: input.publishedAt ? new Date(input.publishedAt) : input.isPublished ? at : null,
    announcedAt: input.isPublished && input.publishedAt ? announcementOf(new Date(input.publishedAt), at) : null,
    publishAt: input.publishAt ? new Date(input.publishAt) : null,
    scheduledBy: input.publishAt ? authorId : null,
  };
}

/** A post published with an earlier date than this is old, and nobody is notified of it. */
const NEWS_MS = 7 * 86_400_000;

/** When readers first see a post that is published with its own date; null if the date shows this. */
export const announcementOf = (date: Date, at: Date): Date | null =>
  date < at && at.getTime() - date.getTime() <= NEWS_MS ? at : null;

/** The document of a new post, with counters at 0. */
export function encodeNewPost({ id: _id, ...post }: StoredPost, derived: DocumentData): DocumentData {
  const counters = { views: 0, likesCount: 0, commentsCount: 0, popularity: 0 };
  return { ...post, status: statusOf(post), ...derived, ...counters, schemaVersion: FINDABLE_VERSION };
}

/** The date that readers see and that public lists are sorted by (`publishedAt`). Published posts always have one. */
export const firstPublishing = ({ publishedAt, createdAt }: Pick<StoredPost, 'publishedAt' | 'createdAt'>): Date =>
  publishedAt ?? createdAt;

/** When readers first saw a post that is or was published. */
export const firstSeen = ({
  announcedAt,
  ...post
}: Pick<StoredPost, 'publishedAt' | 'announcedAt' | 'createdAt'>): Date => announcedAt ?? firstPublishing(post);

/** The words that staff can find a post or page by. Write them whenever its texts are written. */
export const findablePost = ({ title, excerpt, content }: Findable): DocumentData => ({
  wordPrefixes: findableWords(title, excerpt, plainText(content)),
});
type Findable = Pick<StoredPost, 'title' | 'excerpt' | 'content'>;

/** The viewer, and the names shown with a post. */
export interface Presenting {
  /** At least one. */
  readonly authors: readonly [Author, ...Author[]];
  readonly category: CategoryNames | null | undefined;
  /** By id. */
  readonly tags: ReadonlyMap<string, Pick<StoredTag, 'id' | 'name' | 'slug' | 'isInternal'> | null>;
  /** For a single post: its series, null without one. Lists do not look it up. */
  readonly series?: PostSeries | null;
  /** For a single post: the biographies of its authors. */
  readonly bios?: readonly (string | null)[];
  readonly viewer: Viewer;
}

/** The form in answers of each kind of stored value. */
const SHOWN: { readonly [K in StoredKind]: (value: Held[K]) => AnswerOfKind<K> } = {
  text: (value) => value,
  nullableText: (value) => value,
  categoryId: (value) => value,
  ids: (value) => [...value],
  nullableId: (value) => value,
  flag: (value) => value,
  count: (value) => value,
  nullableCount: (value) => value,
  instant: (value) => value.toISOString(),
  nullableInstant: (value) => value?.toISOString() ?? null,
};
type AnswerOfKind<K extends StoredKind> = {
  [F in StoredField & keyof StaffPost]: KindOf<F> extends K ? StaffPost[F] : never;
}[StoredField & keyof StaffPost];

type MadeField =
  | Exclude<keyof StaffPost, StoredField>
  | 'tagIds'
  | 'categoryId'
  | 'seriesId'
  | 'authorId'
  | 'authorIds';

/** Fields of answers that are not stored, or not shown as stored. */
const MADE: { readonly [F in MadeField]: (post: StoredCard, presenting: Presenting) => StaffPost[F] } = {
  id: (post) => post.id,
  category: (post, { category }) => (category && post.categoryId !== null ? category : null),
  // A merged category is replaced by its target, even before the job has moved the post.
  categoryId: (post, { category }) => category?.id ?? post.categoryId,
  tags: (post, presenting) => shownTags(post, presenting).map(({ name, slug }) => ({ name, slug })),
  tagIds: (post, presenting) => shownTags(post, presenting).map(({ id }) => id),
  // A deleted series is omitted, even before the job has changed the post.
  seriesId: (post, { series }) => (series === null ? null : post.seriesId),
  series: (_post, { series }) => series ?? null,
  author: (_post, { authors }) => authors[0],
  authorId: (_post, { authors }) => authors[0].id,
  authors: (_post, { authors }) => [...authors],
  authorBios: (_post, { bios = [] }) => [...bios],
  authorIds: (_post, { authors }) => authors.map(({ id }) => id),
  viewCount: (post) => post.views,
  status: statusOf,
};

/** The authors of a post, in order. Older posts have only the first. */
export const authorIdsOf = ({ authorId, authorIds }: Pick<StoredCard, 'authorId' | 'authorIds'>): string[] =>
  authorIds.length > 0 ? authorIds : [authorId];

/** The authors of a post as `viewer` may see them. A guest author and the account that they were joined to are shown once. */
export function authorsOf(
  post: Pick<StoredCard, 'authorId' | 'authorIds'>,
  names: ReadonlyMap<string, AuthorNames | null>,
  viewer: Viewer,
): [Author, ...Author[]] {
  const shown = authorIdsOf(post).map((id) => toAuthor(names.get(id)?.joinedTo ?? id, names.get(id), viewer));
  const [first = toAuthor(post.authorId, null, viewer), ...others] = shown;
  if (others.length === 0) return [first];
  return [first, ...others.filter(({ id }, n) => shown.findIndex((other) => other.id === id) === n + 1)];
}

/** As much as fits into three lines below an author's name. */
const MAX_BIO = 240;

/** The beginnings of the shown authors' biographies, in order. Costs no read: their names come from the same documents. */
export const biosOf = (
  authors: readonly Author[],
  names: ReadonlyMap<string, Pick<AuthorNames, 'text' | 'joinedTo'> | null>,
): (string | null)[] =>
  authors.map(({ id }) => {
    const joined = [...names.values()].find((other) => other?.joinedTo === id);
    const text = (names.get(id) ?? joined)?.text;
    return text ? cut(plainText(text), MAX_BIO) : null;
  });

/** The tags of a post that a viewer may see. Two that were merged are shown once. */
export function shownTags(
  { tagIds }: Pick<StoredCard, 'tagIds'>,
  { tags, viewer }: Pick<Presenting, 'tags' | 'viewer'>,
) {
  const shown = new Map<string, NonNullable<ReturnType<typeof tags.get>>>();
  for (const id of tagIds) {
    const tag = tags.get(id);
    if (tag && (!tag.isInternal || isStaff(viewer))) shown.set(tag.id, tag);
  }
  return [...shown.values()];
}

const isMade = (field: keyof StaffPost): field is MadeField => field in MADE;

/** Creates the function that returns the fields of this shape, in order. Shapes without names need no context. */
export function presenter<Stored extends ShownCard, Answer, Context = Presenting>(
  shape: Readonly<Partial<Record<keyof StaffPost, unknown>>>,
) {
  const parts = keysOf(shape).map((key) => (isMade(key) ? made(key) : shown(key)));
  // Fields that only staff see need more than `ShownCard`, so no answer made from a `ShownCard` contains them.
  return flat<Stored, Context, Answer>(parts as unknown as Part<Stored, Context>[]);
}

const made = (key: MadeField): Part<StoredCard, Presenting> => {
  const make = MADE[key];
  return { key, of: null, by: (_value, post, presenting) => make(post, presenting) };
};

/** The value is of the field's kind because the same table decoded it. */
const shown = (key: Exclude<keyof StaffPost, MadeField>): Part<StoredCard, Presenting> => {
  const show = SHOWN[POST_FIELDS[key].stored] as (value: unknown) => unknown;
  return { key, of: key, by: show };
};

const keysOf = <T extends object>(record: T) => Object.keys(record) as (keyof T)[];

/** The post as a viewer may see it in a list. */
export const toCard = presenter<ShownCard, PostCard>(PostCard.shape);

/** The post as a viewer may see it on its own page. */
export const toPost = presenter<StoredPost, Post>(Post.shape);

/** The same for staff, who also see whether and when a post will be published. */
export const toStaffCard = presenter<StoredCard, StaffPostCard>(StaffPostCard.shape);

export const toStaffPost = presenter<StoredPost, StaffPost>(StaffPost.shape);
