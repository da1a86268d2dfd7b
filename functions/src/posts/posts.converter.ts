import type { Viewer } from '@inkwell/shared/permissions';
import type { Post, PostCard } from '@inkwell/shared/posts';
import { type DocumentData, type DocumentSnapshot, Timestamp } from 'firebase-admin/firestore';
import type { CategoryNames } from '../categories/category-names.ts';
import { type AuthorNames, toAuthor } from '../users/authors.ts';

/** A post as stored, without its text; times are dates. Lists read no more than this. */
export interface StoredCard {
  readonly id: string;
  readonly title: string;
  readonly excerpt: string | null;
  readonly preview: string;
  readonly featuredImage: string | null;
  readonly categoryId: number | null;
  readonly authorId: string;
  readonly isPublished: boolean;
  readonly views: number;
  readonly likesCount: number;
  readonly commentsCount: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly publishedAt: Date | null;
  /** Set once somebody deletes the post; from then on it exists for nobody. */
  readonly deletedAt: Date | null;
}

export interface StoredPost extends StoredCard {
  readonly content: string;
}

/** The field mask of lists. `popularity` is left out: it orders, but nobody reads it. */
export const CARD_FIELDS = [
  'title',
  'excerpt',
  'preview',
  'featuredImage',
  'categoryId',
  'authorId',
  'isPublished',
  'views',
  'likesCount',
  'commentsCount',
  'createdAt',
  'updatedAt',
  'publishedAt',
  'deletedAt',
] as const satisfies readonly (keyof StoredCard)[];

/**
 * Decodes a post read with `CARD_FIELDS`; null when there is no document. Written out by hand, because lists decode a page
 * of these for each call, and that is most of their work.
 */
export function decodeCard(snapshot: DocumentSnapshot): StoredCard | null {
  const data = snapshot.data();
  if (data === undefined) return null;
  return {
    id: snapshot.id,
    title: String(data.title),
    excerpt: textOf(data.excerpt),
    preview: String(data.preview ?? ''),
    featuredImage: textOf(data.featuredImage),
    categoryId: typeof data.categoryId === 'number' ? data.categoryId : null,
    authorId: String(data.authorId),
    isPublished: data.isPublished === true,
    views: Number(data.views ?? 0),
    likesCount: Number(data.likesCount ?? 0),
    commentsCount: Number(data.commentsCount ?? 0),
    createdAt: dateOf(data.createdAt) ?? new Date(0),
    updatedAt: dateOf(data.updatedAt) ?? new Date(0),
    publishedAt: dateOf(data.publishedAt),
    deletedAt: dateOf(data.deletedAt),
  };
}

/** Decodes a whole post; null when there is no document. */
export function decodePost(snapshot: DocumentSnapshot): StoredPost | null {
  const card = decodeCard(snapshot);
  return card && { ...card, content: String(snapshot.get('content') ?? '') };
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const dateOf = (value: unknown): Date | null => (value instanceof Timestamp ? value.toDate() : null);

/** What a new post's document holds: nobody has read, liked or commented on it yet. */
export function encodeNewPost({ id: _id, ...post }: StoredPost, derived: DocumentData): DocumentData {
  return { ...post, ...derived, views: 0, likesCount: 0, commentsCount: 0, popularity: 0, schemaVersion: 1 };
}

/** Names that go with a post. */
export interface PostNames {
  readonly author: AuthorNames | null | undefined;
  readonly category: CategoryNames | null | undefined;
}

/** The post as `viewer` may see it in a list. */
export function toCard(post: StoredCard, { author, category }: PostNames, viewer: Viewer): PostCard {
  return {
    id: post.id,
    title: post.title,
    excerpt: post.excerpt,
    preview: post.preview,
    featuredImage: post.featuredImage,
    category: category && post.categoryId !== null ? { id: post.categoryId, ...category } : null,
    categoryId: post.categoryId,
    author: toAuthor(post.authorId, author, viewer),
    authorId: post.authorId,
    isPublished: post.isPublished,
    views: post.views,
    viewCount: post.views,
    likesCount: post.likesCount,
    commentsCount: post.commentsCount,
    createdAt: post.createdAt.toISOString(),
    updatedAt: post.updatedAt.toISOString(),
    publishedAt: post.publishedAt?.toISOString() ?? null,
  };
}

/** The post as `viewer` may see it on its own page. */
export const toPost = (post: StoredPost, names: PostNames, viewer: Viewer): Post => ({
  ...toCard(post, names, viewer),
  content: post.content,
});
