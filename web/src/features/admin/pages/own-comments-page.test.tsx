import { type CommentedPost, ownPostApi } from '@inkwell/shared/own-posts';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createFakeApi, leadsHome, renderApp } from '../../../test/render-app.tsx';
import { contributor, sampleComment } from '../../../test/samples.ts';

const POST: CommentedPost = {
  id: 'post-1',
  title: 'Harbour',
  slug: null,
  commentsCount: 4,
  lastCommentAt: '2026-01-15T10:00:00.000Z',
  comments: [
    sampleComment({ id: 'two', content: 'I answer.', parentId: 'one' }),
    sampleComment({ id: 'one', content: 'I **begin**.', parentId: null }),
  ],
};

const server = (answer: () => CommentedPost[]) => leadsHome(createFakeApi(contributor).on(ownPostApi.comments, answer));

describe('the page of comments on own posts', () => {
  it('shows the newest comments of each post, and links to the post, its comments and each of them', async () => {
    renderApp('/writing/comments', { viewer: contributor, api: server(() => [POST]) });

    const row = within((await screen.findByRole('heading', { name: 'Harbour' })).closest('li') as HTMLElement);
    expect(row.getByRole('link', { name: 'Harbour' })).toHaveAttribute('href', '/posts/post-1/harbour');
    const links = row.getAllByRole('link', { name: /^Open the comment by/ });
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/posts/post-1/harbour#comment-two',
      '/posts/post-1/harbour#comment-one',
    ]);
    expect(row.getByText('I answer.')).toBeVisible();
    expect(row.getByRole('link', { name: 'All comments on Harbour' })).toHaveAttribute(
      'href',
      '/posts/post-1/harbour#comments',
    );
    expect(screen.getByRole('link', { name: 'Comments' })).toHaveAttribute('aria-current', 'page');
  });
});
