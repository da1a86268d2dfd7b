import { categoryApi } from '@inkwell/shared/categories';
import { noteApi } from '@inkwell/shared/notes';
import { ownPostApi } from '@inkwell/shared/own-posts';
import { postApi } from '@inkwell/shared/posts';
import { reviewApi } from '@inkwell/shared/reviews';
import { tagApi } from '@inkwell/shared/tags';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { contentField, savedPost, type, write, writeMarkdown } from '../../../test/editor-page.ts';
import { createFakeApi, leadsHome, renderPage } from '../../../test/render-app.tsx';
import { contributor, sampleCategory, samplePost, sampleReview, sampleTag, sampleUser } from '../../../test/samples.ts';

/* The editor of writers who are not staff. */

beforeEach(writeMarkdown);

const author = sampleUser({ writing: 'author' });
const own = samplePost({ authorIds: ['reader'], isPublished: false, publishedAt: null, content: 'Boats.' });

const server = (viewer: typeof author) =>
  leadsHome(
    createFakeApi(viewer)
      .on(categoryApi.list, () => [sampleCategory()])
      .on(tagApi.adminList, ({ query }) =>
        [sampleTag({ id: 'sea', name: 'Sea' })].filter(({ name }) => name.toLowerCase().startsWith(query.q ?? '')),
      )
      .on(ownPostApi.list, () => [])
      .on(postApi.byId, () => own)
      .on(postApi.create, ({ body }) => savedPost(body)),
  );

async function open(viewer: typeof author, { api = server(viewer), address = '/create-post' } = {}) {
  const app = renderPage(address, { viewer, api });
  await screen.findByRole('heading', { name: /Create New Post|Edit Post/ });
  return app;
}

const STAFF_ONLY = ['Series and authors', 'New Category...', 'Address and search engines', 'Social sharing'];
const shownOf = (names: readonly string[]) =>
  names.filter((name) => [...screen.queryAllByLabelText(name), ...screen.queryAllByText(name)].length > 0);

describe('the editor of a contributor', () => {
  it('has the fields that contributors may set, and saves a draft', async () => {
    const { user, api, router } = await open(contributor);

    expect(shownOf(STAFF_ONLY)).toEqual([]);
    expect(screen.queryByRole('switch')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Schedule' })).toBeNull();
    expect(shownOf(['Title', 'Content', 'Category', 'Tags', 'Excerpt'])).toHaveLength(5);
    write('Tides', 'The water comes.');
    await user.click(screen.getByRole('button', { name: 'Save Draft' }));

    await waitFor(() => expect(router.state.location.pathname).toBe('/writing'));
    expect(api.calls(postApi.create)[0]?.body).toMatchObject({ title: 'Tides', isPublished: false });
    expect(api.calls(postApi.create)[0]?.body).not.toHaveProperty('publishAt');
  });

  it('submits a new post with its first save', async () => {
    const inReview = sampleReview({ state: 'in-review', since: '2026-01-15T10:00:00.000Z' });
    let review = sampleReview();
    const api = server(contributor)
      .on(noteApi.list, () => [])
      .on(reviewApi.state, () => review)
      .on(reviewApi.submit, () => {
        review = inReview;
        return review;
      });
    const { user } = await open(contributor, { api });
    write('Tides', 'The water comes.');

    await user.click(screen.getByRole('button', { name: 'Submit for Review...' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Submit for Review' }));
    await user.type(dialog.getByRole('textbox'), 'Too long?');
    await user.click(dialog.getByRole('button', { name: 'Save and Submit' }));

    await waitFor(() => expect(api.calls(reviewApi.submit).map(({ body }) => body)).toEqual([{ note: 'Too long?' }]));
    expect(api.calls(postApi.create)).toHaveLength(1);
    expect(await screen.findByText('In review')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('accepts existing tags, also typed in full, and says why it accepts no others', {
    tags: 'thorough',
  }, async () => {
    const { user, api } = await open(contributor);
    const tags = screen.getByRole('combobox', { name: 'Tags' });

    await user.type(tags, 'sea,');
    expect(await screen.findByText('Sea')).toBeVisible();
    await user.type(tags, 'Unheard of{Enter}');

    expect(await screen.findByText(/Contributors can use existing tags only/)).toBeVisible();
    expect(tags).toHaveValue('Unheard of');
    expect(api.calls(tagApi.create)).toEqual([]);
  });

  it('opens neither published posts nor posts of others', async () => {
    const api = server(contributor).on(postApi.byId, () => ({
      ...own,
      isPublished: true,
      status: 'published' as const,
    }));
    renderPage('/create-post?edit=post-1', { viewer: contributor, api });
    expect(await screen.findByText(/Please ask a moderator or an admin to change it/)).toBeVisible();

    api.on(postApi.byId, () => samplePost());
    renderPage('/create-post?edit=post-1', { viewer: contributor, api });
    expect(await screen.findByText(/only posts of which you are an author/)).toBeVisible();
    await waitFor(() => expect(screen.getAllByRole('link', { name: 'Unsaved Changes' })).toHaveLength(2));
  });

  it('keeps the whole input when the save is refused', { tags: 'thorough' }, async () => {
    const api = server(contributor).refuse(postApi.update, 'forbidden');
    const { user, router } = await open(contributor, { api, address: '/create-post?edit=post-1' });

    type(contentField(), 'Boats and gulls.');
    await user.click(screen.getByRole('button', { name: 'Save Draft' }));

    expect(await screen.findByText(/Your text stays here and in your drafts/)).toBeVisible();
    expect(contentField()).toHaveValue('Boats and gulls.');
    expect(router.state.location.pathname).toBe('/create-post');
  });
});

describe('the editor of an author', () => {
  it('also publishes, schedules and creates tags', { tags: 'thorough' }, async () => {
    const api = server(author).on(tagApi.create, ({ body }) => sampleTag({ id: 'new', name: body.name }));
    const { user } = await open(author, { api });

    expect(shownOf(STAFF_ONLY)).toEqual([]);
    expect(screen.getByRole('button', { name: 'Schedule' })).toBeVisible();
    expect(screen.getByText('Off: saved as a draft')).toBeVisible();
    await user.type(screen.getByRole('combobox', { name: 'Tags' }), 'Ebb,');
    await screen.findByText('Ebb');
    await user.click(screen.getByRole('switch', { name: 'Publish immediately' }));
    write('Tides', 'The water comes.');
    await user.click(screen.getByRole('button', { name: 'Publish Post' }));

    await waitFor(() => expect(api.calls(postApi.create)).toHaveLength(1));
    expect(api.calls(postApi.create)[0]?.body).toMatchObject({ isPublished: true, tagIds: ['new'] });
  });
});
