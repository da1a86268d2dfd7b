import { Post, PostCard } from '@inkwell/shared/posts';
import { describe, expect, it } from 'vitest';
import { db } from '../testing/server.ts';
import {
  cardMask,
  decodeCard,
  decodePost,
  encodeNewPost,
  newPost,
  postMask,
  shownMask,
  toCard,
  toPost,
} from './posts.converter.ts';

const at = new Date('2026-01-15T10:00:00.000Z');
const AUTHOR = { id: 'ada', firstName: null, displayName: null, email: null, profileImageUrl: null };
const names = { authors: [AUTHOR] as const, category: null, tags: new Map(), viewer: null };

describe('the stored post', () => {
  it('is read as it was written', async () => {
    const input = { title: 'Title', content: 'Text', excerpt: 'Short', categoryId: 3, isPublished: true };
    const post = newPost(input, { id: 'kept', authorId: 'author', at });
    await db.doc('posts/kept').set(encodeNewPost(post, {}));

    expect(decodePost(await db.doc('posts/kept').get())).toEqual(post);
    expect(post).toMatchObject({ ...input, featuredImage: null, views: 0, publishedAt: at, deletedAt: null });
  });

  it('has defaults for fields that an older document lacks', async () => {
    await db.doc('posts/old').set({ title: 'Old', authorId: 'author' });

    const card = decodeCard(await db.doc('posts/old').get());

    expect(card).toMatchObject({ title: 'Old', excerpt: null, preview: '', isPublished: false, likesCount: 0 });
    expect(card).not.toHaveProperty('content');
  });

  it('is read by public lists only as far as they show it', () => {
    const shown = Object.keys(PostCard.shape).filter((field) => cardMask.fields.some((stored) => stored === field));

    expect([...shownMask.fields].sort()).toEqual([...shown].sort());
    expect(shownMask.fields).not.toContain('publishAt');
  });

  it('is null if there is no document', async () => {
    expect(decodeCard(await db.doc('posts/none').get())).toBeNull();
  });
});

describe('a mask', () => {
  it('decodes exactly its fields', async () => {
    const views = postMask('views', 'isPublished');
    await db.doc('posts/seen').set({ title: 'Title', views: 4, isPublished: true });

    const [snapshot] = await db.getAll(db.doc('posts/seen'), { fieldMask: views.fields });
    const post = snapshot && views.decode(snapshot);

    expect(post).toEqual({ id: 'seen', views: 4, isPublished: true });
    // @ts-expect-error: the title was not read
    expect(post?.title).toBeUndefined();
  });

  it('includes the text only for whole posts', () => {
    expect(cardMask.fields).not.toContain('content');
    expect(cardMask.fields).toContain('deletedAt');
  });
});

describe('answers', () => {
  const input = { title: 'Title', content: 'Text', isPublished: false };
  const post = newPost(input, { id: 'post', authorId: 'author', at });

  it('have the fields of the contract in order, and none of the internal ones', () => {
    expect(Object.keys(toCard(post, names))).toEqual(Object.keys(PostCard.shape));
    expect(Object.keys(toPost(post, names))).toEqual(Object.keys(Post.shape));
    expect(toPost(post, names)).not.toHaveProperty('deletedAt');
    expect(toPost(post, names)).not.toHaveProperty('trashedAt');
  });

  it('contain times in UTC, and the number of views under both names', () => {
    const card = toCard({ ...post, views: 5 }, names);

    expect(card).toMatchObject({ createdAt: '2026-01-15T10:00:00.000Z', publishedAt: null, views: 5, viewCount: 5 });
  });
});
