import { isNamedListKind, type NamedListKind } from '@inkwell/shared/named-lists';
import {
  type DocumentData,
  type DocumentSnapshot,
  type Firestore,
  type Query,
  Timestamp,
} from 'firebase-admin/firestore';
import { decodePatterns, patternsOf } from '../addresses/redirect-patterns.repository.ts';
import { decodeGuest, type StoredGuest } from '../authors/guests.converter.ts';
import { decodeCategory, type StoredCategory } from '../categories/categories.converter.ts';
import { decodeComment, type StoredComment } from '../comments/comments.converter.ts';
import { nextById } from '../firestore/next-by-id.ts';
import { decodeSuppression, type StoredSuppression } from '../mail/suppressions.converter.ts';
import { isThere as isListThere, type StoredList } from '../named-lists/named-lists.converter.ts';
import { decodeSubscriber, type StoredSubscriber } from '../newsletter/newsletter.converter.ts';
import { authorIdsOf, decodePost, isStored, postMask, type StoredPost } from '../posts/posts.converter.ts';
import { decodeRevision, type StoredRevision } from '../revisions/revisions.converter.ts';
import { decodeTag } from '../tags/tags.converter.ts';

/** A page of documents by id. `last` is the id after which the next page begins; null after the last page. */
export interface ExportPage<T> {
  readonly items: readonly T[];
  readonly last: string | null;
}

export type ReadPage<T> = (after: string | null) => Promise<ExportPage<T>>;

/** The document of a stored picture. */
export interface ExportedPicture {
  readonly name: string;
  readonly fileName: string | null;
  readonly description: string | null;
  readonly uploadedAt: Date;
  readonly isInLibrary: boolean;
}

export interface StoredRedirect {
  readonly from: string;
  readonly to: string;
  readonly status: 301 | 302;
}

export interface StoredAddress {
  readonly path: string;
  readonly kind: 'page' | NamedListKind;
  readonly id: string;
}

/** Reads the contents of an export, in pages ordered by document id. Each method reads the documents that it returns. */
export interface ExportedRepository {
  /** Posts in every state, including the trash. */
  posts: ReadPage<StoredPost>;
  sitePages: ReadPage<StoredPost>;
  revisions(collection: 'posts' | 'pages', id: string, after: string | null): Promise<ExportPage<StoredRevision>>;
  comments: ReadPage<StoredComment>;
  readonly lists: Readonly<Record<NamedListKind, ReadPage<StoredList>>>;
  /** Categories that have not been merged. */
  categories(): Promise<StoredCategory[]>;
  /** Guest authors that have been neither joined nor deleted. */
  guests: ReadPage<StoredGuest>;
  /** The ids of all authors of posts. Reads every post, without its text. */
  authorIds(): Promise<Set<string>>;
  redirects: ReadPage<StoredRedirect>;
  /** Redirects by path prefix. */
  patterns(): Promise<StoredRedirect[]>;
  addresses: ReadPage<StoredAddress>;
  pictures: ReadPage<ExportedPicture>;
  /** Subscribers in any state, with the remaining evidence about former ones; people who never confirmed and left are omitted. */
  subscribers: ReadPage<StoredSubscriber>;
  suppressions: ReadPage<StoredSuppression>;
  /** Documents as plain values, with sorted keys and without `omitted` fields. */
  plain(collection: string, omitted: readonly string[], after: string | null): Promise<ExportPage<unknown>>;
}

/** The number of texts per page. A text can have several hundred kilobytes. */
const TEXTS = 20;
const OTHERS = 300;

const authorMask = postMask('authorId', 'authorIds', 'deletedAt');

export function createExportedRepository(db: Firestore): ExportedRepository {
  async function page<T>(
    query: Query,
    { after, limit }: { after: string | null; limit: number },
    decode: (snapshot: DocumentSnapshot) => T | null,
  ): Promise<ExportPage<T>> {
    const { docs, next } = await nextById(query, after, limit);
    return { items: docs.map(decode).filter((item) => item !== null), last: next };
  }

  const reader =
    <T>(collection: string, limit: number, decode: (snapshot: DocumentSnapshot) => T | null): ReadPage<T> =>
    (after) =>
      page(db.collection(collection), { after, limit }, decode);

  const post = (snapshot: DocumentSnapshot) => {
    const found = decodePost(snapshot);
    return isStored(found) ? found : null;
  };
  const list = (snapshot: DocumentSnapshot) => {
    const found = decodeTag(snapshot);
    return isListThere(found) ? found : null;
  };

  return {
    posts: reader('posts', TEXTS, post),
    sitePages: reader('pages', TEXTS, post),
    revisions: (collection, id, after) =>
      page(db.collection(collection).doc(id).collection('revisions'), { after, limit: TEXTS }, decodeRevision),
    comments: reader('comments', OTHERS, decodeComment),
    lists: { tag: reader('tags', OTHERS, list), series: reader('series', OTHERS, list) },

    async categories() {
      const { docs } = await db.collection('categories').get();
      const found = docs.map(decodeCategory).filter((category) => category?.mergedInto === null);
      return (found as StoredCategory[]).sort((a, b) => a.id - b.id);
    },

    guests: reader('authors', OTHERS, (snapshot) => {
      const guest = decodeGuest(snapshot);
      return guest && snapshot.get('isListed') === true ? guest : null;
    }),

    async authorIds() {
      const ids = new Set<string>();
      for (let after: string | null | undefined; after !== null; ) {
        const query = db.collection('posts').select(...authorMask.fields);
        const found = await page(query, { after: after ?? null, limit: OTHERS }, authorMask.decode);
        for (const named of found.items.filter(isStored).flatMap(authorIdsOf)) ids.add(named);
        after = found.last;
      }
      return ids;
    },

    redirects: (after) =>
      page(db.collection('addresses').where('kind', '==', 'redirect'), { after, limit: OTHERS }, (snapshot) =>
        toRedirect(snapshot.data() ?? {}),
      ),

    patterns: async () =>
      decodePatterns((await patternsOf(db).get()).data()).map(({ from, to, status }) => ({ from, to, status })),

    addresses: (after) =>
      page(db.collection('addresses'), { after, limit: OTHERS }, (snapshot) => {
        const { path, kind, id } = snapshot.data() ?? {};
        return kind === 'page' || isNamedListKind(kind) ? { path: String(path), kind, id: String(id) } : null;
      }),

    pictures: reader('pictures', OTHERS, (snapshot) => {
      const data = snapshot.data();
      if (data === undefined || data.removalBegunAt != null) return null;
      return {
        name: snapshot.id,
        fileName: data.fileName ?? null,
        description: data.description ?? null,
        uploadedAt: data.uploadedAt instanceof Timestamp ? data.uploadedAt.toDate() : new Date(0),
        isInLibrary: data.isInLibrary === true,
      };
    }),

    subscribers: reader('subscribers', OTHERS, (snapshot) => {
      const subscriber = decodeSubscriber(snapshot);
      return subscriber && (subscriber.email !== null || subscriber.leftAt !== null) ? subscriber : null;
    }),
    suppressions: reader('suppressions', OTHERS, decodeSuppression),

    plain: (collection, omitted, after) =>
      page(db.collection(collection), { after, limit: OTHERS }, (snapshot) => {
        const kept = Object.entries(snapshot.data() ?? {}).filter(([field]) => !omitted.includes(field));
        return { id: snapshot.id, ...(plainOf(Object.fromEntries(kept)) as object) };
      }),
  };
}

const toRedirect = ({ from, to, status }: DocumentData): StoredRedirect => ({
  from: String(from),
  to: String(to),
  status: status === 302 ? 302 : 301,
});

/** A stored value as JSON: times in ISO 8601, objects with sorted keys. */
function plainOf(value: unknown): unknown {
  if (value instanceof Timestamp) return value.toDate().toISOString();
  if (Array.isArray(value)) return value.map(plainOf);
  if (value instanceof Object) {
    const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(entries.map(([key, held]) => [key, plainOf(held)]));
  }
  return value;
}
