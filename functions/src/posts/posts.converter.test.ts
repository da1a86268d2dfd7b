import { Post, PostCard, type PostInput } from '@inkwell/shared/posts';
import { describe, expect, it } from 'vitest';
import type { CategoryNames } from '../categories/category-names.ts';
import { db } from '../testing/server.ts';
import type { AuthorNames } from '../users/authors.ts';
import {
  authorsOf,
  cardMask,
  decodeCard,
  decodePost,
  encodeNewPost,
  firstPublishing,
  isStored,
  isThere,
  newPost,
  postMask,
  shownMask,
  toCard,
  toPost,
  toStaffPost,
} from './posts.converter.ts';

const at = new Date('2026-01-15T10:00:00.000Z');
const AUTHOR = { id: 'ada', firstName: null, displayName: null, email: null, profileImageUrl: null };
const names = { authors: [AUTHOR] as const, category: null, tags: new Map(), viewer: null };

describe('the stored post', () => {
  it('is decoded as it was encoded', async () => {
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

describe('a new post', () => {
  const post = (input: Partial<PostInput>) =>
    newPost({ title: 'Title', content: 'Text', isPublished: false, ...input }, { id: 'post', authorId: 'ada', at });

  it('has the chosen authors, or else its creator', () => {
    expect(post({})).toMatchObject({ authorId: 'ada', authorIds: ['ada'], lastEditedBy: 'ada' });
    expect(post({ authorIds: [] })).toMatchObject({ authorId: 'ada', authorIds: ['ada'] });
    expect(post({ authorIds: ['bob', 'ada'] })).toMatchObject({
      authorId: 'bob',
      authorIds: ['bob', 'ada'],
      lastEditedBy: 'ada',
    });
  });

  it('is published at once, on schedule, or not', () => {
    const publishAt = '2026-02-01T00:00:00.000Z';
    expect(post({})).toMatchObject({ publishedAt: null, publishAt: null, scheduledBy: null, createdAt: at });
    expect(post({ isPublished: true })).toMatchObject({ publishedAt: at, publishAt: null });
    expect(post({ publishAt })).toMatchObject({
      publishedAt: null,
      publishAt: new Date(publishAt),
      scheduledBy: 'ada',
    });
    expect(firstPublishing(post({}))).toBe(at);
    expect(firstPublishing({ ...post({}), publishedAt: new Date(0) })).toEqual(new Date(0));
  });

  it('exists unless it is in the trash or being deleted', () => {
    const states = [{}, { trashedAt: at }, { deletedAt: at }].map((state) => ({ ...post({}), ...state }));
    expect(states.map(isThere)).toEqual([true, false, false]);
    expect(states.map(isStored)).toEqual([true, true, false]);
    expect([isThere(null), isStored(null)]).toEqual([false, false]);
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

  it("have the contract's fields in order, and no internal ones", () => {
    expect(Object.keys(toCard(post, names))).toEqual(Object.keys(PostCard.shape));
    expect(Object.keys(toPost(post, names))).toEqual(Object.keys(Post.shape));
    expect(toPost(post, names)).not.toHaveProperty('deletedAt');
    expect(toPost(post, names)).not.toHaveProperty('trashedAt');
  });

  it('contain times in UTC, and the number of views under both names', () => {
    const card = toCard({ ...post, views: 5 }, names);

    expect(card).toMatchObject({ createdAt: '2026-01-15T10:00:00.000Z', publishedAt: null, views: 5, viewCount: 5 });
  });

  it('have the current names for merged or deleted targets', () => {
    const tag = (id: string, isInternal = false) => ({ id, name: id.toUpperCase(), slug: `${id}-slug`, isInternal });
    const tags = new Map([
      ['t', tag('t')],
      ['old', tag('t')],
      ['staff', tag('staff', true)],
      ['gone', null],
    ]);
    const stored = { ...post, categoryId: 3, tagIds: ['gone', 'old', 'staff', 't'], seriesId: 's' };
    const category = { id: 4, name: 'Sea' } as CategoryNames;
    expect(toPost(stored, { ...names, tags, category, series: null })).toMatchObject({
      category,
      categoryId: 4,
      tagIds: ['t'],
      tags: [{ name: 'T', slug: 't-slug' }],
      seriesId: null,
      series: null,
    });
    expect(toPost(stored, { ...names, tags, category: null })).toMatchObject({ category: null, categoryId: 3 });
    expect(toPost({ ...stored, categoryId: null }, { ...names, category })).toMatchObject({ category: null });
    const viewer = { id: 'mod', role: 'moderator' } as const;
    expect(toStaffPost(stored, { ...names, tags, viewer })).toMatchObject({
      tagIds: ['t', 'staff'],
      seriesId: 's',
      status: 'draft',
    });
  });

  it('name each author once, in order', () => {
    const known = new Map<string, AuthorNames | null>([
      ['ada', { displayName: 'Ada' } as AuthorNames],
      ['guest-1', { displayName: 'Ada', joinedTo: 'ada' } as AuthorNames],
      ['bob', { displayName: 'Bob' } as AuthorNames],
    ]);
    const idsOf = (authorIds: string[], authorId = 'ada') =>
      authorsOf({ authorId, authorIds }, known, null).map(({ id }) => id);
    expect(idsOf([])).toEqual(['ada']);
    expect(idsOf(['bob', 'ada'])).toEqual(['bob', 'ada']);
    expect(idsOf(['guest-1', 'bob', 'ada'])).toEqual(['ada', 'bob']);
    expect(
      toPost(post, { ...names, authors: authorsOf({ authorId: 'x', authorIds: ['bob', 'ada'] }, known, null) }),
    ).toMatchObject({
      authorId: 'bob',
      author: { id: 'bob' },
      authorIds: ['bob', 'ada'],
      authors: [{}, { id: 'ada' }],
    });
  });
});
