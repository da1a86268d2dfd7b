import { categoryApi } from '@inkwell/shared/categories';
import { newsletterIssueApi } from '@inkwell/shared/newsletter-issues';
import { postApi } from '@inkwell/shared/posts';
import { reviewApi } from '@inkwell/shared/reviews';
import { settingsApi } from '@inkwell/shared/settings';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { savedPost, staffApi, titleField, type, write, writeMarkdown } from '../../../test/editor-page.ts';
import { Refusal } from '../../../test/fake-api.ts';
import { createFakeApi, leadsHome, renderPage } from '../../../test/render-app.tsx';
import { admin, contributor, moderator, sampleCategory, samplePost, sampleReview } from '../../../test/samples.ts';
// Compiled before the first test, which would otherwise wait for it.
import '../components/review-sheet.tsx';

beforeEach(writeMarkdown);

/** A fake server for users other than moderators. */
const serverOf = (viewer: typeof admin) =>
  leadsHome(
    createFakeApi(viewer)
      .on(categoryApi.list, () => [sampleCategory()])
      .on(postApi.create, ({ body }) => savedPost(body)),
  );

async function open({ viewer = moderator, api = staffApi(), address = '/create-post' } = {}) {
  const app = renderPage(address, { viewer, api });
  await screen.findByRole('heading', { name: /Create New Post|Edit Post/ });
  const review = async () => {
    await app.user.click(screen.getByRole('button', { name: /^Review and/ }));
    return within(await screen.findByRole('dialog', { name: /^Review and/ }));
  };
  return { ...app, api, review };
}

describe('the review of a post before its publication', () => {
  it('shows the post in lists and as a link, and its problems', async () => {
    const { review } = await open();
    write('Tides', 'They write twice a day.');
    const sheet = await review();

    const card = within(sheet.getByRole('figure', { name: 'The card in lists' }));
    expect(card.getByText('Tides')).toBeVisible();
    expect(card.getByText('They write twice a day.')).toBeVisible();
    const link = within(sheet.getByRole('figure', { name: 'How a link to this post looks' }));
    expect(link.getByText(window.location.host)).toBeVisible();
    expect(sheet.getByText('No excerpt: lists show the beginning of the text.')).toBeVisible();
    expect(sheet.queryByText('Title is required')).toBeNull();
  });

  it('publishes with the switch off, and returns to the home page', async () => {
    const { user, api, router, review } = await open();
    write('Tides', 'They write twice a day.');
    const sheet = await review();

    await user.click(sheet.getByRole('button', { name: 'Publish Now' }));

    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(api.calls(postApi.create).map(({ body }) => body)).toMatchObject([{ title: 'Tides', isPublished: true }]);
  });

  it("schedules with the editor's time field, also with the switch on", async () => {
    const { user, api, review } = await open();
    write('Tides', 'They write twice a day.');
    await user.click(screen.getByRole('switch'));
    const sheet = await review();

    await user.click(sheet.getByRole('button', { name: 'Schedule' }));
    type(sheet.getByLabelText('Publish on'), '2126-05-01T09:00');
    expect(sheet.getByText(/^Will be published on .*May 1, 2126/)).toBeVisible();
    await user.click(sheet.getByRole('button', { name: 'Schedule Post' }));

    await waitFor(() => expect(api.calls(postApi.create)).toHaveLength(1));
    expect(api.calls(postApi.create)[0]?.body).toMatchObject({
      isPublished: false,
      publishAt: expect.stringMatching(/^2126-0[45]-/),
    });
  });

  it('names the errors that prevent a save, and moves to them', async () => {
    const { user, api, review } = await open();
    const sheet = await review();
    expect(sheet.getByText('Title is required')).toBeVisible();

    await user.click(sheet.getByRole('button', { name: 'Publish Now' }));

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(titleField()).toHaveFocus();
    expect(api.calls(postApi.create)).toEqual([]);
  });

  it('closes with Escape, and returns the focus', async () => {
    const { user, review } = await open();
    await review();

    await user.keyboard('{Escape}');

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByRole('button', { name: 'Review and Publish' })).toHaveFocus();
  });

  it('saves changes of a published post', async () => {
    const api = staffApi()
      .on(postApi.byId, () => samplePost())
      .on(reviewApi.state, () => sampleReview({ state: 'published' }))
      .on(postApi.update, ({ body }) => savedPost(body));
    const { user, review } = await open({ api, address: '/create-post?edit=post-1' });
    type(await screen.findByDisplayValue('The quiet harbour'), 'The loud harbour');
    const sheet = await review();
    expect(sheet.getByText('Readers see your changes at once.')).toBeVisible();

    await user.click(sheet.getByRole('button', { name: 'Update Post' }));

    await waitFor(() => expect(api.calls(postApi.update)).toHaveLength(1));
    expect(api.calls(postApi.update)[0]?.body).toMatchObject({ title: 'The loud harbour', isPublished: true });
  });

  it('opens a newsletter issue with the post for admins who selected that', async () => {
    const { user, router, review } = await open({
      viewer: admin,
      api: serverOf(admin)
        .refuse(newsletterIssueApi.postText, 503)
        .refuse(newsletterIssueApi.audience, 503)
        .refuse(settingsApi.read, 503),
    });
    write('Tides', 'They write twice a day.');
    const sheet = await review();

    await user.click(sheet.getByRole('checkbox', { name: /^Write a newsletter issue next/ }));
    await user.click(sheet.getByRole('button', { name: 'Publish Now' }));

    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/newsletter/issue'));
    expect(router.state.location.search).toBe('?post=new-1');
  });

  it('returns to the home page with Publish Post, also after such a publication failed', {
    tags: 'thorough',
  }, async () => {
    let isDown = true;
    const api = serverOf(admin).on(postApi.create, ({ body }) => {
      if (isDown) throw new Refusal(503);
      return savedPost(body);
    });
    const { user, router, review } = await open({ viewer: admin, api });
    write('Tides', 'They write twice a day.');
    const sheet = await review();
    await user.click(sheet.getByRole('checkbox', { name: /^Write a newsletter issue next/ }));
    await user.click(sheet.getByRole('button', { name: 'Publish Now' }));
    expect(await screen.findByText(/Failed to create post/)).toBeVisible();
    isDown = false;

    await user.click(screen.getByRole('button', { name: 'Publish Post' }));

    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  });

  it("submits a contributor's post with a note, after saving it", async () => {
    let review = sampleReview();
    const api = serverOf(contributor)
      .on(reviewApi.state, () => review)
      .on(reviewApi.submit, () => {
        review = sampleReview({ state: 'in-review', since: '2026-01-15T10:00:00.000Z' });
        return review;
      });
    const { user, review: openReview } = await open({ viewer: contributor, api });
    write('Tides', 'The water comes.');
    const sheet = await openReview();
    expect(sheet.queryByText('Time')).toBeNull();

    await user.type(sheet.getByRole('textbox', { name: 'Note for staff (optional)' }), 'Too long?');
    await user.click(sheet.getByRole('button', { name: 'Submit for Review' }));

    await waitFor(() => expect(api.calls(reviewApi.submit).map(({ body }) => body)).toEqual([{ note: 'Too long?' }]));
    expect(api.calls(postApi.create)).toHaveLength(1);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
