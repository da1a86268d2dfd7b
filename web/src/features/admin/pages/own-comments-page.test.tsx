import { type CommentedPost, ownPostApi } from '@inkwell/shared/own-posts';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../test/fake-api.ts';
import { createFakeApi, leadsHome, renderApp, renderPage } from '../../../test/render-app.tsx';
import { contributor, sampleComment, sampleUser } from '../../../test/samples.ts';

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

  it('says that there are none or that they could not be loaded, and retries', async () => {
    let isDown = true;
    const api = server(() => {
      if (isDown) throw new Refusal(400, 'Not now');
      return [];
    });
    const { user } = renderPage('/writing/comments', { viewer: contributor, api });
    await screen.findByText('Failed to load posts');
    isDown = false;

    await user.click(screen.getByRole('button', { name: /Try Again/i }));

    expect(await screen.findByText('No Comments Yet')).toBeVisible();
  });

  it('is refused to readers', async () => {
    const reader = sampleUser();
    const { router } = renderPage('/writing/comments', { viewer: reader, api: leadsHome(createFakeApi(reader)) });

    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  });
});
