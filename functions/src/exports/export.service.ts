import { EXPORTED_FIELDS, EXPORTED_PAGE_FIELDS, type PlainField } from '@inkwell/formats/exported-fields';
import { withFrontMatter } from '@inkwell/formats/exported-front-matter';
import { CommentAccess } from '@inkwell/shared/comments';
import { personName } from '@inkwell/shared/format';
import { IMAGE_FOLDER } from '@inkwell/shared/images';
import { NAMED_LIST_KINDS, NAMED_LISTS } from '@inkwell/shared/named-lists';
import { type ExportedField, WRITTEN_FIELDS, type WrittenField } from '@inkwell/shared/post-fields';
import { statusOf } from '@inkwell/shared/schedule';
import type { Settings } from '@inkwell/shared/settings';
import type { CategoryCache, CategoryNames } from '../categories/category-names.ts';
import type { StoredComment } from '../comments/comments.converter.ts';
import type { StoredSuppression } from '../mail/suppressions.converter.ts';
import type { StoredList } from '../named-lists/named-lists.converter.ts';
import type { StoredSubscriber } from '../newsletter/newsletter.converter.ts';
import { absentValue, authorIdsOf, type StoredPost } from '../posts/posts.converter.ts';
import type { StoredRevision } from '../revisions/revisions.converter.ts';
import type { SeriesCache } from '../series/series-names.ts';
import type { BucketProvider } from '../storage/bucket.ts';
import type { TagCache } from '../tags/tag-names.ts';
import { imageTypeOf } from '../uploads/image-processing.ts';
import { objectNameOf, type PublicBucket } from '../uploads/image-url.ts';
import { type AuthorCache, type AuthorNames, GUEST_PREFIX, isGuestId } from '../users/authors.ts';
import {
  type AddressEntry,
  type AuthorEntry,
  type CategoryEntry,
  type CommentEntry,
  EXPORT_FORMAT,
  EXPORT_PATHS,
  type ExportFile,
  exportedAs,
  type ListEntry,
  type PictureEntry,
  picturePath,
  type RedirectEntry,
  type SubscriberEntry,
  type SuppressionEntry,
} from './export-format.ts';
import type { ExportedRepository, ExportPage } from './exported.repository.ts';

/** The position in an export: the section, the position in it, and the number of the next file. */
export interface ExportPosition {
  readonly section: number;
  readonly after: string | null;
  readonly number: number;
}

/** A file, and the position after it; null if the export cannot be divided there. */
export interface PositionedFile extends ExportFile {
  readonly next: ExportPosition | null;
}

export interface ExportService {
  /**
   * Yields every file of an export, one at a time, in an order that depends only on the data. The same data gives the same bytes. Files with the same
   * position are yielded together. Changes made during the export may or may not be included.
   */
  files(from?: ExportPosition): AsyncGenerator<PositionedFile>;
  readonly sections: number;
}

interface Dependencies {
  readonly stored: ExportedRepository;
  readonly settings: () => Promise<Settings>;
  readonly categories: CategoryCache;
  readonly tags: TagCache;
  readonly series: SeriesCache;
  readonly authors: AuthorCache;
  readonly bucket: BucketProvider;
  readonly publicBucket: PublicBucket;
}

/** A file of a section, and the position in the section after it. */
interface SectionFile extends ExportFile {
  /** Undefined if the section cannot be divided there; null at its end. */
  readonly after?: string | null;
}

type Section = (after: string | null, number: number) => AsyncGenerator<SectionFile>;

/** Documents that are exported as stored, but never imported. Internal fields and secrets are omitted. */
interface Plain {
  readonly folder: string;
  readonly collection: string;
  readonly omitted: readonly string[];
}
const PEOPLE: Plain = {
  folder: 'people',
  collection: 'users',
  omitted: ['wordPrefixes', 'sortName', 'pictures', 'pictureSlot', 'importSlot', 'hasLocalImage', 'schemaVersion'],
};
const PLAIN: readonly Plain[] = [
  { folder: 'newsletter/issues', collection: 'newsletterIssues', omitted: ['schemaVersion'] },
  { folder: 'notes', collection: 'notes', omitted: ['schemaVersion'] },
  { folder: 'reviews', collection: 'reviews', omitted: ['due', 'isNotificationDue', 'schemaVersion'] },
  { folder: 'broadcasts', collection: 'broadcasts', omitted: ['schemaVersion'] },
  { folder: 'activity', collection: 'audit', omitted: ['schemaVersion'] },
];

/** Addresses of pictures in a text: `http://127.0.0.1:9199/v0/b/bucket/o/images%2Fname?alt=media`. */
const STORED_ADDRESS = /https?:\/\/[\w.:[\]-]+\/v0\/b\/[\w.-]+\/o\/images%2F[\w.%~!*-]+\?alt=media(?:&token=[\w-]+)?/g;

const json = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
const lines = (values: readonly unknown[]): Buffer =>
  Buffer.from(values.map((value) => `${JSON.stringify(value)}\n`).join(''));
const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

export function createExportService(dependencies: Dependencies): ExportService {
  const { stored, settings, categories, tags, series, authors, bucket, publicBucket } = dependencies;

  /** Replaces the addresses of stored pictures in a text with paths in the export. */
  function portable(text: string, isInFolder: boolean): string;
  function portable(text: string | null, isInFolder: boolean): string | null;
  function portable(text: string | null, isInFolder: boolean): string | null {
    return (
      text?.replace(STORED_ADDRESS, (address) => {
        const name = objectNameOf(publicBucket, address)?.slice(IMAGE_FOLDER.length + 1);
        return name ? picturePath(name, isInFolder) : address;
      }) ?? null
    );
  }

  const inFolder = (text: string | null) => portable(text, true);
  const inRoot = (text: string | null) => portable(text, false);

  const keyOf = (id: string, names: AuthorNames | null | undefined): string => {
    const account = names?.joinedTo ?? id;
    return isGuestId(account) ? account.slice(GUEST_PREFIX.length) : account;
  };
  const nameOf = (names: AuthorNames | null | undefined): string =>
    personName({ firstName: names?.firstName ?? null, displayName: names?.displayName ?? null });

  const stateOf = (post: StoredPost) => ({
    id: post.id,
    title: post.title,
    status: statusOf(post),
    date: iso(post.publishedAt),
    created: post.createdAt.toISOString(),
    updated: post.updatedAt.toISOString(),
    scheduled: post.isPublished ? null : iso(post.publishAt),
    trashed: iso(post.trashedAt),
  });

  const pageFields = (page: Pick<StoredPost, PlainField>) => exportedAs(EXPORTED_PAGE_FIELDS, (field) => page[field]);

  /** The fields of a post or one of its revisions. */
  async function postFields(post: Pick<StoredPost, WrittenField | 'authorId'>) {
    const [byAuthor, byCategory, byTag, bySeries] = await Promise.all([
      authors.getAll(authorIdsOf(post)),
      categories.getAll(post.categoryId === null ? [] : [String(post.categoryId)]),
      tags.getAll(post.tagIds),
      series.getAll(post.seriesId === null ? [] : [post.seriesId]),
    ]);
    const ofSeries = post.seriesId === null ? null : bySeries.get(post.seriesId);
    const values: Pick<StoredPost, PlainField> & Record<Exclude<ExportedField, PlainField>, unknown> = {
      ...post,
      featuredImage: inFolder(post.featuredImage),
      categoryId: (post.categoryId !== null && byCategory.get(String(post.categoryId))?.name) || null,
      tagIds: [...new Set(post.tagIds.flatMap((id) => byTag.get(id)?.name ?? []))],
      seriesId: ofSeries?.slug ?? null,
      seriesPlace: ofSeries ? post.seriesPlace : null,
      authorIds: [...new Set(authorIdsOf(post).map((id) => keyOf(id, byAuthor.get(id))))],
      cardPicture: inFolder(post.cardPicture),
    };
    return exportedAs(EXPORTED_FIELDS, (field) => values[field]);
  }

  async function postFile(post: StoredPost): Promise<ExportFile> {
    const access = CommentAccess.safeParse(post.commentsAccess);
    const comments = access.success ? access.data : null;
    const header = { ...stateOf(post), ...(await postFields(post)), comments };
    return {
      path: `${EXPORT_PATHS.posts}/${post.id}.md`,
      bytes: Buffer.from(withFrontMatter(header, portable(post.content, true))),
    };
  }

  const pageFile = (page: StoredPost): ExportFile => ({
    path: `${EXPORT_PATHS.pages}/${page.id}.md`,
    bytes: Buffer.from(withFrontMatter({ ...stateOf(page), ...pageFields(page) }, portable(page.content, true))),
  });

  async function revisionFile(folder: 'posts' | 'pages', ofId: string, revision: StoredRevision): Promise<ExportFile> {
    // Revisions that are older than a field lack it.
    const { id, content, ...found } = { ...NOTHING_WRITTEN, ...revision };
    const header = {
      id,
      of: ofId,
      reason: revision.reason,
      created: revision.createdAt.toISOString(),
      editor: revision.editorId === null ? null : keyOf(revision.editorId, null),
      title: found.title,
      ...(folder === 'posts' ? await postFields({ ...found, content, authorId: '' }) : pageFields(found)),
    };
    return {
      path: `${folder}/${ofId}.revisions/${id}.md`,
      bytes: Buffer.from(withFrontMatter(header, portable(content, true))),
    };
  }

  async function* revisionFiles(folder: 'posts' | 'pages', id: string): AsyncGenerator<ExportFile> {
    for await (const revision of all((after) => stored.revisions(folder, id, after)))
      yield revisionFile(folder, id, revision);
  }

  const texts = (
    folder: 'posts' | 'pages',
    read: (after: string | null) => Promise<ExportPage<StoredPost>>,
    fileOf: (post: StoredPost) => ExportFile | Promise<ExportFile>,
  ): Section =>
    async function* (begin) {
      for await (const post of all(read, begin)) {
        let held: SectionFile = await fileOf(post);
        for await (const revision of revisionFiles(folder, post.id)) {
          yield held;
          held = revision;
        }
        yield { ...held, after: post.id };
      }
    };

  const commentOf = (comment: StoredComment, names: ReadonlyMap<string, AuthorNames | null>): CommentEntry => ({
    id: comment.id,
    post: comment.postId,
    parent: comment.parentId,
    answers: comment.replyTo?.id ?? null,
    author: {
      key: comment.authorId === '' ? '' : keyOf(comment.authorId, names.get(comment.authorId)),
      name: comment.authorId === '' ? '' : nameOf(names.get(comment.authorId)),
    },
    text: comment.content,
    created: comment.createdAt.toISOString(),
    edited: iso(comment.editedAt),
    state: comment.state,
    heldBy: comment.heldBy,
    reason: comment.reason,
  });

  const listOf = ({ id, name, slug, description, picture }: StoredList): ListEntry => ({
    id,
    name,
    slug,
    description: inRoot(description),
    picture: inRoot(picture),
  });

  const redirectOf = ({ from, to, status }: RedirectEntry): RedirectEntry => ({ from, to, status });

  /** Omits internal fields: tokens, and the account's id, because `people` matches by address. */
  const subscriberOf = (
    { id, email, isConfirmed, subscribedAt, confirmedAt, wants, labels, leftAt, ...subscriber }: StoredSubscriber,
    current: ReadonlyMap<string, CategoryNames | null>,
  ): SubscriberEntry => ({
    id,
    email,
    isConfirmed,
    subscribedAt: iso(subscribedAt),
    confirmedAt: iso(confirmedAt),
    wants,
    // Merged categories are replaced by their targets.
    categories: subscriber.categories && [
      ...new Set(subscriber.categories.flatMap((one) => current.get(String(one))?.id ?? [])),
    ],
    labels,
    consents: subscriber.consents.map(({ at, text, source }) => ({ at: at.toISOString(), text, source })),
    leftAt: iso(leftAt),
  });

  const suppressionOf = ({
    id,
    email,
    reason,
    source,
    remark,
    notes,
    ...known
  }: StoredSuppression): SuppressionEntry => ({
    id,
    email,
    suppressedAt: iso(known.suppressedAt),
    reason,
    source,
    remark,
    notes: notes.map((note) => ({
      kind: note.kind,
      source: note.source,
      at: note.at.toISOString(),
      reply: note.reply,
    })),
    freedAt: iso(known.freedAt),
  });

  /** Numbered files with one document per line. Each file has one page of documents. */
  const numbered = <T>(
    folder: string,
    read: (after: string | null) => Promise<ExportPage<T>>,
    entries: (items: readonly T[]) => Promise<readonly unknown[]> | readonly unknown[],
  ): Section =>
    async function* (begin, first) {
      let number = first;
      for (let after: string | null | undefined = begin; after !== undefined; ) {
        const page: ExportPage<T> = await read(after);
        const found = await entries(page.items);
        if (found.length > 0) {
          yield { path: `${folder}/${String(number).padStart(5, '0')}.jsonl`, bytes: lines(found), after: page.last };
          number += 1;
        }
        after = page.last ?? undefined;
      }
    };

  const plain = ({ folder, collection, omitted }: Plain): Section =>
    numbered(
      folder,
      (after) => stored.plain(collection, omitted, after),
      (items) => items,
    );

  /** A section of one file. */
  const single = (path: string, make: () => Promise<unknown>): Section =>
    async function* () {
      yield { path, bytes: json(await make()), after: null };
    };

  const everyList = async (read: (after: string | null) => Promise<ExportPage<StoredList>>): Promise<ListEntry[]> => {
    const found: ListEntry[] = [];
    for await (const list of all(read)) found.push(listOf(list));
    return found;
  };

  /** All authors of posts, and guest authors without posts. */
  async function authorEntries(): Promise<AuthorEntry[]> {
    const ids = await stored.authorIds();
    for await (const guest of all(stored.guests)) ids.add(guest.id);
    const entries = new Map<string, AuthorEntry>();
    const authorIds = [...ids];
    for (let start = 0; start < authorIds.length; start += AUTHORS_AT_ONCE) {
      const some = authorIds.slice(start, start + AUTHORS_AT_ONCE);
      const found = await authors.getAll(some);
      for (const id of some) {
        const names = found.get(id);
        // A deleted account has no name to export.
        if (!names) continue;
        const key = keyOf(id, names);
        const { picture, text, website, handles } = { ...names, picture: inRoot(names.profileImageUrl) };
        entries.set(key, { key, name: nameOf(names), picture, text: inRoot(text), website, handles: sorted(handles) });
      }
    }
    return [...entries.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
  }

  async function* pictureFiles(begin: string | null): AsyncGenerator<SectionFile> {
    const portraits = new Set((await authorEntries()).map(({ picture }) => picture));
    const opened = await bucket();
    for await (const picture of all(stored.pictures, begin)) {
      const isOfAuthor = portraits.has(picturePath(picture.name, false));
      // Profile pictures of readers are not exported.
      if (!picture.isInLibrary && !isOfAuthor) continue;
      const file = opened.file(`${IMAGE_FOLDER}/${picture.name}`);
      const [isThere] = await file.exists();
      // The browser requested an upload name, but stored no file.
      if (!isThere) continue;
      const [bytes] = await file.download();
      const entry: PictureEntry = {
        name: picture.name,
        type: imageTypeOf(bytes) ?? 'application/octet-stream',
        fileName: picture.fileName,
        description: picture.description,
        uploaded: picture.uploadedAt.toISOString(),
        isOfProfile: !picture.isInLibrary,
      };
      const name = encodeURIComponent(picture.name);
      yield { path: `${EXPORT_PATHS.pictureList}/${name}.json`, bytes: json(entry) };
      yield { path: `${EXPORT_PATHS.pictures}/${name}`, bytes, after: picture.name };
    }
  }

  const sections: readonly Section[] = [
    single(EXPORT_PATHS.head, async () => EXPORT_FORMAT),
    single(EXPORT_PATHS.settings, async () => {
      const { menu: _menu, ...rest } = await settings();
      const said = JSON.stringify(rest);
      return JSON.parse(portable(said, false));
    }),
    single(EXPORT_PATHS.menu, async () => (await settings()).menu),
    single(EXPORT_PATHS.authors, authorEntries),
    single(EXPORT_PATHS.categories, async () =>
      (await stored.categories()).map(
        ({ id, name, description, icon, color, order }): CategoryEntry => ({
          id,
          name,
          description,
          icon,
          color,
          order,
        }),
      ),
    ),
    ...NAMED_LIST_KINDS.map((kind) =>
      single(EXPORT_PATHS[NAMED_LISTS[kind].section], () => everyList(stored.lists[kind])),
    ),
    texts('posts', stored.posts, postFile),
    texts('pages', stored.sitePages, pageFile),
    numbered(EXPORT_PATHS.comments, stored.comments, async (items) => {
      const names = await authors.getAll(items.map(({ authorId }) => authorId).filter((id) => id !== ''));
      return items.map((comment) => commentOf(comment, names));
    }),
    async function* patterns() {
      const found = (await stored.patterns()).map(redirectOf).sort((a, b) => (a.from < b.from ? -1 : 1));
      if (found.length > 0)
        yield { path: `${EXPORT_PATHS.redirects}/patterns.jsonl`, bytes: lines(found), after: null };
    },
    numbered(EXPORT_PATHS.redirects, stored.redirects, (items) => items.map(redirectOf)),
    numbered(EXPORT_PATHS.addresses, stored.addresses, (items) =>
      items.map(({ path, kind, id }): AddressEntry => ({ path, kind, id })),
    ),
    numbered('statistics', stored.posts, (items) =>
      items.map(({ id, views, likesCount, commentsCount }) => ({
        id,
        views,
        likes: likesCount,
        comments: commentsCount,
      })),
    ),
    plain(PEOPLE),
    numbered(EXPORT_PATHS.subscribers, stored.subscribers, async (items) => {
      const chosen = items.flatMap((subscriber) => subscriber.categories ?? []);
      const current = await categories.getAll([...new Set(chosen.map(String))]);
      return items.map((subscriber) => subscriberOf(subscriber, current));
    }),
    numbered(EXPORT_PATHS.suppressions, stored.suppressions, (items) => items.map(suppressionOf)),
    ...PLAIN.map(plain),
    pictureFiles,
  ];

  return {
    sections: sections.length,

    async *files(from = { section: 0, after: null, number: 1 }) {
      let { after, number } = from;
      for (const [index, section] of sections.entries()) {
        if (index < from.section) continue;
        for await (const { path, bytes, after: next } of section(after, number)) {
          number += 1;
          if (next === undefined) yield { path, bytes, next: null };
          else if (next === null) yield { path, bytes, next: { section: index + 1, after: null, number: 1 } };
          else yield { path, bytes, next: { section: index, after: next, number } };
        }
        after = null;
        number = 1;
      }
    },
  };
}

const AUTHORS_AT_ONCE = 300;

/** Defaults for the fields that older revisions lack. */
const NOTHING_WRITTEN = Object.fromEntries(
  WRITTEN_FIELDS.map((field) => [field, absentValue(field)]),
) as unknown as Pick<StoredPost, WrittenField>;

const sorted = (handles: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(handles)
      .filter((entry): entry is [string, string] => typeof entry[1] === 'string')
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

/** All items, page by page. */
async function* all<T>(
  read: (after: string | null) => Promise<ExportPage<T>>,
  begin: string | null = null,
): AsyncGenerator<T> {
  for (let after: string | null | undefined = begin; after !== undefined; ) {
    const page: ExportPage<T> = await read(after);
    yield* page.items;
    after = page.last ?? undefined;
  }
}
