import { type CommentedPost, ownPostApi } from '@inkwell/shared/own-posts';
import { postApi, type StaffPostCard } from '@inkwell/shared/posts';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { dialogNamed, hrefOf, rowNamed, textsOf } from '../../../test/parts.ts';
import { createFakeApi, leadsHome, renderApp, renderPage } from '../../../test/render-app.tsx';
import { contributor, sampleComment, samplePost, samplePostCard, sampleUser } from '../../../test/samples.ts';

const author = sampleUser({ writing: 'author' });

const own = (changes: Partial<StaffPostCard>) =>
  samplePostCard({ authorIds: ['reader'], isPublished: false, publishedAt: null, ...changes });

const DRAFT = own({ id: 'draft', title: 'A draft' });
const HELD = own({ id: 'held', title: 'A held one', inReviewSince: '2026-01-15T10:00:00.000Z' });
const PUBLIC = own({ id: 'public', title: 'A published one', isPublished: true });
const TRASHED = own({ id: 'gone', title: 'A deleted one', trashedAt: '2026-01-15T10:00:00.000Z' });

const server = (viewer: typeof author, posts: StaffPostCard[] = [DRAFT, HELD, PUBLIC]) =>
  leadsHome(createFakeApi(viewer).on(ownPostApi.list, ({ query }) => (query.status === 'trash' ? [TRASHED] : posts)));

const open = (viewer: typeof author, api = server(viewer)) => renderPage('/writing', { viewer, api });
const acts = async (title: string) => textsOf((await rowNamed(title)).getAllByText(/./, { selector: 'a, button' }));

describe('the page of own posts', () => {
  it('offers contributors the allowed actions for a draft, one in review and a published one', async () => {
    open(contributor);

    expect(await acts('A draft')).toEqual(['A draft', 'View', 'Edit', 'Delete']);
    expect(await acts('A held one')).toEqual(['A held one', 'View', 'Edit']);
    expect(await acts('A published one')).toEqual(['120 views', 'View']);
    expect(hrefOf('120 views: statistics of A published one')).toBe('/admin/analytics?post=public');
    expect(screen.getByText('In review')).toBeVisible();
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(hrefOf('Write New Post')).toBe('/create-post');
  });

  it('lists posts in review in their own tab', async () => {
    const api = server(contributor).on(ownPostApi.list, ({ query }) =>
      query.status === 'in-review' ? [HELD] : [DRAFT, HELD],
    );
    const { user } = open(contributor, api);
    await screen.findByText('A draft');

    await user.click(screen.getByRole('link', { name: 'In Review' }));

    await waitFor(() => expect(screen.queryByText('A draft')).toBeNull());
    expect(await screen.findByRole('heading', { name: 'A held one' })).toBeVisible();
  });

  it('names all authors of a post', async () => {
    const person = (id: string, displayName: string) => ({ ...samplePostCard().author, id, displayName });
    const authors = [person('a', 'Ada Lovelace'), person('b', 'Bea'), person('reader', 'Rita Reader')];
    open(author, server(author, [own({ authors })]));

    expect(await screen.findByText('Ada Lovelace, Bea and Rita Reader')).toBeVisible();
  });

  it('lets authors publish and schedule, and edit published posts', async () => {
    const { user } = open(author);

    expect(await acts('A draft')).toEqual(['A draft', 'View', 'Edit', 'Publish', 'Delete']);
    await user.click(screen.getByRole('button', { name: 'More actions for A draft' }));
    expect(textsOf(screen.getAllByRole('menuitem'))).toEqual(['Schedule', 'Preview Link']);
    expect(await acts('A held one')).toEqual(['A held one', 'View', 'Edit']);
    const all = ['A published one', '120 views', 'View', 'Edit', 'Unpublish', 'Delete'];
    expect(await acts('A published one')).toEqual(all);
  });

  it('shows the publication time of a scheduled post, and does not call it a draft', async () => {
    const publishAt = '2030-01-15T10:00:00.000Z';
    const planned = own({ id: 'planned', title: 'A planned one', status: 'scheduled', publishAt });
    open(author, server(author, [planned]));

    expect(await screen.findByText('Scheduled', { selector: 'h3 ~ span' })).toBeVisible();
    expect(screen.getByText(/Jan 15, 2030/)).toHaveAttribute('datetime', publishAt);
    expect(screen.queryByText('Draft')).not.toBeInTheDocument();
  });

  it('moves a post to the trash, and restores it from there', async () => {
    const api = server(contributor)
      .on(postApi.remove, () => undefined)
      .on(postApi.undelete, () => samplePost({ id: 'gone' }));
    const { user } = open(contributor, api);
    const draft = await rowNamed('A draft');

    await user.click(draft.getByRole('button', { name: 'Delete' }));
    const dialog = await dialogNamed('Delete “A draft”?');
    expect(dialog.getByText(/for 30 days, where you can restore it as a draft/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Delete Post' }));
    await waitFor(() => expect(api.calls(postApi.remove).map(({ params }) => params.id)).toEqual(['draft']));
    const tabs = within(screen.getByRole('navigation', { name: 'Which posts' }));
    await user.click(tabs.getByRole('link', { name: 'Trash' }));
    expect(tabs.getByRole('link', { current: 'page' })).toHaveTextContent('Trash');
    await user.click(await screen.findByRole('button', { name: 'Restore' }));

    await waitFor(() => expect(api.calls(postApi.undelete).map(({ params }) => params.id)).toEqual(['gone']));
  });

  it('has a navigation with only the pages of writers', async () => {
    renderApp('/writing', { viewer: contributor, api: server(contributor) });

    const places = within(await screen.findByRole('navigation', { name: 'Writing' })).getAllByRole('link');
    expect(textsOf(places)).toEqual(['My Posts', 'Drafts', 'Unsaved Changes', 'Media', 'Comments', 'Tokens']);
    expect(places[0]).toHaveAttribute('aria-current', 'page');
    expect(screen.queryByRole('button', { name: /Search or jump/ })).toBeNull();
  });
});

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

describe('the page of comments on own posts', () => {
  it('shows the newest comments of each post, and links to the post, its comments and each of them', async () => {
    const api = leadsHome(createFakeApi(contributor).on(ownPostApi.comments, () => [POST]));
    renderApp('/writing/comments', { viewer: contributor, api });
    const row = await rowNamed('Harbour');
    expect(hrefOf('Harbour', row)).toBe('/posts/post-1/harbour');
    const links = row.getAllByRole('link', { name: /^Open the comment by/ });
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/posts/post-1/harbour#comment-two',
      '/posts/post-1/harbour#comment-one',
    ]);
    expect(row.getByText('I answer.')).toBeVisible();
    expect(hrefOf('All comments on Harbour', row)).toBe('/posts/post-1/harbour#comments');
    expect(screen.getByRole('link', { name: 'Comments' })).toHaveAttribute('aria-current', 'page');
  });
});
