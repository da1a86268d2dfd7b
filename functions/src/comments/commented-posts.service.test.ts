import { NEWEST_COMMENTS } from '@inkwell/shared/own-posts';
import { expect, it } from 'vitest';
import { cacheOf, partOf } from '../testing/parts.ts';
import { SAMPLED_AT as at, sampleComment } from '../testing/samples.ts';
import type { AuthorNames } from '../users/authors.ts';
import type { CommentedPostRepository } from './commented-posts.repository.ts';
import { createCommentedPostService } from './commented-posts.service.ts';

const ADA = { id: 'ada', role: 'user', writing: 'contributor' } as const;
const PAGE = { limit: 20, after: null };
const commentOf = (id: string, replyTo: { id: string; authorId: string } | null = null) =>
  sampleComment(id, { content: id, authorId: 'bob', replyTo });

const asked: unknown[] = [];
const service = createCommentedPostService({
  commented: partOf<CommentedPostRepository>({
    async commentedLast(authorId) {
      asked.push(authorId);
      const about = { title: 'T', slug: 's', commentsCount: 2, lastCommentAt: at };
      return {
        items: [
          { id: 'p', ...about },
          { id: 'q', ...about },
        ] as never,
        total: null,
        next: null,
        documents: 3,
      };
    },
    async newestOn(id, limit) {
      asked.push([id, limit]);
      const toOther = commentOf('c3', { id: 'gone', authorId: 'cleo' });
      return id === 'p' ? [commentOf('c1'), commentOf('c2', { id: 'c1', authorId: 'bob' }), toOther] : [];
    },
  }),
  authors: cacheOf({
    bob: partOf<AuthorNames>({ displayName: 'Bob' }),
    cleo: partOf<AuthorNames>({ displayName: 'Cleo' }),
  }),
});

it('posts of the caller have their newest comments, which name the answered person if that comment is shown too', async () => {
  const { items, documents, next } = await service.list(ADA, PAGE);
  expect(asked).toEqual(['ada', ['p', NEWEST_COMMENTS], ['q', NEWEST_COMMENTS]]);
  expect(items).toMatchObject([
    { id: 'p', title: 'T', slug: 's', commentsCount: 2, lastCommentAt: at.toISOString() },
    { id: 'q', comments: [] },
  ]);
  expect(items[0]?.comments.map(({ id, author, replyTo }) => [id, author.displayName, replyTo?.name])).toEqual([
    ['c1', 'Bob', undefined],
    ['c2', 'Bob', 'Bob'],
    ['c3', 'Bob', null],
  ]);
  // A query without results costs one document.
  expect([documents, next]).toEqual([3 + 3 + 1, null]);
  await expect(service.list({ id: 'eve', role: 'user' }, PAGE)).rejects.toMatchObject({ code: 'forbidden' });
});
