import { createHash } from 'node:crypto';
import { slugOf } from '@inkwell/shared/slug';
import {
  type DocumentSnapshot,
  FieldPath,
  FieldValue,
  type Firestore,
  Timestamp,
  type Transaction,
} from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { nextById } from '../../firestore/next-by-id.ts';
import { runTransaction } from '../../firestore/transaction.ts';
import { defineUpgrade, type Upgrade } from '../../jobs/data-version.ts';
import { isThere, postMask, type StoredPost } from '../posts.converter.ts';

/*
 * The addresses of published posts for sitemaps, in `sitemapShards/{YYYY-MM}-{number}`, by month of their date. A post's shard depends only on the
 * post, so a change writes it without a read. 100,000 posts in a month make about 800 per shard.
 */

/** The maximum number of shards per month. */
export const SHARDS_PER_MONTH = 128;

const shardsIn = (db: Firestore) => db.collection('sitemapShards');
const PAGE = 100;
const SHARDS_PER_PAGE = 10;

export interface PostAddress {
  readonly id: string;
  readonly slug: string;
  readonly updatedAt: Date;
}

export const addressOf = (post: Pick<StoredPost, 'id' | 'title' | 'slug' | 'updatedAt'>): PostAddress => ({
  id: post.id,
  slug: slugOf(post),
  updatedAt: post.updatedAt,
});

type Placed = Pick<StoredPost, 'id' | 'isPublished' | 'publishedAt'>;
type Addressed = Placed & Pick<StoredPost, 'title' | 'slug' | 'updatedAt' | 'isHiddenFromSearch' | 'canonicalUrl'>;

/** Whether search engines should find a published post at this address. */
export const isForSearch = ({ isHiddenFromSearch, canonicalUrl }: Omit<Addressed, keyof Placed>): boolean =>
  !isHiddenFromSearch && canonicalUrl === null;

const shardOf = ({ id, publishedAt }: Placed): string | null => {
  const number = (createHash('sha256').update(id).digest()[0] ?? 0) % SHARDS_PER_MONTH;
  return publishedAt && `${publishedAt.toISOString().slice(0, 7)}-${String(number).padStart(3, '0')}`;
};

/**
 * Updates the address of a post that is published, changed, unpublished or deleted. Posts excluded from search engines have none. Writes 0 to 2
 * documents.
 */
export function moveAddress(
  db: Firestore,
  transaction: Transaction,
  before: Placed | null,
  after: Addressed | null,
): void {
  const from = before?.isPublished ? shardOf(before) : null;
  const to = after?.isPublished && isForSearch(after) ? shardOf(after) : null;
  const write = (shard: string, id: string, entry: unknown) =>
    transaction.set(shardsIn(db).doc(shard), { posts: { [id]: entry } }, { merge: true });
  if (before && from && from !== to) write(from, before.id, FieldValue.delete());
  if (!after || !to) return;
  const { id, ...entry } = addressOf(after);
  write(to, id, entry);
}

/** Adds the addresses of new posts. Writes 1 document for each shard. */
export function addAddresses(db: Firestore, transaction: Transaction, posts: readonly Addressed[]): void {
  const shards = new Map<string, Record<string, unknown>>();
  for (const post of posts) {
    const shard = post.isPublished && isForSearch(post) ? shardOf(post) : null;
    if (shard === null) continue;
    const { id, ...entry } = addressOf(post);
    shards.set(shard, { ...shards.get(shard), [id]: entry });
  }
  for (const [shard, entries] of shards) transaction.set(shardsIn(db).doc(shard), { posts: entries }, { merge: true });
}

/** Addresses of posts that were first published in a month (`2026-11`), most recently changed first. Reads at most 128 documents. */
export async function addressesOf(db: Firestore, month: string): Promise<PostAddress[]> {
  const { docs } = await shardsIn(db).orderBy(FieldPath.documentId()).startAt(`${month}-`).endAt(`${month}-~`).get();
  return docs
    .flatMap((shard) => Object.entries(entriesIn(shard)))
    .flatMap(([id, { slug, updatedAt }]) =>
      updatedAt instanceof Timestamp ? [{ id, slug: String(slug), updatedAt: updatedAt.toDate() }] : [],
    )
    .sort((a, b) => b.updatedAt.getTime() - a.updatedAt.getTime());
}

type Posts = Readonly<Record<string, { readonly slug?: unknown; readonly updatedAt?: unknown }>>;

const entriesIn = (shard: DocumentSnapshot): Posts => shard.get('posts') ?? {};

const placeMask = postMask(
  ...([
    'title',
    'slug',
    'isPublished',
    'publishedAt',
    'updatedAt',
    'isHiddenFromSearch',
    'canonicalUrl',
    'trashedAt',
    'deletedAt',
  ] as const),
);

/** The shard that contains a post; null if none does. */
const placeOf = (snapshot: DocumentSnapshot): string | null => {
  const post = placeMask.decode(snapshot);
  return isThere(post) && post.isPublished && isForSearch(post) ? shardOf(post) : null;
};

/**
 * Corrects the shards: first adds the addresses of all published posts, then removes all others. This also repairs changes by a version without
 * shards.
 */
export const addressUpgrade = (db: Firestore): Upgrade => {
  const posts = db.collection('posts');

  async function addNext(after: string | null) {
    const { docs, next } = await nextById(posts.where('isPublished', '==', true).select(), after, PAGE);
    await Promise.all(
      docs.map(({ ref }) =>
        runTransaction(db, async (transaction) => {
          const post = placeMask.decode(await transaction.get(ref));
          if (isThere(post)) moveAddress(db, transaction, null, post);
        }),
      ),
    );
    return { count: docs.length, next: { isPruning: next === null, after: next } };
  }

  async function pruneNext(after: string | null) {
    const { docs, next } = await nextById(shardsIn(db), after, SHARDS_PER_PAGE);
    for (const shard of docs) {
      const refs = Object.keys(entriesIn(shard)).map((id) => posts.doc(id));
      const found = refs.length > 0 ? await db.getAll(...refs, { fieldMask: placeMask.fields }) : [];
      const strays = found.filter((post) => placeOf(post) !== shard.id);
      await Promise.all(
        strays.map(({ ref }) =>
          runTransaction(db, async (transaction) => {
            if (placeOf(await transaction.get(ref)) === shard.id) return;
            transaction.set(shard.ref, { posts: { [ref.id]: FieldValue.delete() } }, { merge: true });
          }),
        ),
      );
    }
    return { count: 0, next: next === null ? null : { isPruning: true, after: next } };
  }

  return defineUpgrade({
    version: 3,
    about: 'Sitemaps get the addresses of all posts',
    cursor: z.object({ isPruning: z.boolean(), after: z.nullable(z.string()) }),
    step: (cursor) => (cursor?.isPruning ? pruneNext(cursor.after) : addNext(cursor?.after ?? null)),
  });
};
