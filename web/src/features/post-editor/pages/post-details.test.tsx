import { noteApi } from '@inkwell/shared/notes';
import { ownPostApi } from '@inkwell/shared/own-posts';
import { postApi, type StaffPost } from '@inkwell/shared/posts';
import { reviewApi } from '@inkwell/shared/reviews';
import { SCHEDULE_TEXTS } from '@inkwell/shared/schedule';
import { DEFAULT_SITE } from '@inkwell/shared/site';
import { tagApi } from '@inkwell/shared/tags';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  contentField,
  keptRecords,
  openEditor,
  staffApi,
  submitButton,
  type,
  write,
  writeMarkdown,
  writerApi,
} from '../../../test/editor-page.ts';
import { renderPage } from '../../../test/render-app.tsx';
import { contributor, moderator, samplePost, sampleReview, sampleTag, sampleUser } from '../../../test/samples.ts';

beforeEach(writeMarkdown);

const open = async (user: Awaited<ReturnType<typeof openEditor>>['user'], title: string) =>
  user.click(screen.getByText(title));
const field = (name: string) => screen.getByRole('textbox', { name });

describe('the details of a post for search engines and chats', { tags: 'thorough' }, () => {
  it('are sent with the post, and stored with its draft', async () => {
    const { user, api } = await openEditor();
    write('Tides', 'They write twice a day.');
    await open(user, 'Address and search engines');
    expect(field('Address')).toHaveAttribute('placeholder', 'tides');
    type(field('Address'), 'ebb-and-flow');
    type(field('Title for search engines'), 'Tides, explained');
    await user.click(screen.getByRole('checkbox', { name: 'Show first on its category, tag and author pages' }));
    await user.click(screen.getByRole('checkbox', { name: 'Formulas' }));
    await open(user, 'Social sharing');
    const card = screen.getByRole('figure', { name: 'How a link to this post looks' });
    // The defaults of the page.
    expect(within(card).getByText(`Tides · ${DEFAULT_SITE.name}`)).toBeVisible();
    expect(within(card).getByText('They write twice a day.')).toBeVisible();
    expect(card.querySelector('img')).toHaveAttribute('src', '/card.png');
    type(field('Title of the card'), 'Read this');

    expect(within(card).getByText('Read this')).toBeVisible();
    await waitFor(() => expect(JSON.stringify(keptRecords())).toContain('ebb-and-flow'));
    await user.click(submitButton());

    await waitFor(() =>
      expect(api.calls(postApi.create)[0]?.body).toMatchObject({
        slug: 'ebb-and-flow',
        searchTitle: 'Tides, explained',
        isFeatured: true,
        math: true,
        cardTitle: 'Read this',
        canonicalUrl: null,
      }),
    );
  });

  it('open again if a field has an error, which gets the focus', async () => {
    const { user, api } = await openEditor();
    write('Tides', 'They write twice a day.');
    await open(user, 'Address and search engines');
    type(field('Address of the original'), 'example.org');
    await open(user, 'Address and search engines');
    expect(screen.queryByRole('textbox', { name: 'Address of the original' })).not.toBeInTheDocument();

    await user.click(submitButton());

    await waitFor(() => expect(field('Address of the original')).toHaveFocus());
    expect(field('Address of the original')).toHaveAccessibleDescription(/must begin with https/);
    expect(api.calls(postApi.create)).toEqual([]);
  });
});

const reader = sampleUser();
const DATE = '2026-11-01T10:00:42.000Z';

async function edit(changes: Partial<StaffPost>, viewer = moderator) {
  const post = samplePost({ publishedAt: DATE, ...changes });
  const api = (viewer === moderator ? staffApi() : writerApi(viewer))
    .on(postApi.byId, () => post)
    .on(postApi.update, ({ body }) => ({ ...post, ...(body as object), category: post.category }));
  const app = renderPage(`/create-post?edit=${post.id}`, { viewer, api });
  await screen.findByRole('heading', { name: 'Edit Post' });
  const sent = async () => {
    await app.user.click(screen.getByRole('button', { name: 'Update Post' }));
    await waitFor(() => expect(api.calls(postApi.update)).toHaveLength(1));
    return api.calls(postApi.update)[0]?.body;
  };
  return { ...app, api, sent };
}

const dateField = () => screen.getByLabelText('Published on');

describe('the date of a post', () => {
  it("is shown in the publication's time zone, and sent with the post", async () => {
    const { user, sent } = await edit({ isPublished: true });
    await user.click(screen.getByText('Date of publication'));
    expect(dateField()).toHaveValue('2026-11-01T10:00');
    expect(dateField()).toHaveAccessibleDescription(/Time zone of the publication: UTC/);

    type(dateField(), '2019-05-04T10:30');

    expect(dateField()).toHaveValue('2019-05-04T10:30');
    await waitFor(() => expect(JSON.stringify(keptRecords())).toContain('2019-05-04T10:30:00.000Z'));
    expect(await sent()).toMatchObject({ publishedAt: '2019-05-04T10:30:00.000Z' });
  });

  it('is not sent unless somebody changes it, and cannot be removed from a published post', async () => {
    const { user, sent } = await edit({ isPublished: true });
    await user.click(screen.getByText('Date of publication'));
    type(dateField(), '');
    expect(dateField()).toHaveAccessibleDescription(new RegExp(SCHEDULE_TEXTS.noDate));
    type(contentField(), 'Newer words.');

    expect(await sent()).not.toHaveProperty('publishedAt');
  });

  it('is refused if it is in the future, and the field says why', async () => {
    const { user, api } = await edit({ isPublished: true });
    await user.click(screen.getByText('Date of publication'));
    type(dateField(), '2099-01-01T00:00');
    await user.click(screen.getByText('Date of publication'));

    await user.click(screen.getByRole('button', { name: 'Update Post' }));

    await waitFor(() => expect(dateField()).toHaveFocus());
    expect(dateField()).toHaveAccessibleDescription(new RegExp(SCHEDULE_TEXTS.date));
    expect(api.calls(postApi.update)).toEqual([]);
  });

  it('of a draft can be set before publication, and cleared', async () => {
    const { user, sent } = await edit({ isPublished: false });
    expect(dateField()).toHaveValue('2026-11-01T10:00');

    await user.click(screen.getByRole('button', { name: 'Clear Date' }));

    expect(dateField()).toHaveValue('');
    expect(await sent()).toMatchObject({ publishedAt: null });
  });

  it('is set by authors, not by contributors', async () => {
    const own = { isPublished: false, authorIds: [reader.id], authorId: reader.id };
    const { unmount } = await edit(own, { ...reader, writing: 'author' });
    expect(dateField()).toBeVisible();
    unmount();

    await edit(own, { ...reader, writing: 'contributor' });
    expect(screen.queryByText('Date of publication')).toBeNull();
  });
});

const author = sampleUser({ writing: 'author' });
const own = samplePost({ authorIds: ['reader'], isPublished: false, publishedAt: null, content: 'Boats.' });

const server = (viewer: typeof author) =>
  writerApi(viewer)
    .on(tagApi.adminList, ({ query }) =>
      [sampleTag({ id: 'sea', name: 'Sea' })].filter(({ name }) => name.toLowerCase().startsWith(query.q ?? '')),
    )
    .on(ownPostApi.list, () => [])
    .on(postApi.byId, () => own);

async function openOwn(viewer: typeof author, { api = server(viewer), address = '/create-post' } = {}) {
  const app = renderPage(address, { viewer, api });
  await screen.findByRole('heading', { name: /Create New Post|Edit Post/ });
  return app;
}

const STAFF_ONLY = ['Series and authors', 'New Category...', 'Address and search engines', 'Social sharing'];
const shownOf = (names: readonly string[]) =>
  names.filter((name) => [...screen.queryAllByLabelText(name), ...screen.queryAllByText(name)].length > 0);

describe('the editor of a contributor', () => {
  it('has the fields that contributors may set, and saves a draft', async () => {
    const { user, api, router } = await openOwn(contributor);

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
    const { user } = await openOwn(contributor, { api });
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
    const { user, api } = await openOwn(contributor);
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
    const { user, router } = await openOwn(contributor, { api, address: '/create-post?edit=post-1' });

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
    const { user } = await openOwn(author, { api });

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
