import { previewOf } from '@inkwell/shared/plain-text';
import { POST_LIMITS } from '@inkwell/shared/post-limits';
import { ImportedRedirect, REDIRECT_TEXTS, redirectedAddress } from '@inkwell/shared/redirects';
import { textFacts } from '@inkwell/shared/text-facts';
import { FieldValue, type Firestore, GrpcStatus, type Transaction } from 'firebase-admin/firestore';
import { addressId } from '../addresses/address-id.ts';
import { categoryForPost } from '../categories/category-of-post.repository.ts';
import { grpcCodeOf, runTransaction } from '../firestore/transaction.ts';
import type { PictureTable } from '../pictures/pictures.repository.ts';
import { PICTURE_REFERENCES, referencesOf } from '../pictures/references.ts';
import { addAddresses } from '../posts/addresses/published-addresses.repository.ts';
import type { PostIndex } from '../posts/consequences.repository.ts';
import { movePostCounts } from '../posts/counters/post-counts.repository.ts';
import { authorIdsOf, encodeNewPost, findablePost, type StoredPost } from '../posts/posts.converter.ts';
import { postTotals } from '../posts/posts.repository.ts';
import { seriesForPost } from '../posts/series/place-in-series.repository.ts';
import { redirectDocument } from '../redirects/redirects.repository.ts';
import { tagsForPost } from '../tags/tags-of-post.repository.ts';
import { isLocalImage } from '../uploads/image-url.ts';
import { authorsForPost } from '../users/authors-of-post.repository.ts';

/** A post to store, with the earlier addresses that will lead to it. */
export interface ImportedPost {
  readonly post: StoredPost;
  /** The path of its page, encoded. */
  readonly path: string;
  readonly oldPaths: readonly string[];
}

export interface BroughtPosts {
  /** Ids of posts that already existed, including posts in the trash; they do not change. */
  readonly there: readonly string[];
  /** Earlier addresses that are in use. */
  readonly taken: readonly string[];
}

export interface ImportedPostRepository {
  /**
   * Stores posts and all dependent documents in one transaction. Search entries are too large for it and are written first: search ignores entries
   * without a post. Safe to repeat: existing posts do not change. A post gets its first revision with its next change, like posts that are older than
   * revisions. Reads 1 document for each post, 1 for each picture, and 1 for each distinct category, tag, series and author (authors and categories
   * once more for each part of the index). Writes at most 3 for each post (the post, its entries in the index and in the sitemap), 1 for each earlier
   * address and picture, and 1 for each counter. Reads posts and earlier addresses again only if one of them is taken.
   */
  bring(posts: readonly ImportedPost[], at: Date): Promise<BroughtPosts>;
}

interface Redirectable {
  readonly possible: string[];
  readonly refused: { readonly address: string; readonly why: string }[];
}

/** The earlier addresses that can lead to a page, without reserved paths and the page's own path. */
export const redirectable = (oldPaths: readonly string[], path: string): Redirectable => {
  const own = addressId(decodeURI(path));
  const { possible, refused }: Redirectable = { possible: [], refused: [] };
  for (const old of new Set(oldPaths)) {
    const address = redirectedAddress(old);
    if (!address || address.isPattern || address.path === '/') continue;
    if (addressId(address.path) === own) continue;
    const read = ImportedRedirect.shape.from.safeParse(old);
    if (read.success) possible.push(old);
    else refused.push({ address: old, why: read.error.issues[0]?.message ?? REDIRECT_TEXTS.from });
  }
  return { possible, refused };
};

export function createImportedPostRepository(
  db: Firestore,
  { pictures, searchIndex }: { pictures: Pick<PictureTable, 'move'>; searchIndex: Pick<PostIndex, 'prepareMany'> },
): ImportedPostRepository {
  const posts = db.collection('posts');
  const addresses = db.collection('addresses');

  /** Looks up categories, tags, series and authors that posts share once, and removes those that no longer exist. */
  async function assigned(transaction: Transaction, wanted: readonly StoredPost[]): Promise<StoredPost[]> {
    const each = async <T extends string | number, R>(ids: readonly T[], read: (id: T) => Promise<R>) => {
      const found = new Map<T, R>();
      for (const id of new Set(ids)) found.set(id, await read(id));
      return found;
    };
    const categories = await each(
      wanted.flatMap(({ categoryId }) => categoryId ?? []),
      (id) => categoryForPost(db, transaction, { before: null, wanted: id, isEarlier: true }),
    );
    const tags = await each(
      wanted.flatMap(({ tagIds }) => tagIds),
      (id) => tagsForPost(db, transaction, { before: [], wanted: [id] }),
    );
    const series = await each(
      wanted.flatMap(({ seriesId }) => seriesId ?? []),
      (id) => seriesForPost(db, transaction, { before: null, wanted: id }),
    );
    const authors = await each(wanted.flatMap(authorIdsOf), (id) =>
      authorsForPost(db, transaction, { before: [], wanted: [id], isEarlier: true }),
    );
    return wanted.map((post) => {
      const seriesId = post.seriesId === null ? null : (series.get(post.seriesId) ?? null);
      const named = [...new Set(authorIdsOf(post).flatMap((id) => authors.get(id) ?? []))];
      const authorIds = named.length > 0 ? named : [post.lastEditedBy ?? post.authorId];
      return {
        ...post,
        categoryId: post.categoryId === null ? null : (categories.get(post.categoryId) ?? null),
        tagIds: [...new Set(post.tagIds.flatMap((id) => tags.get(id) ?? []))],
        seriesId,
        seriesPlace: seriesId === null ? null : post.seriesPlace,
        authorIds,
        authorId: authorIds[0] ?? post.authorId,
        preview: previewOf(post, POST_LIMITS.previewChars),
        readingMinutes: textFacts(post.content).minutes,
      };
    });
  }

  const attempt = (given: readonly ImportedPost[], at: Date, looksUp: boolean) =>
    runTransaction(db, async (transaction): Promise<BroughtPosts> => {
      const ids = looksUp ? given.map(({ post }) => posts.doc(post.id)) : [];
      const found = ids.length > 0 ? await transaction.getAll(...ids, { fieldMask: [] }) : [];
      const there = found.filter(({ exists }) => exists).map(({ id }) => id);
      const wanted = given.filter(({ post }) => !there.includes(post.id));
      if (wanted.length === 0) return { there, taken: [] };
      const redirects = new Map(
        wanted.flatMap(({ oldPaths, path }) =>
          oldPaths.map((from) => {
            const id = addressId(redirectedAddress(from)?.path ?? from);
            return [id, { id, from, to: path, status: 301, createdAt: at.toISOString() } as const] as const;
          }),
        ),
      );
      const refs = looksUp ? [...redirects.keys()].map((id) => addresses.doc(id)) : [];
      const known = refs.length > 0 ? (await transaction.getAll(...refs)).filter(({ exists }) => exists) : [];
      const stored = await assigned(
        transaction,
        wanted.map(({ post }) => post),
      );
      const shown = stored.map((post) => referencesOf(PICTURE_REFERENCES.posts, { ...post }));
      const references = await pictures.move(
        transaction,
        { before: [], after: [...new Set(shown.flat())], mayBeGone: true },
        at,
      );
      const published = stored.filter(({ isPublished }) => isPublished);

      for (const [n, post] of stored.entries()) {
        const derived = { pictures: shown[n] ?? [], hasLocalImage: isLocalImage(post.featuredImage) };
        transaction.create(posts.doc(post.id), encodeNewPost(post, { ...findablePost(post), ...derived }));
      }
      const outside = stored.filter(({ trashedAt }) => trashedAt === null);
      const totals = {
        total: FieldValue.increment(outside.length),
        published: FieldValue.increment(published.length),
      };
      if (outside.length > 0) transaction.set(postTotals(db), totals, { merge: true });
      movePostCounts(db, transaction, [], stored);
      addAddresses(db, transaction, stored);
      references.write();
      for (const { id, exists } of known) if (exists) redirects.delete(id);
      for (const redirect of redirects.values())
        transaction.create(addresses.doc(redirect.id), redirectDocument(redirect));
      const taken = known.filter((address) => address.get('to') !== pathOfTaken(wanted, address.id));
      return { there, taken: taken.map((address) => String(address.get('path') ?? '')) };
    });

  const index = (some: readonly StoredPost[]) =>
    runTransaction(db, async (transaction) => (await searchIndex.prepareMany(transaction, some)).write());

  return {
    async bring(given, at) {
      if (given.length === 0) return { there: [], taken: [] };
      const found = await db.getAll(...given.map(({ post }) => posts.doc(post.id)), { fieldMask: [] });
      const there = found.filter(({ exists }) => exists).map(({ id }) => id);
      const wanted = given.filter(({ post }) => !there.includes(post.id));
      if (wanted.length === 0) return { there, taken: [] };
      const published = wanted.map(({ post }) => post).filter(({ isPublished }) => isPublished);
      for (const some of inParts(published)) await index(some);
      try {
        return { ...(await attempt(wanted, at, false)), there };
      } catch (error) {
        // One of the earlier addresses is taken, or another runner has stored a post in the meantime.
        if (grpcCodeOf(error) !== GrpcStatus.ALREADY_EXISTS) throw error;
        const outcome = await attempt(wanted, at, true);
        return { ...outcome, there: [...there, ...outcome.there] };
      }
    },
  };
}

/** Each word of a text is an entry in several indexes, and a transaction may change 10 MiB of index entries. */
const INDEXED_CHARS = 100_000;

function inParts(posts: readonly StoredPost[]): StoredPost[][] {
  const parts: StoredPost[][] = [];
  let chars = 0;
  for (const post of posts) {
    const part = parts.at(-1);
    chars += post.content.length;
    if (!part || chars > INDEXED_CHARS) {
      parts.push([post]);
      chars = post.content.length;
    } else part.push(post);
  }
  return parts;
}

/** The planned target of an earlier address. */
const pathOfTaken = (wanted: readonly ImportedPost[], id: string): string | undefined =>
  wanted.find(({ oldPaths }) => oldPaths.some((old) => addressId(redirectedAddress(old)?.path ?? old) === id))?.path;
