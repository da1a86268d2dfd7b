import { describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { api } from './api.ts';
import { CategoryInput } from './categories.ts';
import { themeOfIcon } from './category-choices.ts';
import { categoryIcon, iconFromClass } from './category-icons.ts';
import { CommentInput } from './comments.ts';
import type { EndpointDefinition } from './endpoint.ts';
import { ImageUrl, PageQuery } from './fields.ts';
import { NewsletterEmail } from './newsletter.ts';
import { BroadcastInput } from './notifications.ts';
import { meetsPasswordRules } from './passwords.ts';
import { Post, PostCard, PostForm, PostInput, PostPatch, popularityOf, SearchQuery } from './posts.ts';
import { ProfilePatch } from './users.ts';

const messagesOf = (result: { success: boolean; error?: { issues: { message: string }[] } }) =>
  result.success ? [] : (result.error?.issues.map((issue) => issue.message) ?? []);

describe('the list of calls', () => {
  const calls = Object.values(api).flatMap((area): EndpointDefinition[] => Object.values(area));

  it('contains each method and path only once', () => {
    const names = calls.map((call) => `${call.method} ${call.path}`);

    expect(new Set(names).size).toBe(names.length);
  });

  it('has a schema for the parameters of every path with parameters', () => {
    const withParameters = calls.filter((call) => call.path.includes(':'));

    expect(withParameters.filter((call) => !call.params)).toEqual([]);
  });

  it('limits the rate of every change by readers and visitors', () => {
    const open = calls.filter(
      ({ method, access }) => method !== 'GET' && (access === 'public' || access === 'signed-in'),
    );

    expect(open.filter((call) => !call.rate).map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  });

  it('invalidates the answers about one post only if the call names the post', () => {
    const ofPost = calls.filter(({ invalidates }) => invalidates === 'post');
    const saysWhich = ({ path, response }: EndpointDefinition) =>
      path.startsWith('/api/posts/:id/') ||
      (response?.def.type === 'object' && 'postId' in (response as z.ZodMiniObject).shape);

    expect(ofPost.length).toBeGreaterThan(0);
    expect(ofPost.filter((call) => !saysWhich(call))).toEqual([]);
  });

  it('invalidates nothing for changes that are not in public answers', () => {
    const unseen = calls.filter(({ invalidates }) => invalidates === 'nothing');

    expect(unseen.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
      'DELETE /api/admin/imports/:id',
      'DELETE /api/admin/invitations/:id',
      'DELETE /api/admin/newsletter/issues/:id',
      'DELETE /api/admin/newsletter/subscribers/:id',
      'DELETE /api/admin/pages/:id/editing',
      'DELETE /api/admin/pages/:id/preview',
      'DELETE /api/admin/pictures/:name',
      'DELETE /api/admin/redirects/:id',
      'DELETE /api/admin/webhooks/:id',
      'DELETE /api/bookmarks/:postId',
      'DELETE /api/bookmarks/lists/:name',
      'DELETE /api/discarded-drafts/:id',
      'DELETE /api/drafts/:key',
      'DELETE /api/following/:kind/:id',
      'DELETE /api/posts/:id/editing',
      'DELETE /api/posts/:id/notes/:noteId',
      'DELETE /api/posts/:id/preview',
      'DELETE /api/tokens/:id',
      'PATCH /api/admin/newsletter/issues/:id',
      'PATCH /api/admin/pictures/:name',
      'PATCH /api/admin/redirects/:id',
      'PATCH /api/admin/webhooks/:id',
      'PATCH /api/comments/:id/subscription',
      'PATCH /api/drafts/:key',
      'PATCH /api/mail-choices',
      'PATCH /api/newsletter/choices',
      'PATCH /api/notifications/:id/read',
      'PATCH /api/notifications/choices',
      'PATCH /api/notifications/read-all',
      'PATCH /api/posts/:id/notes/:noteId',
      'PATCH /api/users/:id',
      'POST /api/admin/exports',
      'POST /api/admin/imports',
      'POST /api/admin/imports/:id/pause',
      'POST /api/admin/imports/upload-slot',
      'POST /api/admin/invitations',
      'POST /api/admin/mail/suppressions',
      'POST /api/admin/mail/suppressions/:id/free',
      'POST /api/admin/newsletter/audience',
      'POST /api/admin/newsletter/imports/:id',
      'POST /api/admin/newsletter/issues',
      'POST /api/admin/newsletter/issues/:id/cancel',
      'POST /api/admin/newsletter/issues/:id/decisions',
      'POST /api/admin/newsletter/issues/:id/pause',
      'POST /api/admin/newsletter/issues/:id/resume',
      'POST /api/admin/newsletter/issues/:id/send',
      'POST /api/admin/newsletter/issues/:id/test',
      'POST /api/admin/newsletter/post-text',
      'POST /api/admin/newsletter/preview',
      'POST /api/admin/pages/:id/preview',
      'POST /api/admin/redirects',
      'POST /api/admin/redirects/import',
      'POST /api/admin/webhooks',
      'POST /api/admin/webhooks/:id/deliveries/:deliveryId/send',
      'POST /api/admin/webhooks/:id/test',
      'POST /api/comments/:id/legal-report',
      'POST /api/comments/:id/report',
      'POST /api/following/look',
      'POST /api/invitations/accept',
      'POST /api/invitations/open',
      'POST /api/mail-choices/stop',
      'POST /api/mail/events/postmark',
      'POST /api/mail/events/ses',
      'POST /api/me/export',
      'POST /api/newsletter/choices/open',
      'POST /api/newsletter/confirm',
      'POST /api/newsletter/subscribe',
      'POST /api/newsletter/unsubscribe',
      'POST /api/notifications',
      'POST /api/posts/:id/notes',
      'POST /api/posts/:id/preview',
      'POST /api/posts/:id/review',
      'POST /api/posts/:id/review/return',
      'POST /api/posts/:id/review/take',
      'POST /api/posts/:id/review/withdraw',
      'POST /api/posts/:id/view',
      'POST /api/reading/end',
      'POST /api/tokens',
      'POST /api/upload',
      'POST /api/upload/from-address',
      'POST /api/users/me/picture-slot',
      'PUT /api/admin/newsletter/imports/:id/parts/:part',
      'PUT /api/admin/pages/:id/editing',
      'PUT /api/bookmarks/:postId',
      'PUT /api/bookmarks/lists/:name',
      'PUT /api/discarded-drafts/:id',
      'PUT /api/drafts/:key',
      'PUT /api/following/:kind/:id',
      'PUT /api/newsletter/own',
      'PUT /api/posts/:id/editing',
      'PUT /api/reading',
    ]);
  });

  it('does not let readers call anything under /api/admin', () => {
    const open = calls.filter(
      ({ path, access }) => path.startsWith('/api/admin/') && !['admin', 'staff', 'writer'].includes(access),
    );

    expect(open).toEqual([]);
  });
});

describe('PostInput', () => {
  it('reports missing fields in the wording of product §5', () => {
    expect(messagesOf(PostInput.safeParse({}))).toEqual(['Title is required', 'Content is required']);
    expect(messagesOf(PostInput.safeParse({ title: '  ', content: '\n' }))).toEqual([
      'Title is required',
      'Content is required',
    ]);
  });

  it.each([
    '',
    '  ',
    '\u200b',
    '\u3164',
    '\u2800',
    '\ufe0f',
    '\u202e\u202c',
    '\u2066',
    '\u0301\u0302',
    '\u00ad',
    '\u2060\u2063',
    '\ufffc',
    '\u115f',
    '\u{e0041}\u{e007f}',
    '\u{e0100}',
    '\u{1d159}',
    '\u{1d173}',
    '\u180e',
    '\u0000\u001b',
    ' \u200d\n\u3000',
    '\uffa0',
  ])('treats the invisible text %j as missing', (text) => {
    const empty = { title: text, content: text };

    expect(messagesOf(PostInput.safeParse(empty))).toEqual(['Title is required', 'Content is required']);
    expect(messagesOf(CommentInput.safeParse({ content: text }))).toEqual(['Please enter a comment']);
    expect(messagesOf(CategoryInput.safeParse({ name: text }))).toEqual(['Name is required']);
    expect(messagesOf(BroadcastInput.safeParse({ title: text, message: text }))).toEqual([
      'Title is required',
      'Message is required',
    ]);
    expect(messagesOf(ProfilePatch.safeParse({ displayName: text }))).toEqual(['Display name is required']);
    expect(PostInput.parse({ title: 'T', content: 'C', excerpt: text }).excerpt).toBeNull();
  });

  it.each(['é', 'e\u0301', 'ا', '👩‍🚀', '한', '.', '1', '\u200bA'])('accepts %j as a text', (text) => {
    expect(CommentInput.safeParse({ content: text }).success).toBe(true);
  });

  it('accepts at most 200 characters of title and 500 of excerpt', () => {
    const post = { title: 'x'.repeat(200), content: 'c', excerpt: 'e'.repeat(500) };

    expect(PostInput.safeParse(post).success).toBe(true);
    expect(messagesOf(PostInput.safeParse({ ...post, title: 'x'.repeat(201) }))).toEqual(['Title too long']);
    expect(messagesOf(PostInput.safeParse({ ...post, excerpt: 'e'.repeat(501) }))).toEqual(['Excerpt too long']);
  });

  it('creates an unpublished post by default and drops unknown fields', () => {
    expect(PostInput.parse({ title: 'T', content: 'C', authorId: 'someone', views: 99 })).toEqual({
      title: 'T',
      content: 'C',
      isPublished: false,
    });
  });

  it('omits the omitted fields of an edit', () => {
    expect(PostPatch.parse({ isPublished: true })).toEqual({ isPublished: true });
    expect(PostPatch.parse({ excerpt: '', featuredImage: '' })).toEqual({ excerpt: null, featuredImage: null });
  });

  it('replaces lone surrogates, which URLs cannot contain', () => {
    expect(PostInput.parse({ title: 'a\ud800b', content: 'C' }).title).toBe('a\ufffdb');
  });
});

describe('an image address', () => {
  it.each([
    'https://example.com/a.png',
    '/pictures/a.webp',
    'http://localhost:9199/v0/b/x/o/images%2Fa.webp?alt=media',
  ])('can be %s', (url) => expect(ImageUrl.safeParse(url).success).toBe(true));

  it.each([
    'javascript:alert(1)',
    '//evil.example/a.png',
    '/\\evil.example',
    'http://example.com/a.png',
    'data:image/svg+xml,<svg>',
    'https://example.com/" onerror="x',
    'a.png',
  ])('cannot be %s', (url) => expect(ImageUrl.safeParse(url).success).toBe(false));
});

describe('other inputs', () => {
  it('sends notifications as info by default', () => {
    expect(BroadcastInput.parse({ title: 'T', message: 'M' }).type).toBe('info');
  });

  it('limits the name of a category to 100 characters', () => {
    expect(messagesOf(CategoryInput.safeParse({ name: 'n'.repeat(101), description: 'd'.repeat(501) }))).toEqual([
      'Name too long',
      'Description too long',
    ]);
  });

  it.each(['a@b', 'reader+tag@example.com', 'ü@example.com', 'foo@', 'a@b,c@d'])('accepts %s as an address', (email) =>
    expect(NewsletterEmail.safeParse(email).success).toBe(true),
  );

  it.each(['', 'reader', `${'a'.repeat(254)}@b`])('refuses %j as an address', (email) =>
    expect(messagesOf(NewsletterEmail.safeParse(email))).toContain('Please enter a valid email address.'),
  );

  it('accepts only the listed fields of a profile', () => {
    expect(ProfilePatch.parse({ role: 'admin', isBlocked: false, firstName: 'Ada', lastName: '' })).toEqual({
      firstName: 'Ada',
      lastName: null,
    });
  });

  it('has 50 items per page by default and at most 100', () => {
    expect(PageQuery.parse({})).toEqual({ limit: 50 });
    expect(PageQuery.parse({ limit: '100' })).toEqual({ limit: 100 });
    for (const limit of ['0', '101', '-1', '1.5', 'ten', ''])
      expect(PageQuery.safeParse({ limit }).success).toBe(false);
  });

  it('weights a like twice and a comment three times for popularity', () => {
    expect(popularityOf({ views: 100, likesCount: 10, commentsCount: 1 })).toBe(123);
    expect(popularityOf({ likesCount: -1 })).toBe(-2);
  });

  it('limits a search to 8 posts by default', () => {
    expect(SearchQuery.parse({ q: ' tea ' })).toEqual({ q: 'tea', limit: 8 });
    expect(messagesOf(SearchQuery.safeParse({ q: ' ' }))).toEqual(['Search query is required']);
  });

  it('requires passwords to meet all five rules', () => {
    expect(meetsPasswordRules('Aa1!aa')).toBe(true);
    for (const weak of ['Aa1!a', 'aa1!aa', 'AA1!AA', 'Aaa!aa', 'Aa1aaa']) expect(meetsPasswordRules(weak)).toBe(false);
  });
});

describe('category icons', () => {
  it("are the category's own, or derived from the name, or a bookmark", () => {
    expect(categoryIcon({ name: 'Anything', icon: 'fas fa-camera' })).toBe('camera');
    expect(categoryIcon({ name: 'Business news', icon: null })).toBe('chart-line');
    expect(categoryIcon({ name: 'Travel', icon: 'fas fa-plane' })).toBe('bookmark');
  });

  it('determine the color of the category', () => {
    expect(themeOfIcon('fas fa-utensils')).toBe('orange');
    expect(themeOfIcon('fas fa-bookmark')).toBeNull();
    expect(iconFromClass('leaf')).toBe('leaf');
  });
});

describe('the fields of a post', () => {
  const longOnes = [
    ...['content', 'searchTitle', 'searchDescription', 'canonicalUrl', 'math', 'isHiddenFromSearch'],
    ...['cardTitle', 'cardText', 'cardPicture', 'coverDescription', 'coverCaption'],
  ];

  it('are sent in a fixed order, with the long ones last', () => {
    expect(Object.keys(PostCard.shape).join(' ')).toBe(
      'id title excerpt preview readingMinutes featuredImage category categoryId tags tagIds seriesId seriesPlace author authorId authors authorIds ' +
        'isPublished slug language isFeatured views viewCount likesCount commentsCount createdAt updatedAt publishedAt',
    );
    expect(Object.keys(Post.shape)).toEqual([
      ...Object.keys(PostCard.shape),
      'content',
      'series',
      'authorBios',
      ...longOnes.slice(1),
    ]);
  });

  it('can be edited if the table has a rule for them', () => {
    const written = [
      'title',
      'content',
      'excerpt',
      'featuredImage',
      'categoryId',
      'tagIds',
      'seriesId',
      'seriesPlace',
      'authorIds',
      'isPublished',
      'slug',
      'language',
      'isFeatured',
      ...longOnes.slice(1),
      'publishedAt',
      'publishAt',
    ];

    expect(Object.keys(PostInput.shape)).toEqual([...written, 'tags', 'draft', 'source']);
    expect(Object.keys(PostPatch.shape)).toEqual([
      ...written,
      ...['tags', 'baseUpdatedAt', 'basePublishAt', 'undo', 'draft', 'source'],
    ]);
    expect(Object.keys(PostForm.shape)).toEqual(
      written.filter((field) => !['featuredImage', 'publishAt'].includes(field)),
    );
  });
});
